import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'
import { after, describe, it, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fixedSeed } from '../support/seed.ts'
import { loadScript, scriptUrl } from './load-script.ts'

type Round = { readonly seed: number; readonly sqlite: readonly string[]; readonly postgres: readonly string[] }
type Plan = { readonly rounds: Iterable<Round>; readonly minutes?: number }
type PlanTests = (args: readonly string[], root: string, askedSeed?: number) => Plan
type Regression = { readonly file: string; readonly database: string; readonly seed: number }
type KeepRegressions = (root: string, found: readonly Regression[]) => void

const root = fileURLToPath(new URL('../..', import.meta.url))
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
  const planOf = async (...args: string[]): Promise<Plan> => {
    const { planTests } = await loadScript<{ planTests: PlanTests }>('test-plan.mjs')
    return planTests(args, root)
  }
  const filesOf = ({ sqlite }: Round) => sqlite.map((file) => path.relative(root, file))

  it('of a submission is the same long files with the fixed seed each time, then the seeds that failed once', async () => {
    const [first, ...repeated] = [...(await planOf('--submission')).rounds]
    assert.ok(first && filesOf(first).every((file) => file.endsWith('.long.test.ts')))
    assert.equal(first.seed, fixedSeed)
    assert.deepEqual([first, ...repeated], [...(await planOf('--submission')).rounds])
    const kept: Regression[] = JSON.parse(readFileSync(path.join(root, 'tests/regressions.json'), 'utf8'))
    const replayed = repeated.flatMap(({ seed, sqlite, postgres }) => [
      ...sqlite.map((file) => ({ file: path.relative(root, file), database: 'SQLite', seed })),
      ...postgres.map((file) => ({ file: path.relative(root, file), database: 'PostgreSQL', seed })),
    ])
    assert.deepEqual(
      new Set(replayed.map((each) => JSON.stringify(each))),
      new Set(kept.map((each) => JSON.stringify(each))),
    )
    for (const { file } of kept) assert.ok(existsSync(path.join(root, file)), file)
  })

  it('of an exploration begins the tests that choose by chance, each time with another seed', async () => {
    const { rounds, minutes } = await planOf('--explore', '--minutes', '3')
    const [first, second] = rounds
    assert.equal(minutes, 3)
    assert.ok(first && second && first.seed !== second.seed)
    assert.deepEqual(filesOf(first).sort(), filesOf(second).sort())
    const { byChance } = await loadScript<{ byChance: string[] }>('test-plan.mjs')
    const random = globSync('tests/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] })
      .filter((file) => !/^tests\/(?:cli|durability|scripts)\//.test(file))
      .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('/support/seed.ts'))
    const forgotten = random.filter((file) => !byChance.some((pattern) => path.matchesGlob(file, pattern)))
    assert.deepEqual(forgotten, [])
  })
})

test('an exploration keeps the seeds that fail, each once', async () => {
  const { keepRegressions } = await loadScript<{ keepRegressions: KeepRegressions }>('test-plan.mjs')
  const place = join(directory, 'explored')
  mkdirSync(join(place, 'tests'), { recursive: true })
  writeFileSync(join(place, 'tests/regressions.json'), '[]')
  const found = { file: 'tests/a.test.ts', database: 'SQLite', seed: 5 }
  keepRegressions(place, [found])
  keepRegressions(place, [found, { ...found, seed: 6 }])
  assert.deepEqual(JSON.parse(readFileSync(join(place, 'tests/regressions.json'), 'utf8')), [
    found,
    { ...found, seed: 6 },
  ])
})

test('a file that ran no test in the process that it shares with others is a failure', async () => {
  type Report = { readonly file: string; readonly passed: number; readonly failed: number }
  type ReportTests = (
    events: AsyncIterable<object>,
    root: string,
    print: (text: string) => void,
    programs: ReadonlyMap<string, readonly string[]>,
  ) => Promise<readonly Report[]>
  const { reportTests } = await loadScript<{ reportTests: ReportTests }>('test-report.mjs')
  const outcomes = async function* (...files: readonly string[]) {
    for (const file of files) yield { type: 'test:pass', data: { name: 'passes', file, details: {} } }
  }
  const programs = new Map([['/groups/both.mjs', ['/a.test.ts', '/b.test.ts']]])
  const report = async (...files: readonly string[]) =>
    (await reportTests(outcomes(...files), '/', () => {}, programs)).map(({ file, passed, failed }) => ({
      file,
      passed,
      failed,
    }))
  const [a, b] = ['a.test.ts', 'b.test.ts'].map((file) => ({ file, passed: 1, failed: 0 }))
  assert.deepEqual(await report('/a.test.ts', '/b.test.ts'), [a, b])
  assert.deepEqual(await report('/a.test.ts'), [a, { ...b, passed: 0, failed: 1 }])
})

test('a database that is not there is named with the reason, and its tests are missing from the total', async () => {
  type ShowTotal = (runs: readonly object[], milliseconds: number, print: (text: string) => void) => boolean
  const { showTotal } = await loadScript<{ showTotal: ShowTotal }>('test-report.mjs')
  const passed = { file: 'some.test.ts', passed: 2, failed: 0, skipped: 1 }
  const failed = { file: 'some.test.ts', passed: 1, failed: 1, skipped: 0 }
  const missing = { database: 'PostgreSQL', files: [], skipped: 'no PostgreSQL is installed' }
  let text = ''
  const print = (more: string): void => {
    text += more
  }
  assert.equal(showTotal([{ database: 'SQLite', files: [passed] }, missing], 61_000, print), true)
  assert.match(
    text,
    /SQLite: 2 passed, 0 failed, 1 skipped\nPostgreSQL: nothing was tested: no PostgreSQL is installed\n/,
  )
  assert.match(text, /\n2 passed, 0 failed, 1 skipped in 1 min 1 s\n$/)
  assert.equal(showTotal([{ database: 'PostgreSQL', files: [failed] }], 0, print), false)
  assert.match(text, /failed:\n {2}some\.test\.ts \(PostgreSQL\)\n/)
})

/** The last line of a run, without how long it took. */
const closingOf = (output: string): string | undefined =>
  output
    .trimEnd()
    .split('\n')
    .at(-1)
    ?.replace(/ in \d+ min \d+ s$/, '')

const runTests = (names: string[], settings: NodeJS.ProcessEnv = {}): Promise<{ code: number; output: string }> => {
  const script = fileURLToPath(scriptUrl('run-tests.mjs'))
  // Node refuses to run tests from within tests unless it does not know.
  const { NODE_TEST_CONTEXT: _, ...others } = process.env
  const env = { ...others, KALENDS_DATABASE: 'postgres://in-use', ...settings }
  const files = names.map((name) => (name.startsWith('--') ? name : join(directory, name)))
  return new Promise((resolve) => {
    const run = execFile(process.execPath, [script, ...files], { env }, (_error, stdout) => {
      resolve({ code: run.exitCode ?? -1, output: stdout })
    })
  })
}
