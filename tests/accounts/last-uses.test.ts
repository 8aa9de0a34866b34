import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordLastUses } from '../../src/accounts/credential-cache.ts'
import type { Database } from '../../src/db/database.ts'
import { createLog } from '../../src/lib/log.ts'

const caller = { id: 1, role: 'author', logIn: { credential: 7 } } as const

/** A database of which nothing but its transactions is asked. */
const databaseWith = (transact: () => Promise<unknown>): Database =>
  ({ transact, dialect: { isUnavailable: () => false } }) as unknown as Database

describe('the record of last uses (C5)', () => {
  const log: string[] = []
  const recordOn = (transact: () => Promise<unknown>) =>
    recordLastUses({
      database: databaseWith(transact),
      clock: () => 0,
      log: createLog('debug', (line) => void log.push(line)),
    })

  it('lets a server stop whose database does not answer', { timeout: 10_000 }, async () => {
    const uses = recordOn(() => new Promise(() => {}))
    uses.note(caller)
    await uses.close()
  })

  it('writes nothing without log-ins, and nothing after it is closed', async () => {
    let writes = 0
    const uses = recordOn(async () => void writes++)
    uses.note({ id: 0, role: 'anonymous' })
    await uses.close()
    uses.note(caller)
    await uses.close()
    assert.equal(writes, 0)
  })

  it('reports a failure to the log alone', async () => {
    const uses = recordOn(() => Promise.reject(new Error('no room')))
    uses.note(caller)
    await uses.close()
    assert.match(log.join(''), /"level":"warn".*last uses were not written/)
  })
})
