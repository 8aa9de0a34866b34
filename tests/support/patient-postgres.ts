import pg from 'pg'

const hangMilliseconds = 300_000

/**
 * Lets the servers of this process wait for PostgreSQL as long as it takes. By themselves they answer 503 after a second and a half without
 * a connection, and when the server shows no life for 800 milliseconds: right for clients, and less than it takes on a busy machine.
 */
export const waitForPostgres = (): void => {
  pg.Pool = PatientPool
  pg.Client = PatientClient
}

class PatientPool extends pg.Pool {
  constructor(options: pg.PoolConfig = {}) {
    super({ ...options, connectionTimeoutMillis: hangMilliseconds })
  }
}

class PatientClient extends pg.Client {
  constructor(options: string | pg.ClientConfig = {}) {
    const given = typeof options === 'string' ? { connectionString: options } : options
    super({ ...given, connectionTimeoutMillis: hangMilliseconds, query_timeout: hangMilliseconds })
  }
}
