import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { after } from 'node:test'

/** Stands before a PostgreSQL server, and passes everything on until it is told to cut a connection. */
export type CutProxy = {
  /** As the server's: without the name of a database. */
  readonly url: string
  /** Cuts a connection once, at the first message of a client that is meant. */
  readonly cut: (moment: CutMoment, isMeant: (message: string) => boolean) => void
  /** Whether that has happened. */
  readonly hasCut: () => boolean
}

/** Before the server gets the message, or when it has done what that says and its answer is on the way. */
export type CutMoment = 'before' | 'after'

const servers: Server[] = []
const sockets = new Set<Socket>()

after(() => {
  for (const server of servers) server.close()
  for (const socket of sockets) socket.destroy()
})

/** Starts on a free port, until the end of the test file. A client waits for each answer, so that what arrives at once is one message of its. */
export const startCutProxy = async (serverUrl: string): Promise<CutProxy> => {
  const { hostname, port, username } = new URL(serverUrl)
  let plan: { moment: CutMoment; isMeant: (message: string) => boolean } | undefined
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const destroy = (): void => {
      for (const socket of [client, upstream]) socket.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket
        .on('error', () => undefined)
        .on('close', () => sockets.delete(socket))
        .on('close', destroy)
    }
    let isCut = false
    client.on('data', (message) => {
      const { moment } = plan?.isMeant(message.toString('latin1')) ? plan : {}
      if (moment) plan = undefined
      isCut ||= moment === 'after'
      if (moment === 'before') destroy()
      else upstream.write(message)
    })
    upstream.on('data', (answer) => (isCut ? destroy() : client.write(answer)))
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `postgres://${username}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (moment, isMeant) => {
      plan = { moment, isMeant }
    },
    hasCut: () => plan === undefined,
  }
}
