import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newCalendar, type Server, serve } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { createLoad, type Load } from './load.ts'

/** Why a client got no answer: it found nobody (which is right once the server stops), or its request was cut off. */
const reasonOf = ({ cause, message }: Error): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : message

/**
 * Milliseconds for which the clients may stand still, and milliseconds that a stop may take, in a round that counts. A server waits one second
 * for the next request of a client, and ends within 1.4 seconds where the machine lets it run: where it was held up, a request is cut off by right.
 */
const [longestStall, longestStop] = [300, 1800]

/** Most rounds that the machine may spoil. */
const maxSpoiled = 30

/** Stops a server while it is written to; answers the requests that were cut off, how long it took to end, and whether the machine kept up. */
const stopUnderLoad = async (server: Server, load: Load, signal: NodeJS.Signals) => {
  const reasons: string[] = []
  const writing = load.write(server, { onGone: (error) => void reasons.push(reasonOf(error)) })
  await sleep(200 + Math.random() * 300)
  const delays = monitorEventLoopDelay()
  delays.enable()
  const from = performance.now()
  const { code } = await server.stop(signal)
  const milliseconds = Math.round(performance.now() - from)
  const acknowledged = await writing
  delays.disable()
  const keptUp = delays.max / 1e6 < longestStall && milliseconds < longestStop
  return { code, milliseconds, acknowledged, keptUp, cut: reasons.filter((reason) => reason !== 'ECONNREFUSED') }
}

const prove = async (test: TestContext, workers: string): Promise<void> => {
  const { environment, secret } = await newCalendar()
  const load = createLoad(secret)
  let longest = 0
  let total = 0
  let spoiled = 0
  for (let round = 0; round < rounds(2, 50); ) {
    const server = await serve({ ...environment, KALENDS_WORKERS: workers })
    assert.deepEqual(await load.judge(server), [])
    const { code, milliseconds, acknowledged, cut, keptUp } = await stopUnderLoad(server, load, 'SIGTERM')
    total += acknowledged
    if (cut.length > 0 && !keptUp) {
      spoiled++
      assert.ok(spoiled <= maxSpoiled, `The machine was too busy in ${spoiled} rounds.`)
      continue
    }
    assert.deepEqual([code, cut], [0, []])
    longest = Math.max(longest, milliseconds)
    round++
  }
  const server = await serve(environment)
  assert.deepEqual(await load.judge(server), [])
  await server.stop()
  test.diagnostic(
    `${total} writes were acknowledged; it took at most ${longest} ms to end; ${spoiled} rounds did not count`,
  )
}

describe('a server that is asked to stop under load', () => {
  it('loses no acknowledged write and cuts off no request', (test) => prove(test, '1'))
  it('does so with several processes', (test) => prove(test, '2'))

  it('would be seen to cut them off (negative control)', async () => {
    const { environment, secret } = await newCalendar()
    const { code, cut } = await stopUnderLoad(await serve(environment), createLoad(secret), 'SIGKILL')
    assert.equal(code, null)
    assert.ok(cut.length > 0)
  })
})
