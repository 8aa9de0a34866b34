import type { IncomingMessage } from 'node:http'
import { anonymous, type Caller } from '../crud/permissions.ts'
import { type Address, readAddress } from './address.ts'

/** What the server has found out about a request so far. */
export type RequestState = { readonly address: Address; caller: Caller }

const states = new WeakMap<IncomingMessage, RequestState>()

/** The state of a request; made on first sight. */
export const stateOf = (request: IncomingMessage): RequestState => {
  const known = states.get(request)
  if (known) return known
  const state = { address: readAddress(request.url ?? '/'), caller: anonymous }
  states.set(request, state)
  return state
}
