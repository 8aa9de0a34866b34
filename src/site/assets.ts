import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Theme } from '../config.ts'
import type { Encoding } from '../http/encoding.ts'
import { sanitizeFrame } from '../lib/html.ts'
import { type Markup, trusted } from '../lib/markup.ts'

/** A file that pages load. */
export type Asset = {
  readonly type: string
  /** It is compressed already. */
  readonly isPacked: boolean
  /** Its bytes in an encoding; compressed at the first request. */
  readonly inForm: (encoding: Encoding) => Buffer
  /** Below the public URL. */
  readonly path: string
}

/** The files of the pages, by name; most paths contain a hash of the content. */
export type Assets = {
  readonly get: (name: AssetName) => Asset
  /** The operator’s own styles, and what stands above and below every page. */
  readonly theme: { readonly styles?: Asset | undefined; readonly head?: Markup; readonly foot?: Markup }
  readonly byPath: ReadonlyMap<string, Asset>
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=UTF-8',
  js: 'text/javascript; charset=UTF-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  woff: 'font/woff',
  ttf: 'font/ttf',
  otf: 'font/otf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
}

const packed = /^(?:font\/woff|image\/(?!svg))/

const names = [
  ...(['style.css', 'calendar.css', 'map.css', 'site.js', 'map.js', 'embed.js', 'docs.css', 'docs.js'] as const),
  'submit.css',
  'submit.js',
  'icon.svg',
] as const

/** Files of packages, each with its package and its path from the main file of that (decision 24). */
const packaged = {
  'leaflet.js': ['leaflet', 'leaflet.js'],
  'leaflet.css': ['leaflet', 'leaflet.css'],
  'supercluster.js': ['supercluster', 'dist/supercluster.min.js'],
} as const

/** The libraries that a map loads, in this order. */
export const mapLibraries = ['leaflet.js', 'supercluster.js'] as const

/** A file of the pages. */
export type AssetName = (typeof names)[number] | keyof typeof packaged

/** Other sites load it by its name. */
const named: readonly string[] = ['embed.js']

/** The files of the operator’s own look keep their names, which its styles have: `url(theme/Brand.woff2)`. */
const themePath = (name: string): string => `/assets/theme/${name}`

/** Reads the files of the pages once, and those of the operator’s own look. */
export const loadAssets = (theme?: Theme): Assets => {
  const own = names.map((name): [AssetName, Asset] => [name, loadAsset(name)])
  const others = Object.entries(packaged).map(([name, [home, path]]): [string, Asset] => [
    name,
    createAsset(name, readFileSync(join(dirname(resolve(home)), path))),
  ])
  const byName = new Map<string, Asset>([...own, ...others])
  const styles = theme?.styles === undefined ? undefined : createAsset('theme.css', readFileSync(theme.styles))
  const files = (theme?.files ?? []).map((path): Asset => {
    const name = basename(path)
    return { ...createAsset(name, readFileSync(path)), path: themePath(name) }
  })
  const all = [...byName.values(), ...(styles ? [styles] : []), ...files]
  return {
    get: (name) => {
      const asset = byName.get(name)
      if (!asset) throw new TypeError(`there is no asset ${name}`)
      return asset
    },
    theme: {
      styles,
      ...(theme?.head !== undefined && { head: readPart(theme.head) }),
      ...(theme?.foot !== undefined && { foot: readPart(theme.foot) }),
    },
    byPath: new Map(all.map((asset) => [asset.path, asset])),
  }
}

/** HTML of the operator: text, lists, links, pictures and menus, but no scripts. */
const readPart = (path: string): Markup => trusted(sanitizeFrame(readFileSync(path, 'utf8')))

const { resolve } = createRequire(import.meta.url)

const loadAsset = (name: (typeof names)[number]): Asset =>
  createAsset(name, readFileSync(new URL(`client/${name}`, import.meta.url)))

/** A file in the forms in which it is sent. */
export const createAsset = (name: string, bytes: Buffer): Asset => {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const base = name.slice(0, -extension.length - 1)
  const type = types[extension.toLowerCase()] ?? 'application/octet-stream'
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
  const forms = new Map<Encoding, Buffer>([['identity', bytes]])
  return {
    type,
    isPacked: packed.test(type),
    inForm: (encoding) => {
      const form = forms.get(encoding) ?? compressOnce(bytes, encoding)
      forms.set(encoding, form)
      return form
    },
    path: named.includes(name) ? `/assets/${name}` : `/assets/${base}.${hash}.${extension}`,
  }
}

/** The highest compression level takes seconds for a large file, and saves little. */
const compressOnce = (bytes: Buffer, encoding: Encoding): Buffer => {
  if (encoding === 'gzip') return gzipSync(bytes)
  const quality = bytes.length > 100_000 ? 5 : 11
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}
