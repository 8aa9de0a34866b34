import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { isLong } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'
import type { FuzzResult } from './fuzz.ts'
import { askers } from './request-plans.ts'

/** Prints the seed and the statuses, and fails where an answer was wrong or fewer than `least` requests were sent. */
export const assertNoFindings = (test: TestContext, result: FuzzResult, least = 1): void => {
  const statuses = [...result.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  test.diagnostic(`SEED=${seed}, ${result.requests} requests, ${statuses.join(', ')}`)
  assert.equal(result.findings.length, 0, `SEED=${seed}\n${result.findings.join('\n\n')}`)
  assert.ok(result.requests >= least, String(result.requests))
}

/** Fails where a path was not asked with each method by each role. */
export const assertAllAsked = (result: FuzzResult): void => {
  for (const path of result.document.paths) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
      for (const role of askers)
        assert.ok(result.asked.get(`${method} ${path} as ${role}`), `${method} ${path} as ${role}`)
    }
  }
}

/** In a long run, fails where an operation never succeeded; random values hardly meet those that `hardly` matches. */
export const assertAllSucceeded = (result: FuzzResult, hardly?: RegExp): void => {
  if (!isLong) return
  for (const name of [...result.document.operations.keys()].filter((it) => !hardly?.test(it)))
    assert.ok(result.succeeded.get(name), `${name} never succeeded`)
}
