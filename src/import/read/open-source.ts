import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { UserError } from '../../accounts/users.ts'
import type { Config } from '../../config.ts'
import { errorCode, errorText } from '../../lib/error-text.ts'
import { createGuardedRequest } from '../../lib/guarded-request.ts'
import { withoutSlashes, withoutWebcal } from '../../lib/url.ts'
import { readHead } from './files.ts'
import { enoughBytes } from './formats/list.ts'
import type { ReadRecords } from './record.ts'
import { createSiteClient, discoverSite, SiteError } from './remote/client.ts'
import { readSite } from './remote/read-site.ts'

/** What is imported: a file, or what an address answers. */
export type Source = {
  /** The name under which its records are found again, if the command names no other: the file's, or that of the address. */
  readonly name: string
  /** The size in bytes; 0 if unknown. */
  readonly bytes: number
  readonly type: string
  /** The beginning, by which the format is recognised. */
  readonly head: Uint8Array
  /** Opens it; what an address answers is read once. */
  readonly read: () => AsyncIterable<Uint8Array>
  readonly isFile: boolean
  /** The address that was named; '' for a file. */
  readonly url: string
}

/**
 * Opens a file or an address of `http`, `https` or `webcal`. The operator has named the address, which may be anywhere; what it redirects to
 * may not.
 * @throws UserError for one that is not there.
 */
export const openSource = (source: string, config: Pick<Config, 'fetchRules'>): Promise<Source> => {
  const url = withoutWebcal(source)
  return /^https?:\/\//i.test(url) ? openUrl(url, config) : openFile(source)
}

const openFile = async (path: string): Promise<Source> => {
  const found = await stat(path).catch((error) => {
    throw errorCode(error) === 'ENOENT' ? new UserError(`There is no ${path}.`) : error
  })
  if (found.isDirectory()) throw new UserError(`${path} is a directory; give a file.`)
  const read = () => createReadStream(path)
  return { name: basename(path), bytes: found.size, type: '', head: await readHead(path), read, isFile: true, url: '' }
}

/** Milliseconds that an address may take to answer with all that it has. */
const timeout = 600_000

const openUrl = async (url: string, { fetchRules }: Pick<Config, 'fetchRules'>): Promise<Source> => {
  if (!URL.canParse(url)) throw new UserError(`${url} is no address.`)
  const stop = new AbortController()
  setTimeout(() => stop.abort(new Error('It takes too long.')), timeout).unref()
  const request = createGuardedRequest(fetchRules, { trustedOrigin: new URL(url).origin })
  const response = await request(url, {}, stop).catch((error) => {
    throw new UserError(`${url} cannot be fetched: ${errorText(error)}`)
  })
  if (response.statusCode !== 200) {
    response.destroy()
    throw new UserError(`${url} answers ${response.statusCode}.`)
  }
  const bytes = Number(response.headers['content-length'] ?? 0)
  const body = untilBroken(response)
  const pieces = body[Symbol.asyncIterator]()
  const first = await pieces.next()
  const head = first.done ? new Uint8Array() : first.value
  return {
    name: nameSource(url),
    bytes,
    type: response.headers['content-type'] ?? '',
    head: head.subarray(0, enoughBytes),
    read: async function* () {
      if (!first.done) yield head
      yield* { [Symbol.asyncIterator]: () => pieces }
    },
    isFile: false,
    url,
  }
}

/** Receives data from now on, although it is read later; a broken source is reported only after all received data has been read. */
const untilBroken = (source: Readable): AsyncIterable<Uint8Array> => {
  const received = source.pipe(new PassThrough())
  let fault: Error | undefined
  source.once('error', (error) => {
    fault = error
    received.end()
  })
  const readAll = async function* () {
    yield* received
    if (fault) throw fault
  }
  return readAll()
}

/** Longest name of a source. */
const longest = 200

/** Words of which addresses of calendars consist everywhere, so that they are nobody's secret. */
const common = new Set(
  `api atom basic cal calendar calendars categories category csv event events export feed feeds full html ical icalendar ics index json jsonld list
  month ndjson organizer organizers page php private public rss series site tag tags today tribe upcoming venue venues webcal week wp xml`.split(
    /\s+/,
  ),
)

/** A part of a path that says only what is there: common words, a language or a version. */
const isPlain = (part: string): boolean =>
  part
    .toLowerCase()
    .split(/[._+-]/)
    .every((word) => word === '' || common.has(word) || /^(?:[a-z]{2}|v\d)$/.test(word))

/**
 * The name of a source by its address. Everybody sees it in the records that come from there: of the address it has neither the query nor any
 * part of the path that could be a key, however short, as in the secret addresses of private calendars. A hash stands for such a part, so that two
 * calendars of one host have different names.
 */
export const nameSource = (url: string): string => {
  const { host, pathname } = new URL(url)
  const parts = withoutSlashes(pathname)
    .split('/')
    .map((part) => (isPlain(part) ? part : createHash('sha256').update(part).digest('hex').slice(0, 10)))
  return `${host}${parts.join('/')}`.slice(0, longest)
}

/** Whether an address has answered as a site does: with a page, with the index of its REST root, or for the interface itself. */
export const looksLikeSite = ({ type, url }: Pick<Source, 'type' | 'url'>): boolean =>
  url !== '' && (/^(?:text\/html|application\/json)\b/i.test(type) || /(?:tribe|calendar)\/events\/v1/.test(url))

/** A live site: the name of its source, and the reader of its records. */
type OpenSite = { readonly name: string; readonly read: ReadRecords }

/**
 * Opens a live site of the interface. The operator has named its address, which may be anywhere; what it redirects to may not.
 * @throws UserError when it is none, or when the credentials cannot be read.
 */
export const openSite = async (
  address: string,
  { fetchRules }: Pick<Config, 'fetchRules'>,
  credentialsFile: string | undefined,
): Promise<OpenSite> => {
  const url = withoutWebcal(address)
  const { origin } = new URL(url)
  const authorization = credentialsFile === undefined ? undefined : readCredentials(credentialsFile)
  const ask = createSiteClient(createGuardedRequest(fetchRules, { trustedOrigin: origin }), authorization)
  try {
    const addresses = await discoverSite(address, ask)
    const [name = ''] = nameSource(url).split('/wp-json')
    return { name, read: () => readSite(addresses, ask, authorization !== undefined) }
  } catch (error) {
    throw error instanceof SiteError ? new UserError(error.message) : error
  }
}

/** The header for the name and the application password in a file, `name:password`. */
const readCredentials = (file: string): string => {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (!text.includes(':')) throw new Error('it must have the form NAME:PASSWORD')
    return `Basic ${Buffer.from(text).toString('base64')}`
  } catch (error) {
    throw new UserError(`--credentials-file ${file}: ${errorText(error)}.`)
  }
}
