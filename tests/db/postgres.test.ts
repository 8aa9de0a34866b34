import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, describe, it } from 'node:test'
import { startPostgres } from '../support/postgres.ts'

/** What asks a calendar through HTTP or runs commands, and so knows nothing of its database. */
const suites = [
  'contract/*.test.ts',
  'policy/matrix.test.ts',
  'properties/{adapter-fuzz,fuzz,lists,round-trip,search,slugs}.test.ts',
  'http/bad-input.test.ts',
  'http/limits.test.ts',
  'conformance/*.test.ts',
  'accounts/*.test.ts',
  'feeds/*.test.ts',
  'web/{addresses,canary,pages,structured-data,tec-addresses}.test.ts',
  'cli/{backup,check,import,users}.test.ts',
]

/** Milliseconds after which a suite counts as hanging: many times what it takes on a busy machine. */
const endsHang = 30 * 60_000

const tests = join(import.meta.dirname, '..')
const files = suites.flatMap((pattern) => globSync(join(tests, pattern))).sort()
const postgres = await startPostgres()

describe('on PostgreSQL', { skip: typeof postgres === 'string' ? postgres : false, concurrency: 2 }, () => {
  after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

  for (const file of files) {
    it(`${relative(tests, file)} gives the same`, { timeout: endsHang }, async (test) => {
      assert.ok(typeof postgres !== 'string')
      const { code, output } = await runSuite(file, postgres.url, test.signal)
      const count = (name: string): number => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1])
      test.diagnostic(`${count('pass')} passed, ${count('skipped')} skipped`)
      assert.equal(code, 0, output.slice(Math.max(output.indexOf('failing tests'), 0)).slice(0, 10_000))
      assert.ok(count('pass') > 0, output.slice(-2000))
    })
  }
})

const runSuite = async (
  file: string,
  server: string,
  signal: AbortSignal,
): Promise<{ code: number | null; output: string }> => {
  const environment: NodeJS.ProcessEnv = { ...process.env, TEST_POSTGRES: server }
  // A runner inside of a runner would report to the outer one.
  delete environment['NODE_TEST_CONTEXT']
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', file], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  return { code, output }
}
