import type { IncomingMessage } from 'node:http'
import { anonymous, type Caller } from '../core/policy.ts'
import { type Address, readAddress } from './address.ts'
import type { Response } from './response.ts'

/** Most characters of a URL (contract B9). */
export const urlLimit = 8192

/** The state of a request before it has a context: address, caller and version of the content. */
export type RequestState = {
  readonly address: Address
  caller: Caller
  /** The version of the content from which the request is answered. */
  version: number
  /** The error of the database, so that it is not queried again for this request. */
  failure?: unknown
  /** Offers the response to the response cache; undefined when it must not be cached. */
  keep?: (response: Response, route: string) => void
}

/** A property of the request itself: a WeakMap of all open requests would slow down garbage collection. */
const stateKey = Symbol('state')

/** Returns the state of a request, which is created by the first call. */
export const stateOf = (request: IncomingMessage & { [stateKey]?: RequestState }): RequestState => {
  request[stateKey] ??= { address: readAddress(request.url ?? '/'), caller: anonymous, version: 0 }
  return request[stateKey]
}
