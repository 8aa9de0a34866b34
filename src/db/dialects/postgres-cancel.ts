import pg from 'pg'

/** What the driver has besides what its types say. */
type Cancellable = pg.PoolClient & {
  readonly processID: number
  readonly secretKey: number
  readonly sslNegotiation: string
}
type CancelConnection = pg.Connection & {
  readonly connect: (...to: [port: number, host: string] | [socket: string]) => void
  readonly requestSsl: () => void
  readonly cancel: (processID: number, secretKey: number) => void
}

/**
 * Runs a statement that only reads, and asks the server to end it when the signal is aborted. A request to end reaches whatever its connection
 * runs at that moment, so the connection runs nothing after it.
 */
export const queryUntil = async (
  pool: pg.Pool,
  query: pg.QueryArrayConfig,
  signal: AbortSignal,
): Promise<unknown[][]> => {
  const client = await pool.connect()
  let asking: pg.Connection | undefined
  const leave = (): void => {
    asking = askToCancel(client as Cancellable)
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    signal.throwIfAborted()
    return (await client.query(query)).rows
  } finally {
    signal.removeEventListener('abort', leave)
    asking?.stream.destroy()
    client.release(asking !== undefined)
  }
}

/**
 * Sends the cancel request of the protocol, encrypted where the connection is. Unlike `pg_cancel_backend` it names the statement by the key
 * of its connection, so that it ends the right one behind a pooler too. Where it fails, the statement runs to its end.
 */
const askToCancel = ({ host, port, ssl, sslNegotiation, processID, secretKey }: Cancellable): pg.Connection => {
  const connection = new pg.Connection({ ssl, sslNegotiation } as pg.ConnectionConfig) as CancelConnection
  const send = (): void => connection.cancel(processID, secretKey)
  connection.on('error', () => undefined)
  connection.on('sslconnect', send)
  connection.on('connect', () => {
    if (!ssl) send()
    else if (sslNegotiation !== 'direct') connection.requestSsl()
  })
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
  return connection
}
