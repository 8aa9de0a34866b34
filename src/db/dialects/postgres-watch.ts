import type { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds after which the server ends a statement. */
export const statementTimeout = 30_000

/** Milliseconds between two looks at a connection in use, and that the server may take to show that it lives. */
const patience = 800

/** Looks at a connection that brings nothing, after which it is cut: the server would have ended its statement before. */
const mostSilentLooks = Math.ceil((statementTimeout + 2000) / patience)

/**
 * Lets nobody wait for a server that hangs. One that is only slow answers on a new connection, and is waited for. Where that gets no
 * answer either, the connections in use are cut, and whatever waits for them fails as it does when a connection breaks.
 * @returns what cuts all connections in use at once.
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
    const stream = client.connection.stream as Socket
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

/** A pooler takes connections also while the server behind it hangs: only a query tells. Who refuses one, for any reason, is alive. */
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
