import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Context, Scope } from '../context.ts'
import { ApiError, invalidParams } from '../crud/errors.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { readText } from '../lib/text.ts'
import { createDecoder, ImageFault } from './decoder.ts'
import { createDownloader, DownloadError } from './download.ts'
import { imageLimit } from './image-file.ts'
import { ImageWanted, type IncomingImage, type Intake, newIntake } from './intake.ts'
import { createPlaces } from './places.ts'
import type { StoredFile } from './store.ts'
import { openFile, removeFile, type Stores, spoolOf, storesOf } from './stores.ts'

/** The library of images of one server. */
export type Library = {
  /** The file under a path, or undefined. */
  readonly open: (path: string) => Promise<StoredFile | undefined>
  /**
   * Receives and decodes an image that is sent. Whoever receives one hands it to `write`, or discards it.
   * @throws ApiError for what is too large, no image, or one that cannot be decoded.
   */
  readonly receive: (scope: Scope, stream: Readable, fileName: string) => Promise<IncomingImage>
  /**
   * Runs a write in one transaction, and stores the files of the images that it brings, or of none: an address that it wants
   * fetched is fetched between two attempts, never while the transaction is open, and not for a client that has gone.
   */
  readonly write: <T>(scope: Scope, work: WriteWork<T>, options?: WriteOptions) => Promise<T>
  readonly discard: (image: IncomingImage) => Promise<void>
  /** Removes what a crash left unfinished. */
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A write: it may run several times, each time in a transaction and with a scope of its own. */
export type WriteWork<T> = (db: Db, scope: Scope) => Promise<T>

type WriteOptions = {
  readonly uploaded?: IncomingImage | undefined
  /** Says that the client has gone. */
  readonly signal?: AbortSignal
}

/** Images that may be received or wait to be decoded, of all users and of one. */
const uploadPlaces = [200, 100] as const

/** Images that may be fetched at once: these wait for servers that are not ours. */
const fetchPlaces = [32, 8] as const

/** Addresses that one write may have fetched. */
const maxFetched = 5

/** Opens the library; nothing is made on the disk before the first image comes. */
export const createLibrary = (context: Context): Library => {
  const stores = storesOf(context.config)
  const spool = spoolOf(context.config)
  const decoder = createDecoder()
  const download = createDownloader(context.config.fetchRules)
  const takeUploadPlace = createPlaces(...uploadPlaces)
  const takeFetchPlace = createPlaces(...fetchPlaces)
  const closing = new AbortController()

  /** Brings an image into a directory of its own, and decodes it there. */
  const bring = async (name: string, fill: (file: string) => Promise<{ digest?: string }>): Promise<IncomingImage> => {
    const directory = await spool.open()
    try {
      const source = join(directory, 'source')
      const { digest } = await fill(source)
      const image = await decoder.prepare(source, directory)
      return { ...image, directory, name, ...(digest === undefined ? {} : { digest }) }
    } catch (error) {
      await spool.discard(directory)
      throw error
    }
  }

  const fetchImage = async (scope: Scope, { url, param }: ImageWanted, signal: AbortSignal): Promise<IncomingImage> => {
    const leave = takeFetchPlace(scope.caller.id)
    try {
      return await bring(nameIn(url), async (file) => {
        await download(url, file, AbortSignal.any([signal, closing.signal]))
        return {}
      })
    } catch (error) {
      // Of the address only the host: the rest may be a secret.
      if (error instanceof DownloadError)
        context.log.info('an image was not fetched', { host: new URL(url).host, reason: String(error.cause) })
      if (error instanceof DownloadError || error instanceof ImageFault)
        throw invalidParams(new Map([[param, error.message]]))
      throw error
    } finally {
      leave()
    }
  }

  return {
    open: (path) => openFile(stores, context.database, path),
    receive: async (scope, stream, fileName) => {
      // A stream may break off before anybody reads it.
      stream.on('error', () => undefined)
      const fill = async (file: string) => {
        const received = await spool.receive(stream, file, imageLimit)
        if (received.size === 0) throw new ApiError('rest_upload_no_data', { message: 'The file is empty.' })
        return received
      }
      const leave = takeUploadPlace(scope.caller.id)
      try {
        return await bring(withoutEnding(fileName), fill)
      } catch (error) {
        throw error instanceof ImageFault ? uploadFault(error) : error
      } finally {
        leave()
      }
    },
    write: async (scope, work, { uploaded, signal = closing.signal } = {}) => {
      const fetched = new Map<string, IncomingImage>()
      try {
        for (;;) {
          try {
            return await attempt(
              context,
              stores,
              scope,
              work,
              newIntake({ fetched, ...(uploaded ? { uploaded } : {}) }),
            )
          } catch (error) {
            if (!(error instanceof ImageWanted)) throw error
            if (fetched.size >= maxFetched) {
              throw invalidParams(new Map([[error.param, `At most ${maxFetched} images can be fetched at once.`]]))
            }
            fetched.set(error.url, await fetchImage(scope, error, signal))
          }
        }
      } finally {
        for (const { directory } of fetched.values()) await spool.discard(directory)
      }
    },
    discard: ({ directory }) => spool.discard(directory),
    sweep: async () => {
      await spool.sweep(Date.now())
    },
    close: () => {
      closing.abort()
      return decoder.close()
    },
  }
}

/** One transaction of a write, with what it does to files: those that it brings come before the commit, the others go after it. */
const attempt = async <T>(
  context: Context,
  stores: Stores,
  scope: Scope,
  work: WriteWork<T>,
  intake: Intake,
): Promise<T> => {
  const { database, log } = context
  const remove = async (path: string): Promise<void> => {
    await removeFile(stores, database, path).catch((error) =>
      log.error('a file of an image was not removed', { path, error }),
    )
  }
  try {
    const result = await inTransaction(database, async (db) => {
      const done = await work(db, { ...scope, intake })
      await stores.chosen.put(db, intake.stored)
      return done
    })
    for (const path of intake.removed) await remove(path)
    return result
  } catch (error) {
    for (const path of intake.stored.keys()) await remove(path)
    throw error
  }
}

const uploadFault = ({ message, reason }: ImageFault): ApiError =>
  new ApiError(reason === 'type' ? 'rest_unsupported_media_type' : 'rest_upload_sideload_error', { message })

/** The last part of a name that may be a path, without its ending; at most 200 characters. */
const withoutEnding = (fileName: string): string => {
  const last = fileName.replace(/^.*[/\\]/s, '')
  return (
    readText(last.replace(/(.)\.[^.]*$/s, '$1'))
      .slice(0, 200)
      .toWellFormed() || 'image'
  )
}

const nameIn = (url: string): string => {
  const { pathname } = new URL(url)
  try {
    return withoutEnding(decodeURIComponent(pathname))
  } catch {
    return withoutEnding(pathname)
  }
}
