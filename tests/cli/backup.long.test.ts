import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFaults } from '../../src/cli/check.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { newCalendar } from './places.ts'
import { eventPayload, faultsOf, newDirectory, run, serve } from './program.ts'
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
})
