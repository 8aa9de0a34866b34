import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Failure, forgetFailures, hasFailed, noteFailure } from '../../src/accounts/throttle.ts'
import type { Database } from '../../src/db/database.ts'
import { createCalendar } from '../support/calendar.ts'

/** A database of its own, on whatever the tests run. */
const open = async (test: { after: (work: () => Promise<void>) => void }): Promise<Database> => {
  const calendar = await createCalendar()
  test.after(() => calendar.close())
  return calendar.database
}

let addresses = 0
/** A failure for an account, each from an address of its own unless one is given. */
const of = (account?: string, address = `192.0.2.${++addresses}`): Failure => ({ account, address })
/** A failure that fills the bucket of its address alone. */
const from = (address: string): Failure => ({ account: undefined, address })

/** Fails so many times at one moment; answers the waits in seconds. */
const failTimes = async (database: Database, times: number, next: () => Failure, now = 0): Promise<number[]> => {
  const waits: number[] = []
  for (let turn = 0; turn < times; turn++) waits.push(await noteFailure(database, next(), now))
  return waits
}

const bucketsOf = (database: Database) =>
  database.kysely.selectFrom('throttle').selectAll().orderBy('failed_ms').orderBy('key_hash').execute()

describe('the throttle', () => {
  it('lets ten failures pass and then asks to wait, longer each time, to a limit', async (test) => {
    const waits = await failTimes(await open(test), 40, () => of('ada'))
    assert.deepEqual(waits.slice(0, 12), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 12])
    assert.deepEqual(waits.slice(-2), [60, 60])
  })

  it('counts failures correctly when they are written out of order', async (test) => {
    const database = await open(test)
    const waits: number[] = []
    for (let turn = 0; turn < 11; turn++) waits.push(await noteFailure(database, of('ada'), 1000 - turn))
    assert.deepEqual(waits, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6])
  })

  it('forgets a failure in six seconds', async (test) => {
    const database = await open(test)
    await failTimes(database, 10, () => of('ada'))
    assert.equal((await noteFailure(database, of('ada'), 5_999)) > 0, true)
    const other = await open(test)
    await failTimes(other, 10, () => of('ada'))
    assert.equal(await noteFailure(other, of('ada'), 6_000), 0)
    assert.equal((await failTimes(other, 10, () => of('ada'), 3_600_000)).at(-1), 0)
  })

  it('keeps accounts and addresses apart, and asks for the longest wait', async (test) => {
    const database = await open(test)
    await failTimes(database, 12, () => from('198.51.100.1'))
    assert.equal(await noteFailure(database, of('ada'), 0), 0)
    assert.equal(await noteFailure(database, from('198.51.100.2'), 0), 0)
    assert.equal(await noteFailure(database, of('bob', '198.51.100.1'), 0), 18)
  })

  it('counts the addresses of one IPv6 network together, and others separately', async (test) => {
    const database = await open(test)
    const own = ['2001:db8::1', '2001:db8:0:0:1:2:3:4', '2001:db8::abcd:1']
    await failTimes(database, 12, () => from(own[++addresses % 3] ?? ''))
    assert.equal(await noteFailure(database, from('2001:db8::2'), 0), 18)
    for (const other of ['2001:db8:0:1::1', '2001:db9::1', '::1', '::ffff:192.0.2.251', '::ffff:192.0.2.252']) {
      assert.deepEqual([...new Set(await failTimes(database, 10, () => from(other)))], [0], other)
    }
  })

  it('counts an IPv4 address that is written as IPv6 as what it is', async (test) => {
    const database = await open(test)
    const own = ['::ffff:203.0.113.9', '203.0.113.9', '0:0:0:0:0:FFFF:203.0.113.9', '::ffff:cb00:7109']
    await failTimes(database, 12, () => from(own[++addresses % 4] ?? ''))
    assert.equal(await noteFailure(database, from('203.0.113.9'), 0), 18)
    assert.equal(await noteFailure(database, from('203.0.113.10'), 0), 0)
  })

  it('counts the /64 networks of one /48 together too, eight times as generously', async (test) => {
    const database = await open(test)
    let network = 0
    const waits = await failTimes(database, 88, () => from(`2001:db8:7:${(++network).toString(16)}::1`))
    assert.deepEqual([waits[79], waits[87]], [0, 6])
    assert.equal(await noteFailure(database, from('2001:db8:8:1::1'), 0), 0)
    assert.equal(await noteFailure(database, from('2001:db8:7:ffff::1'), 6_000), 1)
  })

  it('forgets an account with its success, but not the address', async (test) => {
    const database = await open(test)
    const isKnown = async (account: string) => {
      const row = await database.kysely.selectFrom('user').select(hasFailed(database, account)).executeTakeFirst()
      return row?.has_failed !== null
    }
    await failTimes(database, 12, () => of('ada', '198.51.100.1'))
    assert.deepEqual([await isKnown('ada'), await isKnown('bob')], [true, false])
    await database.transact((db) => forgetFailures(db, 'ada'))
    assert.equal(await isKnown('ada'), false)
    assert.equal(await noteFailure(database, of('ada'), 0), 0)
    assert.ok((await noteFailure(database, from('198.51.100.1'), 0)) > 0)
  })

  it('counts on from where it was when the clock is set back', async (test) => {
    const database = await open(test)
    await failTimes(database, 12, () => of('ada'), 1_000_000_000)
    assert.equal(await noteFailure(database, of('ada'), 0), 18)
    assert.equal(await noteFailure(database, of('ada'), 6_000), 18)
    assert.equal(await noteFailure(database, of('ada'), 600_000), 0)
  })

  it('writes nothing for a bucket that is full, until a failure fits in again', async (test) => {
    const database = await open(test)
    await failTimes(database, 20, () => of('ada'))
    const full = await bucketsOf(database)
    assert.deepEqual(await failTimes(database, 5, () => of('ada'), 5_999), [60, 60, 60, 60, 60])
    assert.deepEqual(await bucketsOf(database), full)
    assert.equal(await noteFailure(database, of('ada'), 6_000), 60)
    assert.notDeepEqual(await bucketsOf(database), full)
  })

  it('counts all of several simultaneous failures', async (test) => {
    const database = await open(test)
    const waits = await Promise.all(Array.from({ length: 20 }, () => noteFailure(database, of('ada'), 0)))
    const meant = [...Array(10).fill(0), 6, 12, 18, 24, 30, 36, 42, 48, 54, 60]
    assert.deepEqual(
      waits.sort((a, b) => a - b),
      meant,
    )
  })

  it('keeps no bucket that is empty', async (test) => {
    const database = await open(test)
    await failTimes(database, 3, () => of())
    assert.equal((await bucketsOf(database)).length, 3)
    await noteFailure(database, of(), 120_001)
    assert.equal((await bucketsOf(database)).length, 1)
  })

  it('remembers ten thousand keys at most: the one unused for longest goes', async (test) => {
    const database = await open(test)
    await failTimes(database, 15, () => from('198.51.100.1'), 1)
    await failTimes(database, 15, () => from('198.51.100.2'), 2)
    const rows = Array.from({ length: 9_998 }, (_, n) => ({ key_hash: `k${n}`, level: 1, failed_ms: 3 + n }))
    for (let at = 0; at < rows.length; at += 1000) {
      const some = rows.slice(at, at + 1000)
      await database.transact(({ kysely }) => kysely.insertInto('throttle').values(some).execute())
    }
    assert.ok((await noteFailure(database, from('198.51.100.2'), 10_001)) > 0)
    assert.equal((await bucketsOf(database)).length, 10_000)
    // Two more than fit: the oldest are forgotten, the one that failed since is not.
    for (const address of ['198.51.100.3', '198.51.100.4']) await noteFailure(database, from(address), 10_002)
    assert.equal((await bucketsOf(database)).length, 10_000)
    assert.ok((await noteFailure(database, from('198.51.100.2'), 10_003)) > 0)
    assert.equal(await noteFailure(database, from('198.51.100.1'), 10_003), 0)
  })
})
