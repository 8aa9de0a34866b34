import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findFaults } from '../../src/cli/check.ts'
import type { Database } from '../../src/db/database.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/list.ts'
import type { Environment } from '../../src/settings.ts'
import { administer } from '../durability/on-postgres.ts'
import { startPostgres } from '../support/postgres.ts'
import { newCalendar, newDirectory, nextRelease, run, runHere, serve } from './program.ts'
import './next-release.ts'
import { commonShape, fillRows, openAsIs, readRows, readShape, type Shape } from './rows.ts'
import { type Answers, addImages, eventKey, fillCalendar, findDifferences, readAnswers } from './whole-calendar.ts'

const postgres = await startPostgres()
const owner = typeof postgres === 'string' ? '' : postgres.url

/** Links do not name a port, and a process starts from what another has compiled. */
const settings = {
  ...nextRelease,
  KALENDS_PUBLIC_URL: 'http://calendar.test',
  NODE_COMPILE_CACHE: newDirectory(),
}

const kinds = ['sqlite', 'postgres'] as const

describe('the schema of an older release', () => {
  let secret: string
  /** A calendar of the next release: its directory, and what it answers. */
  let directory: string
  let answers: Answers
  before(async () => {
    const calendar = await newCalendar()
    secret = calendar.secret
    directory = calendar.directory
    const server = await serve({ ...calendar.environment, ...settings })
    await fillCalendar(server, secret)
    await addImages(server, secret)
    answers = await readAnswers(server, secret)
    assert.equal((await server.stop()).code, 0)
  })
  after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

  let places = 0
  const newPlace = async (kind: (typeof kinds)[number]) => {
    const place = { ...settings, KALENDS_DATA: newDirectory() }
    if (kind === 'sqlite') return place
    const name = `older${places++}`
    await administer(`${owner}/postgres`, `create database ${name}`)
    return { ...place, KALENDS_DATABASE: `${owner}/${name}` }
  }

  /** Makes a database what an older release had, with the rows of that calendar; returns what is still there today. */
  const makeOlder = async (database: Database, count: number): Promise<Shape> => {
    await migrate(database, 0, migrations.slice(0, count))
    const source = openSqlite(join(directory, 'kalends.sqlite'))
    await fillRows(database, source)
    const shape = commonShape(await readShape(database), await readShape(source))
    await source.close()
    return shape
  }

  const differencesAt = async (place: Environment, meant: Answers): Promise<string[]> => {
    const server = await serve(place)
    const differences = findDifferences(meant, await readAnswers(server, secret))
    assert.equal((await server.stop()).code, 0)
    return differences
  }

  const cases = migrations.slice(0, -1).flatMap(({ name }, at) => kinds.map((kind) => ({ name, count: at + 1, kind })))
  for (const { name, count, kind } of cases) {
    const skip = kind === 'postgres' && typeof postgres === 'string' ? postgres : false

    it(`up to ${name} is brought up to date by a start, on ${kind}`, { skip }, async () => {
      const place = await newPlace(kind)
      const older = await openAsIs(place)
      const shape = await makeOlder(older, count)
      cpSync(join(directory, 'media'), join(place.KALENDS_DATA, 'media'), { recursive: true })
      const rows = await readRows(older, shape)
      await older.close()

      const early = await runHere(['backup', join(newDirectory(), 'early.sqlite')], place)
      assert.deepEqual([early.code, early.faults.length], [78, 1])
      assert.match(early.faults.join(), /of an older Kalends/)
      assert.deepEqual(await differencesAt(place, answers), [])
      const now = await openAsIs(place)
      assert.deepEqual(await findFaults(now), [])
      assert.deepEqual(await readRows(now, shape), rows)
      if (count > 1) return now.close()

      // A start that left something behind would be noticed.
      const { id } = await now.kysely.selectFrom('event_venue').select('event_id as id').executeTakeFirstOrThrow()
      await now.transact(({ kysely }) => kysely.deleteFrom('event_venue').where('event_id', '=', id).execute())
      await now.close()
      const noticed = await differencesAt(place, answers)
      assert.deepEqual(
        noticed.map((line) => line.split(': ')[0]),
        [eventKey(id)],
      )
    })

    // A backup is brought up to date in the same way as a database is, which the tests before this one show of every release.
    if (count > 1 && count < migrations.length - 1) continue
    it(`up to ${name} is that of a backup, which is restored to ${kind}`, { skip }, async () => {
      const file = join(newDirectory(), 'older.sqlite')
      const older = openSqlite(file)
      await makeOlder(older, count)
      await older.close()
      cpSync(join(directory, 'media'), `${file}.media`, { recursive: true })
      const place = await newPlace(kind)
      const { code, stderr } = await run(['restore', file], place)
      assert.equal(code, 0, stderr)
      assert.deepEqual(await differencesAt(place, answers), [])
    })
  }
})
