import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '../../core/errors.ts'
import { type Asset, createAsset } from '../assets.ts'

/** The output directory of `scripts/build-admin.mjs`, in a clone and in an installed package. */
const directory = join(import.meta.dirname, '../../../dist/admin')

/** The names of the files that the frame of the pages loads. */
export type Manifest = { readonly script: string; readonly style: string }

let manifest: Manifest | undefined
const loaded = new Map<string, Asset>()

/**
 * Reads, at the first request, which files the frame loads.
 * @throws ApiError 503 if the pages have not been built.
 */
export const readManifest = (): Manifest => {
  try {
    const built: Manifest = manifest ?? JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'))
    manifest = built
  } catch {
    const message = 'The pages of the administration have not been built: start the server with "npm start" once.'
    throw new ApiError('rest_service_unavailable', { message })
  }
  return manifest
}

/**
 * The English texts of the pages, which translations replace.
 * @throws Error if the pages have not been built.
 */
export const readBuiltTexts = (): readonly string[] => JSON.parse(readFileSync(join(directory, 'texts.json'), 'utf8'))

/** A built file by its name, which contains a hash of its content; undefined if there is none. */
export const findBuiltFile = (name: string): Asset | undefined => {
  if (!/^[\w-]+-[A-Z0-9]{8}\.(js|css)$/.test(name)) return undefined
  const asset = loaded.get(name) ?? readBuiltFile(name)
  if (asset) loaded.set(name, asset)
  return asset
}

const readBuiltFile = (name: string): Asset | undefined => {
  try {
    return createAsset(name, readFileSync(join(directory, name)))
  } catch {
    return undefined
  }
}
