import type { TestContext } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)

/** Random choices for the rounds of a test, which says by which seed they come again. */
export const choose = <T>(test: TestContext, count: number, arbitrary: Arbitrary<T>): T[] => {
  test.diagnostic(`FUZZ_SEED=${seed}`)
  return fc.sample(arbitrary, { seed, numRuns: count })
}
