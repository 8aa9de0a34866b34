import assert from 'node:assert/strict'
import { closeSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { findFaults } from '../../src/cli/check.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { eventPayload, faultsOf, newCalendar, newDirectory, run } from './program.ts'

/** What damages a calendar with one event, venue, organizer, category and tag, and what must be told of it. */
const damages: [name: string, statements: string[], says: RegExp[]][] = [
  [
    'a wrong counter',
    [`update term set count = 5 where slug = 'music'`],
    [/^Term \d+ counts 5 published events; there are 1\.$/],
  ],
  [
    'an event that links a venue that is gone',
    ['update event_venue set venue_id = 999'],
    [/^event_venue row \d+ refers to a missing venue\.$/],
  ],
  [
    'a term of an event that is gone',
    ['insert into event_term values ((select min(id) from term), 999)'],
    [/^event_term row \d+ refers to a missing event\.$/],
  ],
  [
    'a category below one that is gone',
    [`update term set parent_id = 999 where slug = 'music'`],
    [/^term row \d+ refers to a missing term 999\.$/],
  ],
  [
    'an id without a record',
    [`insert into record (id, kind) values (999, 'venue')`],
    [/^The id 999 is taken by a missing venue\.$/],
  ],
  [
    'a password of nobody',
    [`insert into credential (user_id, label, secret_hash, created_utc) values (999, '', 'x', '')`],
    [/^credential row \d+ refers to a missing user\.$/],
  ],
  [
    'two at once',
    ['update term set count = 7', 'update event_venue set venue_id = 999'],
    [/^event_venue /, /^Term \d+ counts 7 /, /^Term \d+ counts 7 /],
  ],
]

/** Does to a file what Kalends would not do. */
const execute = (file: string, statements: readonly string[]): void => {
  const database = new DatabaseSync(file)
  for (const statement of statements) database.exec(statement)
  database.close()
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
    execute(calendar.databasePath, ['pragma wal_checkpoint(truncate)'])
  })
  after(() => calendar.close())

  const copyOf = (): string => {
    const file = join(newDirectory(), 'copy.sqlite')
    copyFileSync(calendar.databasePath, file)
    return file
  }

  it('finds nothing in a sound calendar', async () => {
    assert.deepEqual(await findFaults(calendar.database), [])
  })

  for (const [name, statements, says] of damages) {
    it(`finds ${name}`, async () => {
      const file = copyOf()
      execute(file, ['pragma foreign_keys = off', ...statements])
      const database = openSqlite(file)
      const faults = await findFaults(database)
      await database.close()
      assert.equal(faults.length, says.length, faults.join('\n'))
      for (const [index, pattern] of says.entries()) assert.match(faults[index] ?? '', pattern)
    })
  }

  it('prints each finding on a line, exit code 1; none is exit code 0', async () => {
    const { environment, directory } = await newCalendar()
    const sound = await run(['check'], environment)
    assert.deepEqual([sound.code, sound.stdout, sound.stderr], [0, 'The database is sound.\n', ''])
    const database = openSqlite(join(directory, 'kalends.sqlite'))
    const records = [{ kind: 'event' }, { kind: 'venue' }] as const
    await database.transact(({ kysely }) => kysely.insertInto('record').values(records).execute())
    await database.close()
    const found = await run(['check'], environment)
    const expected = ['The id 1 is taken by a missing event.', 'The id 2 is taken by a missing venue.', '']
    assert.deepEqual([found.code, found.stdout, found.stderr], [1, expected.join('\n'), ''])
  })

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
    assert.deepEqual(faultsOf(stderr), ['the database cannot be used: database disk image is malformed'])
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
