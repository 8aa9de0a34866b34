import { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds after which the server ends a statement. */
export const statementTimeout = 30_000

/** Milliseconds between two checks of a connection in use, and for a server to respond to a probe. */
const patience = 800

/** After this number of checks without received data, a connection is closed: the server should have ended its statement by then. */
const mostSilentLooks = Math.ceil((statementTimeout + 2000) / patience)

/**
 * Ends queries to a server that hangs. While a connection is in use, a probe queries the server on a new connection. A server that is only
 * slow responds to the probe; otherwise the connections in use are closed, and their queries fail.
 * @returns a function that closes all connections in use.
 */
export const watchPool = (pool: pg.Pool, connectionString: string): (() => void) => {
  const watches = new Map<pg.PoolClient, NodeJS.Timeout>()
  let probe: Promise<boolean> | undefined
  const isHanging = (): Promise<boolean> => {
    probe ??= findHanging(connectionString).finally(() => {
      probe = undefined
    })
    return probe
  }
  pool.on('acquire', (client) => {
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    let heard = stream.bytesRead
    let silentLooks = 0
    const look = async (): Promise<void> => {
      silentLooks = stream.bytesRead === heard ? silentLooks + 1 : 0
      heard = stream.bytesRead
      if (silentLooks > mostSilentLooks || (await isHanging())) stream.destroy()
    }
    watches.set(client, setInterval(look, patience))
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
const findHanging = async (connectionString: string): Promise<boolean> => {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString, connectionTimeoutMillis: patience, query_timeout: patience })
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
