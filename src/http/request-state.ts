import type { IncomingMessage } from 'node:http'
import { anonymous, type Caller } from '../core/policy.ts'
import { type Address, readAddress } from './address.ts'
import type { Response } from './response.ts'

/** Characters that a URL may have (contract B9). */
export const urlLimit = 8192

/** What the server has found out about a request so far. */
export type RequestState = {
  readonly address: Address
  caller: Caller
  /** The version of the content from which the request is answered. */
  version: number
  /** Why the database does not answer; nobody has to ask it again to learn that. */
  failure?: unknown
  /** Offers the response of a route to the cache; not there where it may not be cached. */
  keep?: (response: Response, route: string) => void
}

/** Kept at the request itself: a WeakMap of all that are in flight keeps the garbage collector busy. */
const stateKey = Symbol('state')

/** The state of a request; made on first sight. */
export const stateOf = (request: IncomingMessage & { [stateKey]?: RequestState }): RequestState => {
  request[stateKey] ??= { address: readAddress(request.url ?? '/'), caller: anonymous, version: 0 }
  return request[stateKey]
}
