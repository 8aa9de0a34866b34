import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import pLimit from 'p-limit'
import { createAddressGuard } from './address-guard.ts'

/** Allowed in addition to public addresses (`networks`, addresses or CIDR) and to the ports of http and https. */
export type RequestRules = { readonly networks: readonly string[]; readonly ports: readonly number[] }

/** How names are resolved, and how long connecting may take. */
export type RequestOptions = {
  /** Returns all addresses of a host name. */
  readonly resolveName?: ResolveName
  /** For looking up the name, TCP and TLS together, at each hop, in milliseconds. */
  readonly connectTimeout?: number
  /** The origin that the operator has named in a command, which may be anywhere. */
  readonly trustedOrigin?: string
}

/** Returns all addresses of a host name. */
export type ResolveName = (name: string) => Promise<readonly HostAddress[]>
type HostAddress = { readonly address: string; readonly family: number }

/** Requests a URL with the method GET, and follows redirects; `stop` ends it. */
export type GuardedRequest = (
  url: string,
  headers: Readonly<Record<string, string>>,
  stop: AbortController,
) => Promise<IncomingMessage>

const mostRedirects = 3

/** Limits name look-ups: they share a few threads with file access, and a slow one cannot be cancelled. */
const limit = pLimit(2)

/**
 * Makes the only function with which Kalends requests URLs that others have given (contract, B7.9). Every address of every hop is checked
 * before anything is sent to it, and the connection goes to an address that was checked: a name that later resolves to another address gains
 * nothing, because it is not resolved again. The header `authorization` goes to the first origin alone.
 */
export const createGuardedRequest = (rules: RequestRules, options: RequestOptions = {}): GuardedRequest => {
  const terms: Terms = {
    ports: rules.ports,
    isAllowed: createAddressGuard(rules.networks),
    resolveName: (name) => limit(() => lookup(name, { all: true })),
    connectTimeout: 5_000,
    trustedOrigin: '',
    ...options,
  }
  return (url, headers, stop) => follow(url, headers, terms, stop)
}

/**
 * Aborts a request when `signal` is aborted, for the reason of that or another one. The request has to be aborted when it ends as well: it forgets
 * the signal then.
 */
export const abortWith = (request: AbortController, signal: AbortSignal, reason?: Error): void => {
  const abort = (): void => request.abort(reason ?? signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true, signal: request.signal })
}

type Terms = Required<RequestOptions> & {
  readonly ports: readonly number[]
  readonly isAllowed: (address: string) => boolean
}

const follow = async (
  start: string,
  headers: Readonly<Record<string, string>>,
  terms: Terms,
  stop: AbortController,
): Promise<IncomingMessage> => {
  let url = new URL(start)
  const { origin } = url
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const { authorization, ...others } = headers
    const isSame = url.origin === origin && authorization !== undefined
    const response = await ask(url, isSame ? headers : others, terms, stop)
    const { location } = response.headers
    if (location === undefined || !redirectStatuses.has(response.statusCode)) return response
    response.destroy()
    url = new URL(location, url)
  }
  throw new Error(`There are more than ${mostRedirects} redirects.`)
}

const redirectStatuses = new Set<number | undefined>([301, 302, 303, 307, 308])

/** One hop; its address is checked before anything is sent. */
const ask = async (
  url: URL,
  headers: Readonly<Record<string, string>>,
  terms: Terms,
  stop: AbortController,
): Promise<IncomingMessage> => {
  stop.signal.throwIfAborted()
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`The scheme ${url.protocol} is not allowed.`)
  if (url.username !== '' || url.password !== '') throw new Error('The URL has a user name or a password.')
  // The URL parser leaves out the standard port of the scheme.
  if (url.port !== '' && url.origin !== terms.trustedOrigin && !terms.ports.includes(Number(url.port)))
    throw new Error(`Port ${url.port} is not allowed. KALENDS_FETCH_PORTS can allow it.`)

  const timer = setTimeout(() => stop.abort(new Error('The connection took too long.')), terms.connectTimeout)
  try {
    const addresses = await Promise.race([findAddresses(url, terms), failWhenAborted(stop.signal)])
    return await send(url, headers, addresses, stop.signal, () => clearTimeout(timer))
  } finally {
    clearTimeout(timer)
  }
}

const findAddresses = async (
  url: URL,
  { isAllowed, resolveName, trustedOrigin }: Terms,
): Promise<readonly HostAddress[]> => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family === 0 ? await resolveName(host) : [{ address: host, family }]
  if (addresses.length === 0) throw new Error(`The name ${host} has no address.`)
  if (url.origin === trustedOrigin) return addresses
  const refused = addresses.find(({ address }) => !isAllowed(address))
  if (refused !== undefined)
    throw new Error(`The address ${refused.address} is not allowed. KALENDS_FETCH_NETWORKS can allow it.`)
  return addresses
}

const failWhenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

const send = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  addresses: readonly HostAddress[],
  signal: AbortSignal,
  onConnected: () => void,
): Promise<IncomingMessage> => {
  const answerChecked: LookupFunction = (_name, _options, callback) => callback(null, [...addresses])
  const options = {
    agent: false,
    headers: { 'accept-encoding': 'identity', 'user-agent': 'Kalends', ...headers },
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
