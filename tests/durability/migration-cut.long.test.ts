import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { findFaults } from '../../src/cli/check.ts'
import { openDatabase } from '../../src/cli/open-database.ts'
import { readConfig } from '../../src/config.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/list.ts'
import type { Environment } from '../../src/settings.ts'
import '../cli/next-release.ts'
import { newDirectory, nextRelease, run, serve } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { choose } from './chance.ts'
import { createVolatileDisk, keepings, noDisk } from './volatile-disk.ts'

const name = 'kalends.sqlite'
const neverBegin = pathToFileURL(join(import.meta.dirname, 'never-begin.ts'))

type Fill = (file: string) => Promise<void>

/** What a server starts on, which brings its schema up to date. */
const origins: Readonly<Record<string, Fill>> = {
  'an empty directory': async () => undefined,
  'a database of the release before': async (file) => {
    const database = openSqlite(file)
    await migrate(database, Date.now(), migrations.slice(0, -1))
    await database.close()
  },
}

/** All that the schema of a directory is, as text: empty where there is no database, or nothing in it. */
const readSchema = (directory: string): string => {
  const file = join(directory, name)
  if (!existsSync(file)) return ''
  const database = new DatabaseSync(file)
  try {
    const schema = database.prepare('select type, name, tbl_name, sql from sqlite_master order by 1, 2').all()
    const names = schema.length > 0 ? database.prepare('select name from migration order by rowid').all() : []
    return [...schema, ...names].map((row) => Object.values(row).join('\t')).join('\n')
  } finally {
    database.close()
  }
}

/** A start whose every call to the disk is remembered, how many there were until it listened, and the schema before and after. */
const recordStart = async (fill: Fill, settings: Environment = nextRelease) => {
  const directory = newDirectory()
  await fill(join(directory, name))
  const before = readSchema(directory)
  const disk = createVolatileDisk(directory)
  const server = await serve({ KALENDS_DATA: directory, ...disk.environment, ...settings })
  const starting = disk.countCalls()
  assert.equal((await server.stop()).code, 0)
  return { disk, starting, before, after: readSchema(directory) }
}

/** Cuts a start at every call, `times` over; answers which schemas that left, and every so often starts on it. */
const cutEverywhere = async (
  test: TestContext,
  { disk, before, after }: Awaited<ReturnType<typeof recordStart>>,
  { times = 1, startEvery = Number.POSITIVE_INFINITY } = {},
) => {
  const calls = disk.countCalls()
  const directory = newDirectory()
  const found = { before: 0, between: 0, after: 0 }
  for (const [at, keep] of choose(test, calls * times, keepings).entries()) {
    disk.replay(directory, (at % calls) + 1, keep)
    const schema = readSchema(directory)
    found[schema === before ? 'before' : schema === after ? 'after' : 'between']++
    if ((at + 1) % startEvery > 0) continue
    const database = await openDatabase(readConfig({ KALENDS_DATA: directory }), { mayUpgrade: true })
    assert.deepEqual(await findFaults(database), [])
    await database.close()
    assert.equal(readSchema(directory), after)
  }
  test.diagnostic(`cuts at ${calls} calls left ${JSON.stringify(found)}`)
  return found
}

/** The program itself, cut at a call and started again. */
const cutStart = async (fill: Fill, call: number, keep: () => boolean): Promise<void> => {
  const directory = newDirectory()
  await fill(join(directory, name))
  const disk = createVolatileDisk(directory)
  disk.cutPower(call)
  const cut = await run(['serve'], { ...nextRelease, KALENDS_DATA: directory, KALENDS_PORT: '0', ...disk.environment })
  assert.equal(cut.signal, 'SIGKILL')
  disk.loseUnflushed(keep)
  const server = await serve({ ...nextRelease, KALENDS_DATA: directory })
  assert.equal((await server.ask('GET', '/events')).status, 200)
  await server.stop()
  const check = await run(['check'], { ...nextRelease, KALENDS_DATA: directory })
  assert.deepEqual([check.code, check.stdout], [0, 'The database is intact.\n'])
}

describe('a power cut at any call of a start that makes the schema', { skip: noDisk }, () => {
  for (const [origin, fill] of Object.entries(origins)) {
    it(`leaves the schema of before or of after, and the next start goes on: ${origin}`, async (test) => {
      const start = await recordStart(fill)
      const found = await cutEverywhere(test, start, { times: rounds(1, 20), startEvery: rounds(5, 1) })
      assert.ok(found.before > 0 && found.after > 0)
      assert.equal(found.between, 0)
      const cuts = fc.record({ call: fc.integer({ min: 1, max: start.starting }), keep: keepings })
      for (const { call, keep } of choose(test, rounds(1, 60), cuts)) await cutStart(fill, call, keep)

      const careless = await recordStart(fill, { NODE_OPTIONS: `${nextRelease.NODE_OPTIONS} --import ${neverBegin}` })
      assert.ok((await cutEverywhere(test, careless)).between > 0)
    })
  }
})
