import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Context, Scope } from '../context.ts'
import { ApiError, invalidParams } from '../crud/errors.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { readText } from '../lib/text.ts'
import { createTurns } from '../lib/turns.ts'
import { createDatabaseStore } from './database-store.ts'
import { createDecoder, ImageFault } from './decoder.ts'
import { createDownloader, DownloadError } from './download.ts'
import { createFileStore, spoolName } from './file-store.ts'
import { imageLimit } from './image-file.ts'
import { ImageWanted, type IncomingImage, type Intake, newIntake } from './intake.ts'
import { createSpool, type Spool } from './spool.ts'
import type { MediaStore } from './store.ts'

/** The library of images of one server. */
export type Library = {
  readonly store: MediaStore
  /**
   * Receives and decodes an image that is sent. Whoever receives one hands it to `write`, or discards it.
   * @throws ApiError for what is too large, no image, or one that cannot be decoded.
   */
  readonly receive: (stream: Readable, fileName: string) => Promise<IncomingImage>
  /**
   * Runs a write in one transaction, and stores the files of the images that it brings, or of none: an address that it wants
   * fetched is fetched between two attempts, never while the transaction is open.
   */
  readonly write: <T>(scope: Scope, work: WriteWork<T>, uploaded?: IncomingImage) => Promise<T>
  readonly discard: (image: IncomingImage) => Promise<void>
  /** Removes what a crash left unfinished. */
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A write: it may run several times, each time in a transaction and with a scope of its own. */
export type WriteWork<T> = (db: Db, scope: Scope) => Promise<T>

/** Images of one server that are on their way, each with a file on the disk: more are asked to come again. */
const maxIncoming = 100

/** Images that are fetched at once: names are looked up in the few threads that files need too, and may take long. */
const maxFetching = 2

/** Addresses that one write may have fetched. */
const maxFetched = 5

/** The store that the settings choose. */
export const createStore = ({ config }: Pick<Context, 'config'>): MediaStore =>
  config.mediaStore === 'files' ? createFileStore(mediaDirectory(config)) : createDatabaseStore()

/** Where the library keeps its files. */
export const mediaDirectory = ({ dataDirectory }: Pick<Context['config'], 'dataDirectory'>): string =>
  join(dataDirectory, 'media')

/** Where files are on their way into it: below the same directory, so that they can be moved. */
export const spoolOf = (config: Pick<Context['config'], 'dataDirectory'>): Spool =>
  createSpool(join(mediaDirectory(config), spoolName))

/** Opens the library; nothing is made on the disk before the first image comes. */
export const createLibrary = (context: Context): Library => {
  const store = createStore(context)
  const spool = spoolOf(context.config)
  const decoder = createDecoder()
  const download = createDownloader(context.config.fetchRules)
  const inTurn = createTurns(maxFetching)
  let incoming = 0

  /** Brings an image into a directory of its own, and decodes it there. */
  const bring = async (name: string, fill: (file: string) => Promise<{ digest?: string }>): Promise<IncomingImage> => {
    if (incoming >= maxIncoming) {
      const message = 'Too many images are being processed. Try again shortly.'
      throw new ApiError('rest_service_unavailable', { message, headers: { 'retry-after': '5' } })
    }
    incoming++
    try {
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
    } finally {
      incoming--
    }
  }

  const fetchImage = async (url: string): Promise<IncomingImage> => {
    const refuse = (message: string): ApiError => invalidParams(new Map([['image', message]]))
    try {
      return await bring(nameIn(url), async (file) => {
        await inTurn(() => download(url, file))
        return {}
      })
    } catch (error) {
      // Of the address only the host: the rest may be a secret.
      if (error instanceof DownloadError)
        context.log.info('an image was not fetched', { host: new URL(url).host, reason: String(error.cause) })
      if (error instanceof DownloadError || error instanceof ImageFault) throw refuse(error.message)
      throw error
    }
  }

  return {
    store,
    receive: (stream, fileName) => {
      // A stream may break off before anybody reads it.
      stream.on('error', () => undefined)
      return bring(withoutEnding(fileName), (file) => spool.receive(stream, file, imageLimit)).catch((error) => {
        throw error instanceof ImageFault ? uploadFault(error) : error
      })
    },
    write: async (scope, work, uploaded) => {
      const fetched = new Map<string, IncomingImage>()
      try {
        for (;;) {
          try {
            return await attempt(context, store, scope, work, newIntake({ fetched, ...(uploaded ? { uploaded } : {}) }))
          } catch (error) {
            if (!(error instanceof ImageWanted)) throw error
            if (fetched.size >= maxFetched) {
              throw invalidParams(new Map([['image', `At most ${maxFetched} images can be fetched at once.`]]))
            }
            fetched.set(error.url, await fetchImage(error.url))
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
    close: () => decoder.close(),
  }
}

/** One transaction of a write, with what it does to files: those that it brings come before the commit, the others go after it. */
const attempt = async <T>(
  context: Context,
  store: MediaStore,
  scope: Scope,
  work: WriteWork<T>,
  intake: Intake,
): Promise<T> => {
  const { database, log } = context
  const remove = async (path: string): Promise<void> => {
    await store
      .remove(database, path)
      .catch((error) => log.error('a file of an image was not removed', { path, error }))
  }
  try {
    const result = await inTransaction(database, async (db) => {
      const done = await work(db, { ...scope, intake })
      await store.put(db, intake.stored)
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
