import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy before servers that come and go. */
export type Balancer = {
  readonly address: string
  /** Requests that were sent to a second server, since the first did not answer. */
  readonly repeated: () => number
  readonly close: () => void
}

/**
 * Hands requests to the servers on `ports` in turn. With `isPatient`, a request that got no answer goes to the next server, as nginx does
 * with `proxy_next_upstream`: one that changes nothing, or carries an Idempotency-Key, may be sent twice.
 */
export const startBalancer = async (ports: readonly number[], isPatient: boolean): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  let repeated = 0
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(incoming)
    const mayRepeat = isPatient && (incoming.method === 'GET' || incoming.headers['idempotency-key'] !== undefined)
    const first = turn++
    for (let attempt = 0; ; attempt++) {
      const port = ports[(first + attempt) % ports.length] ?? 0
      try {
        const { statusCode = 502, headers, content } = await pass(agent, port, incoming, body)
        response.writeHead(statusCode, headers).end(content)
        return
      } catch {
        if (!mayRepeat || attempt > 2 * ports.length) break
        repeated++
      }
    }
    response.writeHead(502).end()
  }
  const server = createServer((incoming, response) => void answer(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repeated: () => repeated,
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

const readAll = async (stream: IncomingMessage): Promise<Buffer> => Buffer.concat(await stream.toArray())

/** @throws Error where no complete answer comes. */
const pass = (agent: Agent, port: number, { method, url, headers: sent }: IncomingMessage, body: Buffer) =>
  new Promise<{ statusCode: number | undefined; headers: Record<string, string>; content: Buffer }>(
    (resolve, reject) => {
      const outgoing = request({ agent, port, host: '127.0.0.1', method, path: url, headers: sent }, (incoming) => {
        const { statusCode, headers } = incoming
        const { connection: _, ...kept } = headers as Record<string, string>
        readAll(incoming).then((content) => resolve({ statusCode, headers: kept, content }), reject)
      })
      outgoing.once('error', reject).end(body)
    },
  )
