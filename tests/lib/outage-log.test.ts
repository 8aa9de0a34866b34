import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import { createLog } from '../../src/lib/log.ts'
import { logOutage } from '../../src/lib/outage-log.ts'

it('an outage has a line when it begins, and one when no request has met it for a while', (test) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  test.after(() => mock.timers.reset())
  const lines: string[] = []
  const log = createLog('info', (line) => void lines.push(line))
  const told = () => lines.splice(0).map((line) => JSON.parse(line))
  for (let n = 0; n < 50; n++) {
    logOutage(log, 'the database is not available', { error: new Error('gone') })
    mock.timers.tick(5000)
  }
  logOutage(log, 'the disk is full', { error: new Error('full') })
  const [first, other, ...more] = told()
  assert.deepEqual([first.message, other.message, more], ['the database is not available', 'the disk is full', []])
  assert.match(first.error, /gone/)
  mock.timers.tick(10_000)
  assert.deepEqual(
    told().map(({ level, fault, failed }) => [level, fault, failed]),
    [
      ['info', 'the database is not available', 50],
      ['info', 'the disk is full', 1],
    ],
  )
  logOutage(log, 'the database is not available', { error: new Error('gone again') })
  assert.equal(told().length, 1)
})
