import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openDatabase } from '../../src/cli/open-database.ts'
import { readConfig } from '../../src/config.ts'
import { postgresDialect } from '../../src/db/dialects/postgres.ts'
import { splitStatements } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/list.ts'
import { newDirectory, serve, until } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { startPostgres } from '../support/postgres.ts'
import { startCutProxy } from './cut-proxy.ts'
import { administer } from './on-postgres.ts'

const postgres = await startPostgres()

/** How a client ends a connection: nothing answers that. */
const goodbye = 'X'

/** How many connections there are besides the one that asks. */
const othersAtWork = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Everything that the schema of a database is, as text. */
const describeSchema = async (url: string): Promise<string> => {
  const [row] = await administer(
    url,
    `select string_agg(line, E'\\n' order by line collate "C") as lines from (
      select format('column %s %s', attrelid::regclass, attname || ' ' || format_type(atttypid, atttypmod)) as line
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and attnum > 0
      union all select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    ) as described`,
  )
  return row?.['lines'] ?? ''
}

describe('a start that loses its database', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.stop())

  const url = `${postgres.url}/postgres`
  const directory = newDirectory()
  const open = async (database: string): Promise<void> => {
    const opened = await openDatabase(readConfig({ KALENDS_DATA: directory, KALENDS_DATABASE: database }))
    await opened.close()
  }

  it('after any of its messages leaves the new schema or none, and the next start serves', async (test) => {
    const proxy = await startCutProxy(postgres.url)
    let sent = 0
    const countTo = (messages: number) => (message: string) => !message.startsWith(goodbye) && ++sent === messages
    proxy.cut('after', countTo(Number.POSITIVE_INFINITY))
    await open(`${proxy.url}/postgres`)
    const total = sent
    const complete = await describeSchema(url)

    /** Starts on an empty database, and is cut when so many messages have been sent; undefined when it has sent fewer. */
    const cutAfter = async (
      messages: number,
      start: (database: string) => Promise<unknown>,
    ): Promise<string | undefined> => {
      await administer(url, 'drop schema public cascade', 'create schema public')
      sent = 0
      proxy.cut('after', countTo(messages))
      const hasStarted = await start(`${proxy.url}/postgres`).then(
        () => true,
        () => false,
      )
      // What a connection had sent before it was cut is still done.
      await until(async () => (await administer(url, othersAtWork))[0]?.['n'] === 0)
      const schema = await describeSchema(url)
      // A lost connection that only asked whether the server is alive does not keep a start from its end.
      if (hasStarted) assert.equal(schema, complete)
      return sent >= messages ? schema : undefined
    }
    const outcomes = { old: 0, complete: 0 }
    // The last one is the commit.
    const step = rounds(5, 1)
    for (let messages = total; messages > 0; messages -= step) {
      const schema = await cutAfter(messages, open)
      if (schema === undefined) {
        // On a busy machine a start asks the server whether it is alive, in further messages.
        messages = sent + step
        continue
      }
      outcomes[schema === '' ? 'old' : 'complete']++
      if (schema !== '') assert.equal(schema, complete)
      await open(url)
      assert.equal(await describeSchema(url), complete)
    }
    test.diagnostic(`${total} messages: ${JSON.stringify(outcomes)}`)
    assert.ok(outcomes.old > 0)

    // Where further messages came between, none of these cuts was after the commit.
    await administer(url, 'drop schema public cascade', 'create schema public')
    let isCreated = false
    proxy.cut('after', (message) => {
      isCreated ||= message.includes('create table event')
      return isCreated && /\bcommit\0/.test(message)
    })
    await open(`${proxy.url}/postgres`).catch(() => undefined)
    await until(async () => (await administer(url, othersAtWork))[0]?.['n'] === 0)
    assert.equal(await describeSchema(url), complete)
    await open(url)

    const server = await serve({ KALENDS_DATA: directory, KALENDS_DATABASE: url })
    assert.equal((await server.ask('GET', '/events')).status, 200)
    assert.equal((await server.stop()).code, 0)

    // Statements that are committed one by one leave something else, on which no start succeeds.
    const statements = migrations.flatMap(({ read }) => splitStatements(read(postgresDialect.name)))
    const torn = await cutAfter(20, (database) => administer(database, postgresDialect.migrationTable, ...statements))
    assert.ok(torn !== '' && torn !== complete)
    await assert.rejects(open(url), /already exists/)
  })
})
