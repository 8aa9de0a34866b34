import assert from 'node:assert/strict'
import { closeSync, copyFileSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { findFaults } from '../../src/cli/check.ts'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import { findWrongCounts } from '../../src/db/derived-tables.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import type { Environment } from '../../src/settings.ts'
import { makePicture } from '../media/pictures.ts'
import { pathsOf, upload } from '../media/uploading.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { newCalendar } from './places.ts'
import { eventPayload, faultsOf, newDirectory, run, serve } from './program.ts'
import { openAsIs } from './rows.ts'

const kind = process.env['TEST_POSTGRES'] === undefined ? 'sqlite' : 'postgres'

/**
 * What damages a calendar with one event, venue, organizer, category and tag, and what must be told of it. PostgreSQL keeps foreign keys
 * itself: it refuses what is `refusedBy` it, and there is nothing to find.
 */
const damages: { what: string; statements: string[]; says: RegExp[]; refusedBy?: typeof kind }[] = [
  {
    what: 'a wrong counter',
    statements: [`update term set count = 5 where slug = 'music'`],
    says: [/^Term \d+ counts 5 published events; there are 1\.$/],
  },
  {
    what: 'an event that links a venue that is gone',
    statements: ['update event_venue set venue_id = 999'],
    says: [/^event_venue row \d+ refers to a missing venue\.$/],
    refusedBy: 'postgres',
  },
  {
    what: 'a term of an event that is gone',
    statements: ['insert into event_term values ((select min(id) from term), 999)'],
    says: [/^event_term row \d+ refers to a missing event\.$/],
    refusedBy: 'postgres',
  },
  {
    what: 'a category below one that is gone',
    statements: [`update term set parent_id = 999 where slug = 'music'`],
    says: [/^term row \d+ refers to a missing term 999\.$/],
  },
  {
    what: 'an id without a record',
    statements: [`insert into record (id, kind) values (999, 'venue')`],
    says: [/^The id 999 is reserved for a missing venue\.$/],
  },
  {
    what: 'an event that shows an image that is gone',
    statements: ['update event set image_id = 999'],
    says: [/^The event \d+ shows a missing image 999\.$/],
  },
  {
    what: 'a password of nobody',
    statements: [`insert into credential (user_id, label, secret_hash, created_utc) values (999, '', 'x', '')`],
    says: [/^credential row \d+ refers to a missing user\.$/],
    refusedBy: 'postgres',
  },
  {
    what: 'two at once',
    statements: ['update term set count = 7', 'update term set parent_id = 999'],
    says: [/^term row /, /^term row /, /^Term \d+ counts 7 /, /^Term \d+ counts 7 /],
  },
  {
    what: 'a reference and a counter at once',
    statements: ['update term set count = 7', 'update event_venue set venue_id = 999'],
    says: [/^event_venue /, /^Term \d+ counts 7 /, /^Term \d+ counts 7 /],
    refusedBy: 'postgres',
  },
]

/** The faults that statements make, which Kalends would not run; they are undone afterwards. */
const faultsAfter = async (database: Database, statements: readonly string[]): Promise<string[]> => {
  const undo = new Error('undone')
  let faults: string[] = []
  const work = database.transact(async (db) => {
    if (db.dialect.name === 'sqlite') await sql`pragma defer_foreign_keys = on`.execute(db.kysely)
    for (const statement of statements) await sql.raw(statement).execute(db.kysely)
    faults = [...(await findFaults(db)), ...(await findWrongCounts(db.kysely))]
    throw undo
  })
  await work.catch((error) => {
    if (error !== undo) throw error
  })
  return faults
}

describe('check', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    const body = {
      ...eventPayload('Concert'),
      venue: { venue: 'Hall' },
      organizer: { organizer: 'Choir' },
      categories: ['Music'],
      tags: ['Loud'],
    }
    assert.equal((await calendar.ask('POST', '/events', { as: 'admin', body })).status, 201)
  })
  after(() => calendar.close())

  it('finds nothing in a sound calendar', async () => {
    assert.deepEqual(await findFaults(calendar.database), [])
  })

  for (const { what, statements, says } of damages.filter(({ refusedBy }) => refusedBy !== kind)) {
    it(`finds ${what}`, async () => {
      const faults = await faultsAfter(calendar.database, statements)
      assert.equal(faults.length, says.length, faults.join('\n'))
      for (const [index, pattern] of says.entries()) assert.match(faults[index] ?? '', pattern)
      assert.deepEqual(await findFaults(calendar.database), [])
    })
  }

  for (const { what, statements } of damages.filter(({ refusedBy }) => refusedBy === kind)) {
    it(`never meets ${what}`, async () => {
      await assert.rejects(faultsAfter(calendar.database, statements), { code: '23503' })
    })
  }

  it('--repair makes wrong counters right', async () => {
    const { environment } = await newCalendar()
    const database = await openAsIs(environment)
    const term = { taxonomy: 'tag', name: 'a', name_key: 'a', slug: 'a', description: '', search_text: '' } as const
    await database.transact(({ kysely }) =>
      kysely
        .insertInto('term')
        .values({ ...term, parent_id: 0, count: 7, color: '' })
        .execute(),
    )
    await database.close()
    const wrong = 'Term 1 counts 7 published events; there are 0.'
    for (const [args, expected, code] of [
      [[], [wrong], 1],
      [['--repair'], [`${wrong} It was rebuilt.`, 'The database is intact.'], 0],
      [[], ['The database is intact.'], 0],
    ] as const) {
      const found = await run(['check', ...args], environment)
      assert.deepEqual([found.code, found.stdout, found.stderr], [code, `${expected.join('\n')}\n`, ''])
    }
  })

  it('prints each problem on a line with exit code 1; none is exit code 0', async () => {
    const { environment } = await newCalendar()
    const sound = await run(['check'], environment)
    assert.deepEqual([sound.code, sound.stdout, sound.stderr], [0, 'The database is intact.\n', ''])
    const database = await openAsIs(environment)
    const records = [{ kind: 'event' }, { kind: 'venue' }] as const
    await database.transact(({ kysely }) => kysely.insertInto('record').values(records).execute())
    await database.close()
    const found = await run(['check'], environment)
    const expected = ['The id 1 is reserved for a missing event.', 'The id 2 is reserved for a missing venue.', '']
    assert.deepEqual([found.code, found.stdout, found.stderr], [1, expected.join('\n'), ''])
  })

  for (const store of ['files', 'database'] as const) {
    it(`--repair removes files without an image from the store "${store}", and reports images without a file`, async () => {
      const calendar = await newCalendar()
      const environment = { ...calendar.environment, KALENDS_MEDIA_STORE: store }
      const server = await serve(environment)
      const site = { address: server.address, secret: calendar.secret }
      const { body: image } = await upload(site, await makePicture('png', { width: 20, height: 20 }))
      await server.stop()
      const [path = ''] = pathsOf(image)
      const orphan = path.replace('picture', 'orphan')
      await renameStored(environment, path, orphan)
      const orphaned = `The file ${orphan} belongs to no image.`
      const lacking = `The image ${image.id} lacks its file ${path}.`
      for (const [args, lines] of [
        [[], [orphaned, lacking]],
        [['--repair'], [`${orphaned} It was removed.`, lacking]],
        [[], [lacking]],
      ] as const) {
        const { code, stdout } = await run(['check', ...args], environment)
        assert.deepEqual([code, stdout.trim().split('\n')], [1, lines])
      }
    })
  }
})

/** Renames the file of an image behind Kalends' back, wherever it is kept. */
const renameStored = async (environment: Environment, from: string, to: string): Promise<void> => {
  const { mediaStore, dataDirectory } = readConfig(environment)
  if (mediaStore === 'files') return renameSync(join(dataDirectory, 'media', from), join(dataDirectory, 'media', to))
  const database = await openAsIs(environment)
  await database.transact(async ({ kysely }) => {
    await kysely.insertInto('media_file').values({ path: to, size: 0 }).execute()
    await kysely.deleteFrom('media_file').where('path', '=', from).execute()
  })
  await database.close()
}

describe('check of a damaged file', { skip: kind === 'postgres' && 'PostgreSQL looks after its own pages' }, () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
    const connection = new DatabaseSync(calendar.databasePath, { timeout: 60_000 })
    connection.exec('pragma wal_checkpoint(truncate)')
    connection.close()
  })
  after(() => calendar.close())

  const copyOf = (): string => {
    const file = join(newDirectory(), 'copy.sqlite')
    copyFileSync(calendar.databasePath, file)
    return file
  }

  it('finds damaged pages wherever they are, a line each', async () => {
    const pages = readFileSync(calendar.databasePath).length / pageSize
    let damaged = 0
    for (let page = 1; page < pages; page += 4) {
      const faults = await faultsIn(damage(copyOf(), page, 1))
      assert.ok(faults.length > 0, `page ${page + 1} of ${pages}`)
      for (const fault of faults) assert.doesNotMatch(fault, /\n|^\*/)
      damaged++
    }
    assert.ok(damaged > 5)
  })

  it('ends without a stack where nothing can be read', async () => {
    const pages = readFileSync(calendar.databasePath).length / pageSize
    const file = damage(copyOf(), 1, pages - 1)
    const { code, stderr } = await run(['check'], { KALENDS_DATABASE: `sqlite:${file}`, KALENDS_DATA: newDirectory() })
    assert.equal(code, 78)
    assert.deepEqual(faultsOf(stderr), ['the database is damaged, restore a backup: database disk image is malformed'])
  })
})

const pageSize = 4096

/** Writes garbage over pages; the first page is 0. */
const damage = (file: string, page: number, count: number): string => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(count * pageSize, 0xa5), 0, count * pageSize, page * pageSize)
  closeSync(handle)
  return file
}

/** The faults of a file, or the one that keeps it from being opened. */
const faultsIn = async (file: string): Promise<string[]> => {
  try {
    const database = openSqlite(file)
    return await findFaults(database).finally(() => database.close())
  } catch (error) {
    return [String(error)]
  }
}
