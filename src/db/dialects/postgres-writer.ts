import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Schema } from '../schema.ts'
import type { BeginTransaction } from '../shared-transactions.ts'
import type { Dialect } from './dialect.ts'

/**
 * Makes the function that begins a transaction on a connection of the pool, whose connections must have `pipeline` set: statements that
 * do not wait for each other are sent together and share a round trip. Kysely's own transactions would wait for each answer.
 */
export const pipelinedTransactions = (pool: pg.Pool, dialect: Dialect): BeginTransaction => {
  const connections = new WeakMap<pg.PoolClient, Connection>()
  return async () => {
    const client = await pool.connect()
    const connection = connections.get(client) ?? connectionOf(client)
    connections.set(client, connection)
    const { kysely, send } = connection
    // A connection that is lost or does not respond is closed, and the server rolls back.
    const closing = (error: unknown): never => {
      client.release(true)
      throw error
    }
    const begun = [send('begin'), dialect.lockWriters?.(kysely)]
    await Promise.all(begun).catch(closing)
    const ahead: Promise<unknown>[] = []
    return {
      db: {
        kysely,
        dialect,
        sendAhead: (text) => {
          const sent = send(text)
          sent.catch(() => undefined)
          ahead.push(sent)
        },
      },
      commit: async () => {
        await Promise.all(ahead)
        // The server answers the commit of a transaction in which something has failed with a rollback.
        const { command } = await send('commit')
        if (command !== 'COMMIT') throw new Error('The transaction was rolled back.')
        client.release()
      },
      rollback: async () => {
        await send('rollback').catch(closing)
        client.release()
      },
    }
  }
}

type Send = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>

/** A connection for Kysely; transactions begin and end outside of Kysely, with `send`. */
type Connection = { readonly kysely: Kysely<Schema>; readonly send: Send }

const connectionOf = (client: pg.PoolClient): Connection => {
  const send = reportingCauses(client)
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => {
      const { command, rowCount, rows } = await send(sql, parameters)
      const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
      const result: QueryResult<R> = isWrite ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
      return result
    },
    streamQuery: () => {
      throw new Error('A pipelined connection has no cursors.')
    },
  }
  const refuse = async (): Promise<never> => {
    throw new Error('The connection is in a transaction.')
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
  const dialect = new PostgresDialect({ pool: refuse })
  const kysely = new Kysely<Schema>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
  return { kysely, send }
}

/** After a statement has failed, the server refuses those sent after it (25P02): they fail with the error of the first. */
const reportingCauses = (client: pg.PoolClient): Send => {
  let cause: unknown
  return (text, values) =>
    client.query(text, values && [...values]).catch((error) => {
      if (!('code' in error) || error.code !== '25P02') cause = error
      throw cause ?? error
    })
}
