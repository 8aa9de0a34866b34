import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newCalendar, type Server, serve } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { createLoad, type Load } from './load.ts'

/** Why a client got no answer: it found nobody (which is right once the server stops), or its request was cut off. */
const reasonOf = ({ cause, message }: Error): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : message

/** Stops a server while it is written to; answers the requests that were cut off, and how long it took to end. */
const stopUnderLoad = async (server: Server, load: Load, signal: NodeJS.Signals) => {
  const reasons: string[] = []
  const writing = load.write(server, { onGone: (error) => void reasons.push(reasonOf(error)) })
  await sleep(200 + Math.random() * 300)
  const from = performance.now()
  const { code } = await server.stop(signal)
  const milliseconds = Math.round(performance.now() - from)
  return { code, milliseconds, acknowledged: await writing, cut: reasons.filter((reason) => reason !== 'ECONNREFUSED') }
}

const prove = async (test: TestContext, workers: string): Promise<void> => {
  const { environment, secret } = await newCalendar()
  const load = createLoad(secret)
  let longest = 0
  let total = 0
  for (let round = 0; round < rounds(2, 50); round++) {
    const server = await serve({ ...environment, KALENDS_WORKERS: workers })
    assert.deepEqual(await load.judge(server), [])
    const { code, milliseconds, acknowledged, cut } = await stopUnderLoad(server, load, 'SIGTERM')
    assert.deepEqual([code, cut], [0, []])
    longest = Math.max(longest, milliseconds)
    total += acknowledged
  }
  const server = await serve(environment)
  assert.deepEqual(await load.judge(server), [])
  await server.stop()
  test.diagnostic(`${total} writes were acknowledged; it took at most ${longest} ms to end`)
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
