import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'
import { after, describe, it, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Job, planJobs, planTests } from '../../scripts/test-plan.ts'
import { byChance } from '../suites.ts'
import { fixedSeed } from '../support/seed.ts'
import { scriptUrl } from './load-script.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
process.chdir(root)
const directory = mkdtempSync(join(tmpdir(), 'kalends-run-tests-'))
after(() => rmSync(directory, { recursive: true }))

const samples: Record<string, string> = {
  pass: `test('passes', () => {})`,
  fail: `test('fails', () => { throw new Error('the cause', { cause: new Error('the root') }) })`,
  noisy: `console.log('seed 42'); test('fails', () => { throw new Error('wrong') })`,
  quiet: `console.log('seed 42'); test('passes', () => {})`,
  skip: `test('waits', { skip: 'no browser here' }, () => {}); test('passes', () => {})`,
  todo: `test('later', { todo: 'not yet' }, () => { throw new Error('unfinished') }); test('passes', () => {})`,
  group: `describe('group', () => { it('passes', () => {}); it('fails', () => { throw new Error('wrong') }) })`,
  skippedGroup: `describe.skip('group', () => { it('never runs', () => {}) })`,
  empty: 'export {}',
  hook: `after(() => { throw new Error('in the hook') }); test('passes', () => {})`,
  crash: `test('passes', () => {}); setTimeout(() => process.exit(3), 20)`,
  setting: `test('no setting', () => { if (process.env.KALENDS_DATABASE) throw new Error('leaked') })`,
}
for (const [name, text] of Object.entries(samples)) {
  const imports = text.includes('(') ? `import { after, describe, it, test } from 'node:test'\n` : ''
  writeFileSync(join(directory, `${name}.test.mjs`), `${imports}${text}\n`)
}

for (const { files, closing, isGood = false, shows = [], hides = [] } of [
  { files: ['pass'], closing: '1 passed, 0 failed, 0 skipped', isGood: true },
  { files: ['fail'], closing: '0 passed, 1 failed, 0 skipped', shows: ['the cause', 'the root', 'fail.test.mjs:2'] },
  { files: ['noisy'], closing: '0 passed, 1 failed, 0 skipped', shows: ['seed 42'] },
  { files: ['quiet'], closing: '1 passed, 0 failed, 0 skipped', isGood: true, hides: ['seed 42'] },
  { files: ['skip'], closing: '1 passed, 0 failed, 1 skipped', isGood: true, shows: ['waits: no browser here'] },
  { files: ['todo'], closing: '1 passed, 0 failed, 1 skipped', isGood: true, shows: ['later: not yet'] },
  { files: ['group'], closing: '1 passed, 1 failed, 0 skipped', shows: ['wrong'] },
  { files: ['skippedGroup'], closing: '0 passed, 0 failed, 1 skipped', shows: ['no test ran'] },
  { files: ['empty'], closing: '0 passed, 1 failed, 0 skipped', shows: ['declares no test'] },
  { files: ['hook'], closing: '1 passed, 1 failed, 0 skipped', shows: ['in the hook'] },
  { files: ['crash'], closing: '1 passed, 1 failed, 0 skipped', shows: ['exit code 3'] },
  { files: ['setting'], closing: '1 passed, 0 failed, 0 skipped', isGood: true },
  { files: ['pass', 'absent'], closing: '0 passed, 0 failed, 0 skipped', shows: ['no test file'] },
  { files: ['pass', 'fail', 'skip'], closing: '2 passed, 1 failed, 1 skipped' },
]) {
  test(`a run of ${files.join(', ')} closes with ${closing}`, async () => {
    const { code, output } = await runTests(files.map((name) => `${name}.test.mjs`))
    assert.equal(closingOf(output), closing, output)
    assert.equal(code, isGood ? 0 : 1)
    for (const text of shows) assert.ok(output.includes(text), `${text} is missing in:\n${output}`)
    for (const text of hides) assert.ok(!output.includes(text), `${text} is in:\n${output}`)
  })
}

test('a run of a directory leaves out the tests that packages bring', async () => {
  const own = join(directory, 'own')
  mkdirSync(join(own, 'node_modules', 'package'), { recursive: true })
  for (const place of [own, join(own, 'node_modules', 'package')]) {
    writeFileSync(join(place, 'some.test.ts'), `import { test } from 'node:test'\ntest('passes', () => {})\n`)
  }
  const { code, output } = await runTests(['own'])
  assert.equal(closingOf(output), '1 passed, 0 failed, 0 skipped', output)
  assert.equal(code, 0)
})

test('a run prints what its random tests begin with: always the same, or what is asked for', async () => {
  const seedOf = ({ output }: { output: string }) => /SEED=(\d+)/.exec(output)?.[1]
  const fixed = seedOf(await runTests(['pass.test.mjs'], { SEED: undefined }))
  assert.equal(fixed, String(fixedSeed))
  assert.equal(seedOf(await runTests(['pass.test.mjs'], { SEED: '42' })), '42')
})

describe('the plan', () => {
  it('of a submission is the same long files with the fixed seed each time, then the seeds that failed once', () => {
    const jobs = [...planJobs(planTests(['--submission']))]
    assert.deepEqual(jobs, [...planJobs(planTests(['--submission']))])
    const kept: Job[] = JSON.parse(readFileSync('tests/regressions.json', 'utf8'))
    const first = jobs.slice(0, -kept.length || jobs.length)
    assert.deepEqual(jobs.slice(first.length), kept)
    assert.ok(first.every(({ files }) => files.every((file) => file.endsWith('.long.test.ts'))))
    assert.ok(first.every(({ seed }) => seed === fixedSeed))
    for (const { files } of kept) for (const file of files) assert.ok(existsSync(file), file)
  })

  it('of an exploration begins the tests that choose by chance, each time with another seed', () => {
    const plan = planTests(['--explore', '--minutes', '3'])
    assert.equal(plan.minutes, 3)
    const jobs: Job[] = []
    for (const job of planJobs(plan)) if (jobs.push(job) === 50) break
    assert.equal(new Set(jobs.map(({ seed }) => seed)).size, 50)
    for (const { files, database } of jobs) assert.ok(files.length === 1 && plan[database].includes(`${files}`))
    const random = globSync('tests/**/*.test.ts', { exclude: ['**/node_modules'] })
      .filter((file) => !/^tests\/(?:cli|durability|scripts)\//.test(file))
      .filter((file) => readFileSync(file, 'utf8').includes('/support/seed.ts'))
    const forgotten = random.filter((file) => !byChance.some((pattern) => path.matchesGlob(file, pattern)))
    assert.deepEqual(forgotten, [])
  })
})

test('a file that ran no test in the process that it shares with others is a failure', async () => {
  const place = mkdtempSync(join(root, 'tests/lib/shared-'))
  try {
    writeFileSync(join(place, 'a.test.ts'), `import { test } from 'node:test'\ntest('passes', () => {})\n`)
    const both = [join(place, 'a.test.ts'), join(place, 'b.test.ts')]
    writeFileSync(join(place, 'b.test.ts'), 'export {}\n')
    const bad = await runTests(both)
    assert.equal(closingOf(bad.output), '1 passed, 1 failed, 0 skipped', bad.output)
    assert.match(bad.output, /b\.test\.ts declares no test/)
    assert.equal(bad.code, 1)
    writeFileSync(join(place, 'b.test.ts'), `import { test } from 'node:test'\ntest('passes', () => {})\n`)
    const good = await runTests(both)
    assert.equal(closingOf(good.output), '2 passed, 0 failed, 0 skipped', good.output)
  } finally {
    rmSync(place, { recursive: true })
  }
})

test('a process that hangs is ended after a limit, and named', async () => {
  writeFileSync(
    join(directory, 'hang.test.mjs'),
    `import { test } from 'node:test'\ntest('waits', () => new Promise(() => setInterval(() => {}, 1000)))\n`,
  )
  const { code, output } = await runTests(['hang.test.mjs'], { TEST_LIMIT: '0.05' })
  assert.equal(code, 1)
  assert.match(output, /aborted due to timeout/)
  assert.match(output, /failed: \S+hang\.test\.mjs on SQLite/)
})

test('a pattern chooses tests by their names', async () => {
  const files = ['group.test.mjs', 'fail.test.mjs']
  const { code, output } = await runTests([...files, '--test-name-pattern=passes'])
  assert.equal(closingOf(output), '1 passed, 0 failed, 0 skipped', output)
  assert.equal(code, 0)
  assert.match((await runTests([...files, '--test-name-pattern=nothing'])).output, /no test ran/)
})

// Without programs it is nowhere known as whom a server could run that does not run as root.
const skip = process.getuid?.() === 0 ? false : 'only root is refused'
test('a database that is not there is named with the reason, and its tests are missing', { skip }, async () => {
  const { code, output } = await runTests([join(root, 'tests/contract/error-texts.test.ts')], { PATH: '/nowhere' })
  assert.match(output, /On PostgreSQL nothing is tested: PostgreSQL does not run as root/)
  assert.match(output, /✓ tests\/contract\/error-texts\.test\.ts on SQLite/)
  assert.equal(code, 0, output)
})

/** The last line of a run, without how long it took. */
const closingOf = (output: string): string | undefined =>
  output
    .trimEnd()
    .split('\n')
    .at(-1)
    ?.replace(/ in \d+ min \d+ s$/, '')

const runTests = (names: string[], settings: NodeJS.ProcessEnv = {}): Promise<{ code: number; output: string }> => {
  const script = fileURLToPath(scriptUrl('run-tests.ts'))
  // Node refuses to run tests from within tests unless it does not know.
  const { NODE_TEST_CONTEXT: _, ...others } = process.env
  const env = { ...others, KALENDS_DATABASE: 'postgres://in-use', ...settings }
  const files = names.map((name) => (name.startsWith('--') ? name : path.resolve(directory, name)))
  return new Promise((resolve) => {
    const run = execFile(process.execPath, [script, ...files], { env }, (_error, stdout) => {
      resolve({ code: run.exitCode ?? -1, output: stdout })
    })
  })
}
