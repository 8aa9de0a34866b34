import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createSecret, hashSecret, showSecret } from '../../src/accounts/secrets.ts'
import { addUser, renewSecret } from '../../src/accounts/users.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

describe('an application password', () => {
  it('is 24 letters and digits, never the same twice', () => {
    const secrets = Array.from({ length: 1000 }, createSecret)
    for (const secret of secrets) assert.match(secret, /^[A-Za-z0-9]{24}$/)
    assert.equal(new Set(secrets).size, secrets.length)
  })

  it('has every letter and digit with the same likelihood', () => {
    const counts = new Map<string, number>()
    const secrets = 4000
    for (let n = 0; n < secrets; n++) {
      for (const letter of createSecret()) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    assert.equal(counts.size, alphabet.length)
    // Seven standard deviations: one false alarm in some ten billion runs. A remainder without its correction makes the first
    // eight letters a quarter likelier, which is twenty of them.
    const assertNear = (letters: string): void => {
      const all = secrets * 24
      const share = letters.length / alphabet.length
      const actual = [...letters].reduce((sum, letter) => sum + (counts.get(letter) ?? 0), 0)
      const deviation = Math.sqrt(all * share * (1 - share))
      assert.ok(Math.abs(actual - all * share) < 7 * deviation, `${letters}: ${actual}, not ${all * share}`)
    }
    for (const letter of alphabet) assertNear(letter)
    assertNear(alphabet.slice(0, 8))
  })

  it('is shown in groups, and blanks do not count', () => {
    const secret = 'abcdEFGH1234ijklMNOP5678'
    assert.equal(showSecret(secret), 'abcd EFGH 1234 ijkl MNOP 5678')
    for (const spelling of [showSecret(secret), ` ${secret}\n`, secret.replace('EF', 'E\tF')]) {
      assert.equal(hashSecret(spelling), hashSecret(secret))
    }
    assert.notEqual(hashSecret(secret.toLowerCase()), hashSecret(secret))
  })

  it('is hashed with SHA-256', () => {
    assert.equal(hashSecret('abc'), createHash('sha256').update('abc').digest('base64url'))
    assert.equal(Buffer.from(hashSecret(createSecret()), 'base64url').length, 32)
  })
})

describe('what is stored of a user', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())
  const credentials = () => calendar.database.kysely.selectFrom('credential').selectAll().execute()

  it('is the hash of the application password and nothing that gives it away', async () => {
    const { id, secret } = await calendar.database.transact((db) => addUser(db, { name: 'Ida', role: 'author' }, 0))
    const own = (await credentials()).filter(({ user_id }) => user_id === id)
    assert.deepEqual(
      own.map(({ secret_hash }) => secret_hash),
      [hashSecret(secret)],
    )
    const users = await calendar.database.kysely.selectFrom('user').selectAll().execute()
    assert.ok(!JSON.stringify([users, await credentials()]).includes(secret))
  })

  it('is one new hash once it is renewed', async () => {
    const { id, secret } = await calendar.database.transact((db) => addUser(db, { name: 'Ola', role: 'author' }, 0))
    const renewed = await calendar.database.transact((db) => renewSecret(db, 'OLA', 0))
    assert.notEqual(renewed, secret)
    const own = (await credentials()).filter(({ user_id }) => user_id === id)
    assert.deepEqual(
      own.map(({ secret_hash }) => secret_hash),
      [hashSecret(renewed)],
    )
  })
})
