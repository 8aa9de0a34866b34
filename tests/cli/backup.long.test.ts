import assert from 'node:assert/strict'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFaults } from '../../src/cli/check.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { makeNoise, pathsOf, upload } from '../media/uploading.ts'
import { newCalendar } from './places.ts'
import { eventPayload, faultsOf, newDirectory, newCalendar as newOnSqlite, run, serve } from './program.ts'
import { openAsIs } from './rows.ts'

describe('backup', () => {
  it('while writes go on is a calendar of its own, with every write acknowledged before it began', async () => {
    const { environment, secret } = await newCalendar()
    const server = await serve(environment)
    const acknowledged: number[] = []
    let isOver = false
    const client = async (name: number): Promise<void> => {
      for (let turn = 0; !isOver; turn++) {
        const body = { ...eventPayload(`${name} ${turn}`), venue: { venue: `Hall ${name} ${turn}` }, tags: ['busy'] }
        const { status, body: event } = await server.ask('POST', '/events', { as: secret, body })
        assert.equal(status, 201)
        acknowledged.push(event.id)
      }
    }
    const load = Promise.all([client(1), client(2), client(3)])
    while (acknowledged.length < 50) await sleep(10)
    const before = [...acknowledged]
    const directory = newDirectory()
    const file = join(directory, 'copy.sqlite')
    const { code, stdout, stderr } = await run(['backup', file], environment)
    isOver = true
    await load
    assert.deepEqual([code, stdout, stderr], [0, `Wrote ${file}.\n`, ''])
    assert.ok(acknowledged.length > before.length, 'there was no write meanwhile')
    assert.deepEqual(readdirSync(directory), ['copy.sqlite'])
    await server.stop()

    const copy = openSqlite(file)
    assert.deepEqual(await findFaults(copy), [])
    const rows = await copy.kysely.selectFrom('event').select('id').execute()
    await copy.close()
    const found = new Set(rows.map(({ id }) => id))
    assert.deepEqual(
      before.filter((id) => !found.has(id)),
      [],
    )

    const restored = await serve({ KALENDS_DATA: newDirectory(), KALENDS_DATABASE: `sqlite:${file}` })
    assert.equal(restored.stdout(), '')
    const { body } = await restored.ask('GET', '/events?per_page=50', { as: secret })
    assert.equal(body.total, rows.length)
    const next = await restored.ask('POST', '/events', { as: secret, body: eventPayload('After') })
    assert.ok(next.body.id > Math.max(...found))
    await restored.stop()
  })

  it('never overwrites, and leaves nothing of a copy that is not complete', async () => {
    const { environment } = await newCalendar()
    const directory = newDirectory()
    const existing = join(directory, 'existing.sqlite')
    writeFileSync(existing, 'mine')
    const nowhere = join(directory, 'none', 'copy.sqlite')
    for (const [file, says] of [
      [existing, /already exists; a backup never overwrites a file/],
      [nowhere, /^The directory .*\/none does not exist\.$/],
      [directory, /already exists/],
    ] as const) {
      const { code, stdout, stderr } = await run(['backup', file], environment)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(faultsOf(stderr).join('\n'), says)
    }
    assert.equal(readFileSync(existing, 'utf8'), 'mine')
    assert.deepEqual(readdirSync(directory), ['existing.sqlite'])
    assert.deepEqual(
      readdirSync(String(environment['KALENDS_DATA'])).filter((name) => name.includes('part')),
      [],
    )
  })

  it('of a faulty calendar is reported and not kept', async () => {
    const { environment } = await newCalendar()
    const database = await openAsIs(environment)
    await database.transact(({ kysely }) => kysely.insertInto('record').values({ kind: 'event' }).execute())
    await database.close()
    const directory = newDirectory()
    const file = join(directory, 'copy.sqlite')
    const { code, stdout, stderr } = await run(['backup', file], environment)
    assert.deepEqual([code, stdout, stderr], [1, '', 'The id 1 is reserved for a missing event.\n'])
    assert.ok(!existsSync(file))
    assert.deepEqual(readdirSync(directory), [])
  })

  const day = 86_400
  /** Makes files as backups have, so many days old. */
  const makeOld = (directory: string, ages: Readonly<Record<string, number>>): void => {
    for (const [name, age] of Object.entries(ages)) {
      const path = join(directory, name)
      writeFileSync(path, '')
      const time = Date.now() / 1000 - age * day
      utimesSync(path, time, time)
    }
  }

  it('removes old ones first with --keep, also when it fails, and never the last one', async () => {
    const { environment } = await newCalendar()
    const directory = newDirectory()
    const ages = { 'kalends-1.sqlite': 50, 'kalends-2.sqlite': 40, 'kalends-3.sqlite': 35, 'mine-1.sqlite': 50 }
    makeOld(directory, { ...ages, 'kalends-0.sqlite.77.part': 2, 'kalends-4.sqlite.78.part': 0, 'kalends.txt': 50 })
    for (const name of ['kalends-1.sqlite.media', 'kalends-3.sqlite.media']) mkdirSync(join(directory, name))
    const database = await openAsIs(environment)
    await database.transact(({ kysely }) => kysely.insertInto('record').values({ kind: 'event' }).execute())
    await database.close()
    const failed = await run(['backup', '--keep', '30', join(directory, 'kalends-5.sqlite')], environment)
    assert.equal(failed.code, 1)
    const left = [
      'kalends-3.sqlite',
      'kalends-3.sqlite.media',
      'kalends-4.sqlite.78.part',
      'kalends.txt',
      'mine-1.sqlite',
    ]
    assert.deepEqual(readdirSync(directory).sort(), left)
    const { environment: whole } = await newCalendar()
    assert.equal((await run(['backup', '--keep', '30', join(directory, 'kalends-5.sqlite')], whole)).code, 0)
    assert.equal((await run(['backup', '--keep', '30', join(directory, 'kalends-6.sqlite')], whole)).code, 0)
    assert.deepEqual(readdirSync(directory).sort(), [
      'kalends-4.sqlite.78.part',
      'kalends-5.sqlite',
      'kalends-6.sqlite',
      'kalends.txt',
      'mine-1.sqlite',
    ])
  })

  it('refuses --keep where it is not clear what would go', async () => {
    const { environment } = await newCalendar()
    const directory = newDirectory()
    for (const [args, says] of [
      [['--keep', '0', 'kalends-1.sqlite'], /a number of days/],
      [['--keep', 'all', 'kalends-1.sqlite'], /a number of days/],
      [['--keep', '30', 'copy.sqlite'], /a word, a date and \.sqlite/],
      [['--keep', '30', '2027.sqlite'], /a word, a date and \.sqlite/],
    ] as const) {
      const [option, days, name] = args
      const { code, stderr } = await run(['backup', option, days, join(directory, name)], environment)
      assert.deepEqual([code, readdirSync(directory)], [64, []])
      assert.match(stderr, says)
    }
  })

  it('keeps images that have not changed only once, and is refused before it begins where there is no room', async () => {
    const { environment, secret } = await newCalendar()
    const data = String(environment['KALENDS_DATA'])
    const server = await serve(environment)
    const { body: record } = await upload({ address: server.address, secret }, await makeNoise(700, 500))
    await server.stop()
    const backups = newDirectory()
    const [first, second] = [join(backups, 'kalends-1.sqlite'), join(backups, 'kalends-2.sqlite')]
    assert.equal((await run(['backup', first], environment)).code, 0)
    const [changed = '', ...same] = pathsOf(record)
    // As after the disk has lost a bit of the first backup: it is not passed on.
    const bytes = readFileSync(join(`${first}.media`, changed))
    bytes[20] = (bytes[20] ?? 0) ^ 1
    writeFileSync(join(`${first}.media`, changed), bytes)
    assert.equal((await run(['backup', second], environment)).code, 0)
    const inodeOf = (file: string, path: string) => statSync(join(`${file}.media`, path)).ino
    assert.ok(same.length > 0)
    for (const path of same) assert.equal(inodeOf(first, path), inodeOf(second, path), path)
    assert.notEqual(inodeOf(first, changed), inodeOf(second, changed))
    assert.deepEqual(readFileSync(join(`${second}.media`, changed)), readFileSync(join(data, 'media', changed)))
    const restored = { KALENDS_DATA: newDirectory() }
    const { code, stdout, stderr } = await run(['restore', second], restored)
    assert.equal(code, 0, `${stdout}${stderr}`)

    // A file with a hole is large without taking space.
    truncateSync(join(data, 'media', changed), 2 ** 43)
    const third = join(backups, 'kalends-3.sqlite')
    const full = await run(['backup', third], environment)
    assert.deepEqual([full.code, full.stdout, existsSync(third)], [1, '', false])
    assert.match(full.stderr, /The backup needs about 879\d{4} MB, and .* has \d+ MB free\. .*--keep DAYS/)
    assert.deepEqual(readdirSync(backups).length, 4)
  })

  it('says which file is damaged, and what to do', async () => {
    const { environment, directory } = await newOnSqlite()
    const path = join(directory, 'kalends.sqlite')
    const size = statSync(path).size
    const handle = openSync(path, 'r+')
    writeSync(handle, Buffer.alloc(size - 8192, 0x55), 0, size - 8192, 8192)
    closeSync(handle)
    const { code, stderr } = await run(['backup', join(newDirectory(), 'copy.sqlite')], environment)
    assert.notEqual(code, 0)
    assert.match(stderr, /kalends\.sqlite.*damaged, restore a backup|damaged, restore a backup.*/)
  })
})
