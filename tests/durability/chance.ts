import type { TestContext } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { seed } from '../support/seed.ts'

/** Random choices for the rounds of a test, which says by which seed they come again. */
export const choose = <T>(test: TestContext, count: number, arbitrary: Arbitrary<T>): T[] => {
  test.diagnostic(`SEED=${seed}`)
  return fc.sample(arbitrary, { seed, numRuns: count })
}
