import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { AppContext, RequestContext } from '../core/context.ts'
import { ApiError, invalidParams } from '../core/errors.ts'
import { imageLimit } from '../core/image-file.ts'
import type { ImageWanted, IncomingImage } from '../core/intake.ts'
import { createLimiter } from '../core/limiter.ts'
import { readText } from '../lib/text.ts'
import { shownUrl } from '../lib/url.ts'
import type { Card } from './card.ts'
import { createDecoder, type Decoder, ImageFault } from './decoder.ts'
import { createDownloader, DownloadError } from './download.ts'
import type { Received, Spool } from './spool.ts'
import { chooseSpool } from './stores.ts'
import { findSubmitted, isSubmitted } from './submitted.ts'

/** Receives and fetches images: each into a separate directory, where it is decoded. */
export type Incoming = {
  /** Receives an uploaded image. @throws ApiError if it is too large, not an image, or cannot be decoded. */
  readonly receive: (context: RequestContext, stream: Readable, fileName: string) => Promise<IncomingImage>
  /** Fetches an image, until `signal` says that the request has ended. @throws ApiError naming its parameter. */
  readonly fetch: (context: RequestContext, wanted: ImageWanted, signal: AbortSignal) => Promise<IncomingImage>
  /**
   * Receives a file that somebody without an account sends, and decodes nothing yet; the caller limits how many do so at once, and discards it.
   * @throws ApiError if it is too large, or empty.
   */
  readonly hold: (stream: Readable, fileName: string) => Promise<HeldFile>
  /** Decodes a file that was held, with a preview. @throws ApiError if it is not an image, or cannot be decoded. */
  readonly decode: (held: HeldFile) => Promise<IncomingImage>
  /** Draws a card as a PNG. @throws ApiError if too many are wanted at once, or if it cannot be drawn. */
  readonly draw: (card: Card) => Promise<Buffer>
  readonly discard: (image: Pick<IncomingImage, 'directory'>) => Promise<void>
  /** Removes incomplete files after a crash. */
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A file that was received and not yet decoded; its `name` has no extension. */
export type HeldFile = { readonly directory: string; readonly name: string }

/** Uploads do not wait for each other, because their bytes are already arriving. */
const busy = { waiting: 0, message: 'Too many uploads at once. Try again shortly.', retryAfter: 5 } as const

/** Most images being received or waiting to be decoded, for all users and for one. */
const uploads = { ...busy, running: 200, perClient: 100 } as const

/** Most images fetched at once: they wait for other people's servers. */
const fetches = { ...busy, running: 32, perClient: 8 } as const

/** Cards wait for each other and for images. Programs that show links ask for one card, and again when they are refused. */
const cards = {
  running: 1,
  waiting: 8,
  perClient: 9,
  message: 'Too many pictures at once. Try again shortly.',
} as const

/** The directory for incoming files and the decoder, shared by receiving and fetching. */
type Tools = { readonly spool: Spool; readonly decoder: Decoder }

/** Creates no directory and starts no process before the first image. */
export const createIncoming = (app: AppContext): Incoming => {
  const onMemoryFault = () => app.log.error({}, 'an image was not decoded for want of memory')
  const tools = { spool: chooseSpool(app.config), decoder: createDecoder({ onMemoryFault }) }
  const closing = new AbortController()
  return {
    receive: createReceiver(tools),
    hold: (stream, fileName) => hold(tools, stream, fileName),
    decode: (held) => decodeHeld(tools, held),
    draw: createDrawer(tools),
    fetch: createFetcher(tools, app, closing.signal),
    discard: ({ directory }) => tools.spool.discard(directory),
    sweep: async () => {
      await tools.spool.sweep(Date.now())
    },
    close: () => {
      closing.abort()
      return tools.decoder.close()
    },
  }
}

const createReceiver = (tools: Tools): Incoming['receive'] => {
  const limit = createLimiter(uploads)
  return (context, stream, fileName) => {
    // A stream may break off before it is read.
    stream.on('error', () => undefined)
    return limit(String(context.caller.id), () => receive(tools, stream, fileName))
  }
}

const receive = async (tools: Tools, stream: Readable, fileName: string): Promise<IncomingImage> => {
  try {
    return await bring(tools, withoutEnding(fileName), (file) => receiveSome(tools, stream, file))
  } catch (error) {
    throw uploadError(error)
  }
}

const receiveSome = async ({ spool }: Tools, stream: Readable, file: string): Promise<Received> => {
  const received = await spool.receive(stream, file, imageLimit)
  if (received.size === 0) throw new ApiError('rest_upload_no_data', { message: 'The file is empty.' })
  return received
}

const uploadError = (error: unknown): unknown => {
  if (!(error instanceof ImageFault)) return error
  const code = error.reason === 'type' ? 'rest_unsupported_media_type' : 'rest_upload_sideload_error'
  return new ApiError(code, { message: error.message })
}

const sourceIn = (directory: string): string => join(directory, 'source')

const hold = async (tools: Tools, stream: Readable, fileName: string): Promise<HeldFile> => {
  // A stream may break off before it is read.
  stream.on('error', () => undefined)
  const directory = await tools.spool.open()
  try {
    await receiveSome(tools, stream, sourceIn(directory))
    return { directory, name: withoutEnding(fileName) }
  } catch (error) {
    await tools.spool.discard(directory)
    throw error
  }
}

const decodeHeld = async ({ decoder }: Tools, { directory, name }: HeldFile): Promise<IncomingImage> => {
  try {
    return { ...(await decoder.prepare(sourceIn(directory), directory, true)), directory, name }
  } catch (error) {
    throw uploadError(error)
  }
}

const createDrawer = ({ decoder }: Tools): Incoming['draw'] => {
  const limit = createLimiter({ ...cards, retryAfter: 5 })
  return (card) =>
    limit('', () =>
      decoder.draw(card).catch((error: unknown) => {
        throw error instanceof ImageFault ? new ApiError('rest_service_unavailable', { message: error.message }) : error
      }),
    )
}

const createFetcher = (
  tools: Tools,
  { config, database, log }: AppContext,
  closing: AbortSignal,
): Incoming['fetch'] => {
  const download = createDownloader(config.fetchRules)
  const limit = createLimiter(fetches)
  const fetchImage = async ({ url, param }: ImageWanted, signal: AbortSignal): Promise<IncomingImage> => {
    try {
      return await bring(tools, nameIn(url), async (file) => {
        await download(url, file, AbortSignal.any([signal, closing]))
        return {}
      })
    } catch (error) {
      // Only the host of the URL is logged: the rest may be a secret.
      if (error instanceof DownloadError)
        log.info({ host: new URL(url).host, reason: String(error.cause) }, 'an image was not fetched')
      if (error instanceof DownloadError || error instanceof ImageFault)
        throw invalidParams(new Map([[param, `${shownUrl(url)}: ${error.message}`]]))
      throw error
    }
  }
  /** It was decoded when it was submitted, and gets its sizes now. */
  const bringSubmitted = async ({ url, param }: ImageWanted): Promise<IncomingImage> => {
    const found = await findSubmitted(database, url)
    if (!found) throw invalidParams(new Map([[param, 'The submitted picture is no longer there.']]))
    return bring(tools, found.name, async (file) => {
      await writeFile(file, found.bytes, { mode: 0o600 })
      return {}
    })
  }
  return (context, wanted, signal) =>
    limit(String(context.caller.id), () =>
      isSubmitted(wanted.url) ? bringSubmitted(wanted) : fetchImage(wanted, signal),
    )
}

/** Fills a file in a new directory, and decodes it there. */
const bring = async (
  { spool, decoder }: Tools,
  name: string,
  fill: (file: string) => Promise<{ digest?: string }>,
): Promise<IncomingImage> => {
  const directory = await spool.open()
  try {
    const source = sourceIn(directory)
    const { digest } = await fill(source)
    const image = await decoder.prepare(source, directory)
    return { ...image, directory, name, ...(digest === undefined ? {} : { digest }) }
  } catch (error) {
    await spool.discard(directory)
    throw error
  }
}

/** The last part of a name that may be a path, without its ending; at most 200 characters. */
const withoutEnding = (fileName: string): string => {
  const last = fileName.replace(/^.*[/\\]/s, '')
  const title = readText(last.replace(/(.)\.[^.]*$/s, '$1')).slice(0, 200)
  return title.toWellFormed() || 'image'
}

const nameIn = (url: string): string => {
  const { pathname } = new URL(url)
  try {
    return withoutEnding(decodeURIComponent(pathname))
  } catch {
    return withoutEnding(pathname)
  }
}
