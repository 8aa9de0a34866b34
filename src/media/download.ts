import { open, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { imageLimit } from '../core/image-file.ts'
import {
  abortWith,
  createGuardedRequest,
  type GuardedRequest,
  type RequestOptions,
  type RequestRules,
} from '../lib/guarded-request.ts'

/**
 * Downloads a URL into a file that must not exist yet, and returns its size in bytes. If anything fails, no
 * file is left. `signal` aborts it.
 * @throws DownloadError for any problem with the URL; errors of writing the file are thrown unchanged.
 */
export type Downloader = (url: string, file: string, signal?: AbortSignal) => Promise<{ readonly size: number }>

/** How names are resolved, and how long things may take, in milliseconds. */
export type DownloadOptions = RequestOptions & {
  /** For the whole download, including redirects and the body. */
  readonly timeout?: number
}

/**
 * An image cannot be fetched from a URL. The message says what is wrong with the answer of a server that may be asked. It is the same for
 * blocked and unreachable addresses, so that a client cannot use the server to explore its network; the reason is in `cause`, for the log.
 */
export class DownloadError extends Error {
  constructor(cause: unknown, message: string) {
    super(message, { cause })
  }
}

const unavailable =
  'The image cannot be fetched from this URL: nothing answers there, it redirects too often, or it is not allowed. Allowed are public http and https addresses on ports 80 and 443; the operator can allow others (KALENDS_FETCH_PORTS, KALENDS_FETCH_NETWORKS).'

const unfit = (reason: string, cause: unknown = new Error(reason)): DownloadError =>
  new DownloadError(cause, `The image cannot be fetched. ${reason}`)

/** Codes of faults of certificates and of TLS: they come only after the connection, so from a server that may be asked. */
const tlsFault = /^ERR_(?:TLS|SSL)_|CERT|^UNABLE_TO_/

/** The error where no answer came: other reasons than a fault of TLS are not told apart. */
const unanswered = (cause: unknown): DownloadError => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return tlsFault.test(code) ? unfit(`TLS fails there (${code}).`, cause) : new DownloadError(cause, unavailable)
}

/** Makes the function that downloads images from addresses that others have given: see `createGuardedRequest`. */
export const createDownloader = (rules: RequestRules, options: DownloadOptions = {}): Downloader => {
  const { timeout = 15_000, ...others } = options
  const terms: Terms = { request: createGuardedRequest(rules, others), timeout }
  return async (url, file, signal) => {
    const handle = await open(file, 'wx', 0o600)
    try {
      await writeFile(handle, receive(url, terms, signal))
      const { size } = await handle.stat()
      return { size }
    } catch (error) {
      await rm(file)
      throw error
    } finally {
      await handle.close()
    }
  }
}

type Terms = { readonly request: GuardedRequest; readonly timeout: number }

/** The body of the response, in pieces. It throws only DownloadError, so other errors come from writing the file. */
async function* receive(url: string, terms: Terms, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  const stop = new AbortController()
  if (signal) abortWith(stop, signal, new Error('Nobody waits for the image any more.'))
  const timer = setTimeout(() => stop.abort(new Error('The download took too long.')), terms.timeout)
  let isAnswered = false
  try {
    const response = await terms.request(url, { accept: 'image/*' }, stop)
    isAnswered = true
    yield* readBody(response)
    // A request that is destroyed at the very end looks like a complete one.
    stop.signal.throwIfAborted()
  } catch (error) {
    if (error instanceof DownloadError) throw error
    const cause = stop.signal.reason ?? error
    throw isAnswered ? unfit('The answer breaks off, or takes too long.', cause) : unanswered(cause)
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

async function* readBody(response: IncomingMessage): AsyncGenerator<Buffer> {
  const { statusCode, headers } = response
  if (statusCode !== 200) throw unfit(`The answer has status ${statusCode}.`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw unfit(`The answer is encoded as ${encoding.slice(0, 50)}.`)
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > imageLimit) throw tooLarge(`${announced} bytes are announced.`)

  let size = 0
  const pieces: AsyncIterable<Buffer> = response
  for await (const piece of pieces) {
    size += piece.length
    if (size > imageLimit) throw tooLarge('The body does not end in time.')
    yield piece
  }
}

const tooLarge = (reason: string): DownloadError =>
  new DownloadError(new Error(reason), 'The image at this URL is larger than 10 MiB.')
