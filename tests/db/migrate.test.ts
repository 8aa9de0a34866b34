import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate, SchemaError, splitStatements } from '../../src/db/migrate.ts'
import { type Migration, migrations } from '../../src/db/migrations/list.ts'
import { temporaryDirectory } from '../support/calendar.ts'

const directory = temporaryDirectory()
after(() => rmSync(directory, { recursive: true, force: true }))

let files = 0
const newFile = (): string => join(directory, `${++files}.sqlite`)

const namesIn = async (database: Database, query: string): Promise<string[]> => {
  const { rows } = await sql.raw<{ name: string }>(query).execute(database.kysely)
  return rows.map(({ name }) => name)
}
const tablesOf = (database: Database): Promise<string[]> =>
  namesIn(database, `select name from sqlite_master where type = 'table' order by name`)
const appliedOf = (database: Database): Promise<string[]> =>
  namesIn(database, 'select name from migration order by rowid')

const one: Migration = { name: '0001-one', read: () => 'create table one (a); insert into one values (1);' }
const two: Migration = { name: '0002-two', read: () => 'create table two (b); insert into two select a from one;' }
const bad: Migration = {
  name: '0002-two',
  read: () => 'create table two (b); drop table one; insert into nowhere values (1);',
}

describe('migrations', () => {
  it('run in their order, in one transaction, and once', async () => {
    const statements: string[] = []
    const database = openSqlite(newFile(), { onStatement: (text) => void statements.push(text) })
    assert.deepEqual(await migrate(database, Date.parse('2026-01-02T03:04:05Z'), [one, two]), ['0001-one', '0002-two'])
    const steps = statements
      .map((text) => text.trim())
      .filter((text) => /^(begin|commit|create table (one|two)|insert into (one|two))/.test(text))
    assert.deepEqual(steps, [
      'begin immediate',
      'create table one (a);',
      'insert into one values (1);',
      'create table two (b);',
      'insert into two select a from one;',
      'commit',
    ])
    assert.deepEqual(await migrate(database, 0, [one, two]), [])
    const rows = await database.kysely.selectFrom('migration').selectAll().orderBy('name').execute()
    assert.deepEqual(
      rows.map(({ name, applied_utc }) => `${name} ${applied_utc}`),
      ['0001-one 2026-01-02 03:04:05', '0002-two 2026-01-02 03:04:05'],
    )
    await database.close()
  })

  it('have names in ascending order', () => {
    const names = migrations.map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)].sort())
    for (const name of names) assert.match(name, /^\d{4}-[a-z-]+$/)
  })

  it('that fail leave the schema as it was, and run later', async () => {
    const database = openSqlite(newFile())
    await assert.rejects(migrate(database, 0, [one, bad]), /nowhere/)
    assert.deepEqual(await tablesOf(database), [])
    assert.deepEqual(await migrate(database, 0, [one]), ['0001-one'])
    await assert.rejects(migrate(database, 0, [one, bad]), /nowhere/)
    assert.deepEqual(await tablesOf(database), ['migration', 'one'])
    assert.deepEqual(await appliedOf(database), ['0001-one'])
    assert.deepEqual(await namesIn(database, 'select a as name from one'), [1])
    assert.deepEqual(await migrate(database, 0, [one, two]), ['0002-two'])
    assert.deepEqual(await namesIn(database, 'select b as name from two'), [1])
    await database.close()
  })

  it('of a newer release are refused in one line, and nothing is changed', async () => {
    const database = openSqlite(newFile())
    await migrate(database, 0, [one, two])
    await assert.rejects(migrate(database, 0, [one]), (error) => {
      assert.ok(error instanceof SchemaError)
      assert.match(error.message, /newer Kalends \(migration 0002-two\)/)
      assert.ok(!error.message.includes('\n'))
      return true
    })
    assert.deepEqual(await appliedOf(database), ['0001-one', '0002-two'])
    await database.close()
  })

  it('are divided into statements, whatever holds a semicolon', () => {
    const statements = [
      `insert into one values ('a; b', 'it''s; begin')`,
      "-- A comment; with a semicolon, and with an apostrophe that isn't one.\ncreate table two (b)",
      'create trigger one_two after insert on one begin\n  delete from two; insert into two values (case new.a when 1 then 2 end);\nend',
      'create function three() returns trigger language plpgsql as $$\n  begin\n    delete from two; return null;\n  end\n$$',
      'create table beginning (c, "end" text)',
    ]
    const ended = statements.map((statement) => `${statement};`)
    const trimmed = (script: string) => splitStatements(script).map((statement) => statement.trim())
    assert.deepEqual(trimmed(`${ended.join('\n\n')}\n`), ended)
    assert.deepEqual(trimmed(statements.join(';')), [...ended.slice(0, -1), statements.at(-1)])
    assert.deepEqual(trimmed('\n'), [])
  })

  it('are run once by processes that start together on a new file', async () => {
    const rounds = Array.from({ length: 10 }, () => newFile())
    const begin = Date.now() + 1000
    const outcomes = await Promise.all([1, 2, 3].map(() => migrateInProcess(begin, rounds)))
    for (const round of rounds.keys()) {
      assert.deepEqual(outcomes.map((lines) => lines[round]).sort(), ['0', '0', String(migrations.length)])
    }
  })
})

/** Answers a line for each file: how many migrations the process ran there. */
const migrateInProcess = async (begin: number, paths: readonly string[]): Promise<string[]> => {
  const program = join(import.meta.dirname, 'migrate-together.ts')
  const child = spawn(process.execPath, [program, String(begin), ...paths], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  return output.trimEnd().split('\n')
}
