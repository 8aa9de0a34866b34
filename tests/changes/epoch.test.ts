import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { forgetRemoved } from '../../src/jobs/forget-removed.ts'
import { createLog } from '../../src/lib/log.ts'
import { eventPayload, newCalendar, run, serve } from '../cli/program.ts'
import { createCalendar, testNow } from '../support/calendar.ts'

const changes = '//kalends/v1/changes'
const day = 86_400_000

describe('what the numbers of changes say nothing about (C8.2)', () => {
  it('is a calendar that was restored', async () => {
    const { environment, secret } = await newCalendar()
    const server = await serve(environment)
    const { body: event } = await server.ask('POST', '/events', { as: secret, body: eventPayload('Kept') })
    const before = await server.ask('GET', changes)
    assert.equal(before.body.items[0].id, event.id)
    await server.stop()
    const directory = mkdtempSync(join(tmpdir(), 'kalends-test-'))
    const file = join(directory, 'backup.sqlite')
    assert.equal((await run(['backup', file], environment)).code, 0)
    const other = { ...environment, KALENDS_DATA: join(directory, 'restored') }
    assert.equal((await run(['restore', file], other)).code, 0)
    const restored = await serve(other)
    const { searchParams } = new URL(before.body.next)
    const again = await restored.ask('GET', `${changes}?${searchParams}`)
    assert.deepEqual([again.status, again.body.code], [410, 'kalends_changes_gone'])
    const anew = await restored.ask('GET', changes)
    assert.deepEqual(
      anew.body.items.map(({ id }: { id: number }) => id),
      [event.id],
    )
    await restored.stop()
  })

  it('is the time before deletions that are forgotten', async () => {
    const calendar = await createCalendar()
    const { database, config, ask, setClock } = calendar
    const create = async (title: string): Promise<number> => {
      const body = { title, start_date: '2027-02-01', end_date: '2027-02-01' }
      return (await ask('POST', '/events', { as: 'editor', body })).body.id
    }
    const read = async (address: string) => await ask('GET', address.replace('http://calendar.test', '/'))
    /** Lets the job work as on another day, until it has noted the day. */
    const workOn = async (now: number): Promise<void> => {
      setClock(now)
      const job = forgetRemoved({ config, database, clock: () => now, log: createLog('silent', () => undefined) })
      job.start()
      const text = new Date(now).toISOString().slice(0, 10)
      const noted = () =>
        database.kysely.selectFrom('change_day').select('day').where('day', '=', text).executeTakeFirst()
      while (!(await noted())) await wait(5)
      const isForgotten = async () =>
        (await database.kysely.selectFrom('change_epoch').select('forgotten').executeTakeFirst())?.forgotten !== 0
      if (now > testNow + 400 * day) while (!(await isForgotten())) await wait(5)
      job.close()
    }
    const kept = await create('Kept')
    const early = (await read(`${changes}?limit=1`)).body.next
    const removed = await create('Removed')
    await ask('DELETE', `/events/${removed}?force=true`, { as: 'editor' })
    const half = (await read(`${changes}?limit=1`)).body.next
    await workOn(testNow)
    await workOn(testNow + 300 * day)
    assert.deepEqual(
      (await read(early)).body.items.map(({ state }: { state: string }) => state),
      ['deleted'],
    )
    await workOn(testNow + 402 * day)
    // Who had read the event would never learn that it is gone; who was reading from the beginning has not read it.
    assert.equal((await read(early.replace(/&reading=\d+/, ''))).status, 410)
    assert.equal((await read(half)).status, 200)
    const anew = await read(changes)
    assert.deepEqual(
      anew.body.items.map(({ id }: { id: number }) => id),
      [kept],
    )
    assert.equal((await read(anew.body.next)).status, 200)
    await calendar.close()
  })
})
