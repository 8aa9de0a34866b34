import { lookup } from 'node:dns/promises'
import { open, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import pLimit from 'p-limit'
import { createAddressGuard } from './address-guard.ts'
import { imageLimit } from './image-file.ts'

/** Allowed in addition to public addresses (`networks`, addresses or CIDR) and to the ports of http and https. */
export type DownloadRules = { readonly networks: readonly string[]; readonly ports: readonly number[] }

/**
 * Downloads a URL into a file that must not exist yet, and returns its size in bytes. If anything fails, no
 * file is left. `signal` aborts it.
 * @throws DownloadError for any problem with the URL; errors of writing the file are thrown unchanged.
 */
export type Downloader = (url: string, file: string, signal?: AbortSignal) => Promise<{ readonly size: number }>

/** How names are resolved, and how long things may take, in milliseconds. */
export type DownloadOptions = {
  /** Returns all addresses of a host name. */
  readonly resolveName?: ResolveName
  /** For looking up the name, TCP and TLS together, at each hop. */
  readonly connectTimeout?: number
  /** For the whole download, including redirects and the body. */
  readonly timeout?: number
}

type ResolveName = (name: string) => Promise<readonly HostAddress[]>
type HostAddress = { readonly address: string; readonly family: number }

/**
 * An image cannot be fetched from a URL. The message is the same for blocked and unreachable addresses, so that a client cannot
 * use the server to explore its network; the reason is in `cause`, for the log.
 */
export class DownloadError extends Error {
  constructor(cause: unknown, message = unavailable) {
    super(message, { cause })
  }
}

const unavailable =
  'The image cannot be fetched from this URL. Only public http and https addresses on ports 80 and 443 are allowed; the operator can allow others (KALENDS_FETCH_PORTS, KALENDS_FETCH_NETWORKS).'

const mostRedirects = 3

/** Limits name look-ups: they share a few threads with file access, and a slow one cannot be cancelled. */
const limit = pLimit(2)

/**
 * Makes the only function with which Kalends fetches URLs from users (contract, B7.9). Every address of every
 * hop is checked before anything is sent to it, and the connection goes to an address that was checked: a name that
 * later resolves to another address gains nothing, because it is not resolved again.
 */
export const createDownloader = (rules: DownloadRules, options: DownloadOptions = {}): Downloader => {
  const terms: Terms = {
    ports: rules.ports,
    isAllowed: createAddressGuard(rules.networks),
    resolveName: (name) => limit(() => lookup(name, { all: true })),
    connectTimeout: 5_000,
    timeout: 15_000,
    ...options,
  }
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

type Terms = Required<DownloadOptions> & {
  readonly ports: readonly number[]
  readonly isAllowed: (address: string) => boolean
}

/** The body of the response, in pieces. It throws only DownloadError, so other errors come from writing the file. */
async function* receive(url: string, terms: Terms, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  const stop = new AbortController()
  const leave = (): void => stop.abort(new Error('Nobody waits for the image any more.'))
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  const timer = setTimeout(() => stop.abort(new Error('The download took too long.')), terms.timeout)
  try {
    yield* readBody(await follow(url, terms, stop))
    // A request that is destroyed at the very end looks like a complete one.
    stop.signal.throwIfAborted()
  } catch (error) {
    throw error instanceof DownloadError ? error : new DownloadError(stop.signal.reason ?? error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
    stop.abort()
  }
}

const follow = async (start: string, terms: Terms, stop: AbortController): Promise<IncomingMessage> => {
  let url = new URL(start)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const response = await ask(url, terms, stop)
    const { location } = response.headers
    if (location === undefined || !redirectStatuses.has(response.statusCode)) return response
    url = new URL(location, url)
  }
  throw new Error(`There are more than ${mostRedirects} redirects.`)
}

const redirectStatuses = new Set<number | undefined>([301, 302, 303, 307, 308])

/** One hop; its address is checked before anything is sent. */
const ask = async (url: URL, terms: Terms, stop: AbortController): Promise<IncomingMessage> => {
  stop.signal.throwIfAborted()
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`The scheme ${url.protocol} is not allowed.`)
  if (url.username !== '' || url.password !== '') throw new Error('The URL has a user name or a password.')
  // The URL parser leaves out the standard port of the scheme.
  if (url.port !== '' && !terms.ports.includes(Number(url.port))) throw new Error(`Port ${url.port} is not allowed.`)

  const timer = setTimeout(() => stop.abort(new Error('The connection took too long.')), terms.connectTimeout)
  try {
    const addresses = await Promise.race([findAddresses(url, terms), failWhenAborted(stop.signal)])
    return await send(url, addresses, stop.signal, () => clearTimeout(timer))
  } finally {
    clearTimeout(timer)
  }
}

const findAddresses = async (url: URL, { isAllowed, resolveName }: Terms): Promise<readonly HostAddress[]> => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family === 0 ? await resolveName(host) : [{ address: host, family }]
  if (addresses.length === 0) throw new Error(`The name ${host} has no address.`)
  const refused = addresses.find(({ address }) => !isAllowed(address))
  if (refused !== undefined) throw new Error(`The address ${refused.address} is not allowed.`)
  return addresses
}

const failWhenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

const send = (
  url: URL,
  addresses: readonly HostAddress[],
  signal: AbortSignal,
  onConnected: () => void,
): Promise<IncomingMessage> => {
  const answerChecked: LookupFunction = (_name, _options, callback) => callback(null, [...addresses])
  const options = {
    agent: false,
    headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Kalends' },
    lookup: answerChecked,
    autoSelectFamily: true, // else only one address is asked for
    rejectUnauthorized: true, // whatever the environment says
  }
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = isSecure ? requestHttps(url, options) : requestHttp(url, options)
    request.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', onConnected))
    request.once('response', resolve)
    request.on('error', reject)
    // A response that switches protocols only causes this event.
    request.once('close', () => reject(new Error('The connection was closed.')))
    signal.addEventListener('abort', () => request.destroy(signal.reason))
    request.end()
  })
}

async function* readBody(response: IncomingMessage): AsyncGenerator<Buffer> {
  const { statusCode, headers } = response
  if (statusCode !== 200) throw new Error(`The answer has status ${statusCode}.`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw new Error(`The answer is encoded as ${encoding}.`)
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
