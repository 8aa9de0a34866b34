import { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds after which the server ends a statement. */
export const statementTimeout = 30_000

/** How many milliseconds a server may take. */
export type Patience = {
  /** To give a connection. */
  readonly connection: number
  /** To respond to a probe, and between two checks of a connection in use. */
  readonly response: number
}

/** For commands and the start of a server: a busy machine may need seconds for what takes milliseconds otherwise, and nobody else waits. */
export const patient: Patience = { connection: 10_000, response: 10_000 }

/** For a server that listens: its clients wait, and get 503 afterwards. */
export const hasty: Patience = { connection: 1500, response: 800 }

/**
 * Ends queries to a server that hangs. While a connection is in use, a probe queries the server on a new connection. A server that is only
 * slow responds to the probe; otherwise the connections in use are closed, and their queries fail.
 * @param address @param patience are asked anew for each connection
 * @returns a function that closes all connections in use.
 */
export const watchPool = (pool: pg.Pool, address: () => string, patience: () => Patience): (() => void) => {
  const watches = new Map<pg.PoolClient, NodeJS.Timeout>()
  let probe: Promise<boolean> | undefined
  const isHanging = (): Promise<boolean> => {
    probe ??= findHanging(address(), patience().response).finally(() => {
      probe = undefined
    })
    return probe
  }
  pool.on('acquire', (client) => {
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    const { response } = patience()
    // After so many checks without received data, the server should have ended its statement.
    const mostSilentLooks = Math.ceil((statementTimeout + 2000) / response)
    let heard = stream.bytesRead
    let silentLooks = 0
    const look = async (): Promise<void> => {
      silentLooks = stream.bytesRead === heard ? silentLooks + 1 : 0
      heard = stream.bytesRead
      if (silentLooks > mostSilentLooks || (await isHanging())) stream.destroy()
    }
    watches.set(client, setInterval(look, response))
  })
  pool.on('release', (_error, client) => {
    clearInterval(watches.get(client))
    watches.delete(client)
  })
  return () => {
    for (const client of watches.keys()) client.connection.stream.destroy()
  }
}

/** Probes the server by a query, since a pooler accepts connections even when the server behind it hangs. A server that refuses the probe is alive. */
const findHanging = async (connectionString: string, milliseconds: number): Promise<boolean> => {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString, connectionTimeoutMillis: milliseconds, query_timeout: milliseconds })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('select 1')
    return false
  } catch (error) {
    return !(error instanceof pg.DatabaseError) && error instanceof Error && /timeout/.test(error.message)
  } finally {
    client?.end().catch(() => undefined)
  }
}
