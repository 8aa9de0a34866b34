import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Environment } from '../../src/settings.ts'
import { newCalendar } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { startPostgres } from '../support/postgres.ts'
import { logIns } from './log-ins.ts'
import { administer, newPostgresCalendar } from './on-postgres.ts'
import { type Site, startSite } from './site.ts'
import { findWrongCounters, scenarios } from './together.ts'

const postgres = await startPostgres()
after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

/** A site, and a way to change its database by hand. */
type Fixture = { readonly site: Site; readonly change: (statement: string) => Promise<unknown> }

const onSqlite = async (workers: number, settings: Environment = {}): Promise<Fixture> => {
  const { environment, directory, secret } = await newCalendar()
  const site = await startSite({ ...environment, ...settings }, secret, { servers: 1, workers })
  const change = async (statement: string) => {
    // The servers may be writing at this moment: their search index follows behind.
    const connection = new DatabaseSync(join(directory, 'kalends.sqlite'), { timeout: 60_000 })
    connection.exec(statement)
    connection.close()
  }
  return { site, change }
}

const onPostgres = async (name: string, settings: Environment = {}): Promise<Fixture> => {
  assert.ok(typeof postgres !== 'string')
  const { environment, secret } = await newPostgresCalendar(postgres.url, name)
  const site = await startSite({ ...environment, ...settings }, secret, { servers: 2, workers: 1 })
  return { site, change: (statement) => administer(`${postgres.url}/${name}`, statement) }
}

const noPostgres = typeof postgres === 'string' ? postgres : false

const sites: [name: string, open: () => Promise<Fixture>, skip: string | false][] = [
  ['one process on SQLite', () => onSqlite(1), false],
  ['three processes on SQLite', () => onSqlite(3), false],
  ['two servers on PostgreSQL', () => onPostgres('parallel'), noPostgres],
]

describe('many at once', { concurrency: 2 }, () => {
  for (const [name, open, skip] of sites) {
    describe(name, { skip }, () => {
      let fixture: Fixture
      before(async () => {
        fixture = await open()
      })
      after(() => fixture.site.stop())

      for (const [what, prove] of Object.entries({ ...scenarios, ...logIns })) {
        it(what, async () => {
          for (let round = 0; round < rounds(1, 20); round++) await prove(fixture.site, round)
        })
      }

      it('counters equal counts after all of it, and a counter that does not is noticed', async () => {
        const { site, change } = fixture
        assert.deepEqual(await findWrongCounters(site), [])
        assert.equal((await site.run(['check'])).stdout, 'The database is intact.\n')
        await change(`update term set count = count + 1 where slug = 'shared-0'`)
        assert.match(
          (await findWrongCounters(site)).join('\n'),
          /^Shared 0 counts 51, 50 are listed\nShared 0 counts 51, 50 are listed$/,
        )
        assert.equal((await site.run(['check'])).code, 1)
      })
    })
  }

  const unlocked = { NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'never-lock.ts'))}` }

  describe('writers that do not wait for each other are noticed', () => {
    for (const [name, open, skip] of [
      ['on SQLite', () => onSqlite(3, unlocked), false],
      ['on PostgreSQL', () => onPostgres('unlocked', unlocked), noPostgres],
    ] as const) {
      it(name, { skip }, async (test) => {
        const { site } = await open()
        test.after(() => site.stop())
        const prove = scenarios['of two updates with one ETag one is refused'] ?? assert.fail()
        await assert.rejects(async () => {
          for (let round = 0; round < 20; round++) await prove(site, round)
        }, assert.AssertionError)
      })
    }
  })
})
