import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decoy, hashPassword, isPassword } from '../../src/accounts/passwords.ts'
import { UserError } from '../../src/accounts/users.ts'

describe('a log-in password', () => {
  it('is hashed with argon2id, 19 MiB, two passes and one lane, and salt of its own', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    for (const hash of [one, two]) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.notEqual(one.split('$')[4], two.split('$')[4])
    assert.equal(await isPassword(one, 'correct horse'), true)
    for (const wrong of ['correct hors', 'Correct horse', 'correct horse ', '']) {
      assert.equal(await isPassword(one, wrong), false, wrong)
    }
  })

  it('takes as much time to be compared where there is no such account (C5)', async () => {
    const costOf = (hash: string) => hash.split('$').slice(0, 4)
    assert.deepEqual(costOf(decoy), costOf(await hashPassword('correct horse')))
    assert.equal(await isPassword(decoy, 'correct horse'), false)
  })

  for (const [name, password, isTaken] of [
    ['9 characters', 'x'.repeat(9), false],
    ['10 characters', 'x'.repeat(10), true],
    ['200 characters', 'x'.repeat(200), true],
    ['201 characters', 'x'.repeat(201), false],
    ['nothing', '', false],
  ] as const) {
    it(`of ${name} is taken: ${isTaken}`, async () => {
      if (isTaken) assert.ok(await isPassword(await hashPassword(password), password))
      else await assert.rejects(hashPassword(password), UserError)
    })
  }
})
