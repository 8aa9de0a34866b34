import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import type { Asker } from '../core/context.ts'
import type { Caller } from '../core/policy.ts'
import { clientNetwork, readForwardedFor } from '../lib/client-network.ts'
import { isInNetworks } from '../lib/networks.ts'

/** The address of the client of a request: that of the connection or, where a trusted proxy forwards it, the last one that is no such proxy. */
export const findClientAddress = ({ socket, headers }: IncomingMessage, trusted: BlockList | undefined): string => {
  let address = socket.remoteAddress ?? ''
  if (!trusted) return address
  const forwarded = readForwardedFor(String(headers['x-forwarded-for'] ?? ''))
  if (forwarded === '') return address
  for (const before of forwarded.split(',').reverse()) {
    if (!isInNetworks(trusted, address)) break
    address = before.trim()
  }
  return address
}

const goneKey = Symbol('gone')

/** Returns the signal that is aborted when the connection of a request ends. All requests of a connection have the same. */
const untilGone = (socket: IncomingMessage['socket'] & { [goneKey]?: AbortSignal }): AbortSignal => {
  const known = socket[goneKey]
  if (known) return known
  const gone = new AbortController()
  if (socket.destroyed) gone.abort()
  else socket.once('close', () => gone.abort())
  socket[goneKey] = gone.signal
  return gone.signal
}

/** Who waits for what a request asks of the database: users count by themselves, all others by their network. */
export const findAsker =
  ({ socket }: IncomingMessage, { id }: Caller, address: () => string) =>
  (): Asker => ({ client: id === 0 ? clientNetwork(address()) : String(id), signal: untilGone(socket) })
