import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { errorText } from '../../lib/error-text.ts'
import { abortWith, createGuardedRequest, type GuardedRequest } from '../../lib/guarded-request.ts'
import { importsDirectory, readHead } from './files.ts'
import { explainUnknown, type FormatName, isFormatName, recogniseFormat, siteFormat } from './formats/list.ts'
import { looksLikeSite } from './open-source.ts'
import { createSiteClient, discoverSite, readRetryAfter } from './remote/client.ts'
import { readSite } from './remote/read-site.ts'

/** An address to fetch, with a number that names its file, and the headers `ETag` and `Last-Modified` of its last answer; '' for none. */
type Address = { readonly id: number; readonly url: string; readonly etag: string; readonly last_modified: string }

/** What an address has answered: a file of a format, or that nothing has changed. */
export type Fetched =
  | {
      readonly path: string
      /** Of a live site the file is NDJSON. */
      readonly format: FormatName | typeof siteFormat
      readonly etag: string
      readonly last_modified: string
      /** Whether the site has shown as many records as it says that it has. */
      readonly isWhole: boolean
    }
  | 'unchanged'

/** A source cannot be read; the message is for the administrator. */
export class SourceError extends Error {
  /** The seconds for which the server there asks to be left alone; 0 without such a wish. */
  readonly retryAfter: number

  constructor(message: string, retryAfter = 0) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** Milliseconds that one reading may take, and for which nothing may come. */
const timeout = 600_000
const longestSilence = 60_000

/**
 * Fetches a source into a file, unless the server says that it has not changed (RFC 9110, 13.1). Of a live site the file holds its records, so
 * that they can be counted before any is changed. `closing` ends it.
 * @throws SourceError
 */
export const fetchSource = async (
  config: Config,
  { id, url, etag, last_modified }: Address,
  closing: AbortSignal,
): Promise<Fetched> => {
  const directory = importsDirectory(config)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `source-${id}.part`)
  const request = createGuardedRequest(config.fetchRules)
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new Error('It takes too long.')), timeout)
  const silence = setTimeout(() => stop.abort(new Error('It has sent nothing for a minute.')), longestSilence)
  abortWith(stop, closing)
  try {
    const headers = {
      accept: 'text/calendar, application/x-ndjson, text/csv, text/html;q=0.5, */*;q=0.1',
      ...(etag && { 'if-none-match': etag }),
      ...(last_modified && { 'if-modified-since': last_modified }),
    }
    const response = await request(url, headers, stop)
    if (response.statusCode === 304) return 'unchanged'
    if (response.statusCode !== 200)
      throw new SourceError(
        `The address answers ${response.statusCode}.`,
        readRetryAfter(response.headers['retry-after'], Date.now()),
      )
    const limit = limited(config.importBytes, () => silence.refresh())
    await pipeline(response, limit, createWriteStream(path, { mode: 0o600 }))
    clearTimeout(silence)
    const type = response.headers['content-type'] ?? ''
    const told = { etag: response.headers.etag ?? '', last_modified: response.headers['last-modified'] ?? '' }
    if (looksLikeSite({ type, url })) {
      const isWhole = await writeSite(config, request, url, path, stop.signal)
      // A page does not change with the events.
      return { path, format: siteFormat, etag: '', last_modified: '', isWhole }
    }
    const beginning = { bytes: await readHead(path), contentType: type, fileName: new URL(url).pathname }
    const found = recogniseFormat(beginning)
    if (!isFormatName(found)) throw new SourceError(explainUnknown(found === 'html' ? found : 'unknown'))
    return { path, format: found, ...told, isWhole: true }
  } catch (error) {
    await rm(path, { force: true })
    if (error instanceof SourceError) throw error
    // Only administrators see the reason.
    throw new SourceError(errorText(error).replace(/^it /, 'It '))
  } finally {
    clearTimeout(timer)
    clearTimeout(silence)
    stop.abort()
  }
}

/** Passes pieces on until there are too many bytes; `onPiece` is told of each. */
const limited = (most: number, onPiece: () => void = () => undefined) =>
  async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0
    for await (const piece of pieces) {
      size += piece.length
      onPiece()
      if (size > most) throw new SourceError(`It is larger than ${most} bytes (KALENDS_IMPORT_BYTES).`)
      yield piece
    }
  }

/** Writes the records of a live site to a file, a line each, and returns whether it has shown all. */
const writeSite = async (
  config: Config,
  request: GuardedRequest,
  url: string,
  path: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const pause = (milliseconds: number) => wait(milliseconds, undefined, { signal })
  const ask = createSiteClient(request, undefined, pause, signal)
  const addresses = await discoverSite(url, ask)
  let isWhole = true
  const lines = async function* (): AsyncGenerator<Buffer> {
    for await (const record of readSite(addresses, ask, false)) {
      if ('json' in record) continue
      if ('fault' in record) {
        if (!record.isMissing) throw new SourceError(`${record.place}: ${record.fault}`)
        isWhole = false
        continue
      }
      const { externalId, ...others } = record
      yield Buffer.from(`${JSON.stringify({ ...others, external_id: externalId })}\n`)
    }
  }
  await pipeline(lines, limited(config.importBytes), createWriteStream(path, { mode: 0o600 }), { signal })
  return isWhole
}
