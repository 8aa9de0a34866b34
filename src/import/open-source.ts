import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { UserError } from '../accounts/users.ts'
import type { Config } from '../config.ts'
import { errorCode, errorText } from '../lib/error-text.ts'
import { createGuardedRequest } from '../lib/guarded-request.ts'
import { withoutWebcal } from '../lib/url.ts'
import { readHead } from './files.ts'
import { enoughBytes } from './read/formats/list.ts'
import { nameSource } from './source-name.ts'

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
