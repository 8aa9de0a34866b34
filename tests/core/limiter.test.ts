import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ApiError } from '../../src/core/errors.ts'
import { createLimiter } from '../../src/core/limiter.ts'

/** Work that ends when it is told to. */
const createWork = () => {
  const ends: (() => void)[] = []
  let [running, most] = [0, 0]
  return {
    work: async (): Promise<string> => {
      most = Math.max(most, ++running)
      await new Promise<void>((resolve) => void ends.push(resolve))
      running--
      return 'done'
    },
    endAll: async (): Promise<void> => {
      while (ends.length > 0) {
        ends.shift()?.()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    most: () => most,
  }
}

const outcomesOf = async (results: readonly Promise<string>[]): Promise<string[]> =>
  (await Promise.allSettled(results)).map((result) => {
    if (result.status === 'fulfilled') return result.value
    assert.ok(result.reason instanceof ApiError && Number(result.reason.headers['retry-after']) > 0)
    return String(result.reason.status)
  })

it('a limiter runs so much at once, lets so much wait, and refuses the rest at once', async () => {
  const limit = createLimiter({ running: 2, waiting: 3, perClient: 10 })
  const { work, endAll, most } = createWork()
  const results = Array.from({ length: 8 }, (_, at) => limit(`client ${at}`, work))
  const outcomes = outcomesOf(results)
  await new Promise((resolve) => setImmediate(resolve))
  await endAll()
  assert.deepEqual(await outcomes, [...Array(5).fill('done'), ...Array(3).fill('503')])
  assert.equal(most(), 2)
})

it('a limiter refuses a client that has too much on its way, and forgets what has ended or failed', async () => {
  const limit = createLimiter({ running: 5, waiting: 5, perClient: 2 })
  const { work, endAll } = createWork()
  const outcomes = outcomesOf([limit('a', work), limit('a', work), limit('a', work), limit('b', work)])
  await new Promise((resolve) => setImmediate(resolve))
  await endAll()
  assert.deepEqual(await outcomes, ['done', 'done', '503', 'done'])
  await assert.rejects(
    limit('a', () => Promise.reject(new Error('failed'))),
    /failed/,
  )
  const again = outcomesOf([limit('a', work), limit('a', work)])
  await new Promise((resolve) => setImmediate(resolve))
  await endAll()
  assert.deepEqual(await again, ['done', 'done'])
})

it('a limiter lets clients take turns, and drops what nobody waits for any more', async () => {
  const limit = createLimiter({ running: 1, waiting: 10, perClient: 8 })
  const order: string[] = []
  const gone = new AbortController()
  const ask = (name: string, signal?: AbortSignal) =>
    limit(
      name.slice(0, 1),
      async () => {
        order.push(name)
        await new Promise((resolve) => setImmediate(resolve))
      },
      signal,
    )
  const dropped = ['d1', 'd2'].map((name) => ask(name, gone.signal))
  const others = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name))
  const settled = Promise.allSettled(dropped)
  gone.abort()
  await Promise.all(others)
  assert.deepEqual(order, ['d1', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  assert.deepEqual(
    (await settled).map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  await assert.rejects(ask('d3', gone.signal), ApiError)
  // Nothing of it is counted any more.
  await Promise.all(Array.from({ length: 8 }, (_, at) => ask(`d${at}`)))
})
