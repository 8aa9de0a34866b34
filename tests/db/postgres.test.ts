import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { startPostgres } from '../support/postgres.ts'

/** What asks a calendar through HTTP or runs commands, and so knows nothing of its database. */
const suites = [
  'contract/*.test.ts',
  'policy/matrix.test.ts',
  'properties/{fuzz,lists,round-trip,search,slugs}.test.ts',
  'http/bad-input.test.ts',
  'http/limits.test.ts',
  'conformance/*.test.ts',
  'accounts/*.test.ts',
  'feeds/*.test.ts',
  'web/{addresses,canary,pages,structured-data,tec-addresses}.test.ts',
  'cli/{backup,check,import,users}.test.ts',
]

const tests = join(import.meta.dirname, '..')
const postgres = await startPostgres()

describe('on PostgreSQL', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

  it('every suite that knows nothing of the database gives the same', async (test) => {
    assert.ok(typeof postgres !== 'string')
    const files = suites.flatMap((pattern) => globSync(join(tests, pattern)))
    const { code, output } = await runSuites(files, postgres.url)
    const tell = (name: string): string => new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? '?'
    test.diagnostic(`${files.length} files, ${tell('tests')} tests, ${tell('pass')} passed, ${tell('skipped')} skipped`)
    assert.equal(code, 0, output.slice(output.indexOf('failing tests')).slice(0, 10_000))
    assert.ok(Number(tell('pass')) > 1500, output.slice(-2000))
  })
})

const runSuites = async (
  files: readonly string[],
  server: string,
): Promise<{ code: number | null; output: string }> => {
  const environment: NodeJS.ProcessEnv = { ...process.env, TEST_POSTGRES: server }
  // A runner inside of a runner would report to the outer one.
  delete environment['NODE_TEST_CONTEXT']
  const child = spawn(process.execPath, ['--test', '--test-concurrency=2', '--test-reporter=spec', ...files], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  return { code, output }
}
