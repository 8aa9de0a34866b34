import pg from 'pg'

/** Milliseconds for which a connection is in use before the server is asked whether it answers at all, and that this may take. */
const patience = 800

/**
 * Lets nobody wait for a server that hangs. One that is only slow answers on a new connection, and is waited for. Where that gets no
 * answer either, the connections in use are cut, and whatever waits for them fails as it does when a connection breaks.
 */
export const watchPool = (pool: pg.Pool, connectionString: string): void => {
  const watches = new WeakMap<pg.PoolClient, NodeJS.Timeout>()
  let probe: Promise<boolean> | undefined
  const isAnswering = (): Promise<boolean> => {
    probe ??= isConnecting(connectionString).finally(() => {
      probe = undefined
    })
    return probe
  }
  pool.on('acquire', (client) => {
    const look = async (): Promise<void> => {
      if (!(await isAnswering())) client.connection.stream.destroy()
    }
    watches.set(client, setInterval(look, patience))
  })
  pool.on('release', (_error, client) => clearInterval(watches.get(client)))
}

/** A pooler takes connections also while the server behind it hangs: only a query tells. */
const isConnecting = async (connectionString: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patience, query_timeout: patience })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // Whoever refuses a connection, since there are too many, is alive.
    return error instanceof pg.DatabaseError
  } finally {
    void client.end()
  }
}
