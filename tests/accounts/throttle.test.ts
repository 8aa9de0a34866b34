import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createThrottle } from '../../src/accounts/throttle.ts'

/** Fails so many times at one moment; answers the last wait in seconds. */
const failTimes = (throttle: ReturnType<typeof createThrottle>, keys: string[], times: number, now = 0): number => {
  let wait = 0
  for (let turn = 0; turn < times; turn++) wait = throttle.fail(keys, now)
  return wait
}

describe('the throttle', () => {
  it('lets ten failures pass and then asks to wait, longer each time, to a limit', () => {
    const throttle = createThrottle()
    const waits = Array.from({ length: 40 }, () => throttle.fail(['account:ada'], 0))
    assert.deepEqual(waits.slice(0, 12), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 12])
    assert.deepEqual(waits.slice(-2), [60, 60])
  })

  it('forgets a failure in six seconds', () => {
    const throttle = createThrottle()
    failTimes(throttle, ['account:ada'], 10)
    assert.equal(throttle.fail(['account:ada'], 5_999) > 0, true)
    const other = createThrottle()
    failTimes(other, ['account:ada'], 10)
    assert.equal(other.fail(['account:ada'], 6_000), 0)
    assert.equal(failTimes(other, ['account:ada'], 10, 3_600_000), 0)
  })

  it('keeps accounts and addresses apart, and asks for the longest wait', () => {
    const throttle = createThrottle()
    failTimes(throttle, ['address:192.0.2.1'], 12)
    assert.equal(throttle.fail(['account:ada'], 0), 0)
    assert.equal(throttle.fail(['address:192.0.2.2'], 0), 0)
    assert.equal(throttle.fail(['address:192.0.2.1', 'account:bob'], 0), 18)
  })

  it('forgets an account with its success, but not the address', () => {
    const throttle = createThrottle()
    failTimes(throttle, ['address:192.0.2.1', 'account:ada'], 12)
    throttle.succeed('account:ada')
    assert.equal(throttle.fail(['account:ada'], 0), 0)
    assert.ok(throttle.fail(['address:192.0.2.1'], 0) > 0)
  })

  it('asks for no more than its longest wait when the clock is set back', () => {
    const throttle = createThrottle()
    failTimes(throttle, ['account:ada'], 10, 1_000_000_000)
    assert.equal(throttle.fail(['account:ada'], 0), 60)
    assert.equal(throttle.fail(['account:ada'], 54_000), 12)
  })

  it('remembers ten thousand keys at most: the one unused for longest goes', () => {
    const throttle = createThrottle()
    failTimes(throttle, ['account:old'], 15)
    failTimes(throttle, ['account:kept'], 15)
    for (let n = 0; n < 9_998; n++) throttle.fail([`account:${n}`], 0)
    assert.ok(throttle.fail(['account:kept'], 0) > 0)
    // Two more than fit: the oldest are forgotten, the one that failed since is not.
    for (const key of ['account:more', 'account:most']) throttle.fail([key], 0)
    assert.ok(throttle.fail(['account:kept'], 0) > 0)
    assert.equal(throttle.fail(['account:old'], 0), 0)
  })
})
