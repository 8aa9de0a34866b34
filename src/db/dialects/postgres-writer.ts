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
  const connections = new WeakMap<pg.PoolClient, Kysely<Schema>>()
  return async () => {
    const client = await pool.connect()
    const kysely = connections.get(client) ?? connectionOf(client)
    connections.set(client, kysely)
    // A connection that is lost or does not respond is closed, and the server rolls back.
    const closing = (error: unknown): never => {
      client.release(true)
      throw error
    }
    const begun = [client.query('begin'), dialect.lockWriters?.(kysely)]
    await Promise.all(begun).catch(closing)
    const ahead: Promise<unknown>[] = []
    return {
      db: {
        kysely,
        dialect,
        sendAhead: (text) => {
          const sent = client.query(text)
          sent.catch(() => undefined)
          ahead.push(sent)
        },
      },
      commit: async () => {
        await Promise.all(ahead)
        // The server answers the commit of a transaction in which something has failed with a rollback.
        const { command } = await client.query('commit')
        if (command !== 'COMMIT') throw new Error('The transaction was rolled back.')
        client.release()
      },
      rollback: async () => {
        await client.query('rollback').catch(closing)
        client.release()
      },
    }
  }
}

/** The connection as Kysely sees it; transactions are begun and ended beside it. */
const connectionOf = (client: pg.PoolClient): Kysely<Schema> => {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => {
      const { command, rowCount, rows } = await client.query(sql, parameters as unknown[])
      const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
      return { rows, ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }) } as QueryResult<R>
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
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
}
