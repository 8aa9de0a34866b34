import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTurns } from '../../src/lib/turns.ts'

it('at most so many pieces of work run at once, in their order, whether they fail or not', async () => {
  const inTurn = createTurns(2)
  const log: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) =>
    inTurn(async () => {
      log.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (name === 'b') throw new Error('b fails')
      return name
    })
  const results = Promise.allSettled(['a', 'b', 'c', 'd'].map(work))
  const step = async (at: number): Promise<string> => {
    ends[at]?.()
    await new Promise((resolve) => setImmediate(resolve))
    return log.join('')
  }
  assert.equal(log.join(''), 'ab')
  assert.equal(await step(1), 'abc')
  assert.equal(await step(0), 'abcd')
  await step(2)
  await step(3)
  assert.deepEqual(
    (await results).map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
    ['a', 'failed', 'c', 'd'],
  )
})
