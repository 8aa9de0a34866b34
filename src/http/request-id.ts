import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The header in which proxies and clients send the id of a request, and in which it is answered. */
export const requestIdHeader = 'x-request-id'

/** Only what can neither break a line of a log nor be long. */
const isSane = (id: unknown): id is string => typeof id === 'string' && /^[\w.:+/=-]{1,128}$/.test(id)

const made = new WeakMap<IncomingMessage, string>()

/** The id that was sent with a request, if it can be used. */
export const sentRequestId = ({ headers }: IncomingMessage): string | undefined => {
  const id = headers[requestIdHeader]
  return isSane(id) ? id : undefined
}

/** The id of a request: the one that was sent or, where it is needed, a new one. */
export const readRequestId = (request: IncomingMessage): string => {
  const known = sentRequestId(request) ?? made.get(request)
  if (known !== undefined) return known
  const id = randomBytes(9).toString('base64url')
  made.set(request, id)
  return id
}
