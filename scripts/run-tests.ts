import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { startPostgres } from '../tests/support/postgres.ts'
import { installBrowser } from './install-browser.mjs'
import { type Job, planJobs, planTests } from './test-plan.ts'

process.chdir(path.dirname(import.meta.dirname))
// No setting of the server reaches a test.
for (const name of Object.keys(process.env)) if (/^KALENDS_(?!TEST_)/.test(name)) delete process.env[name]
// Minutes for a process. They only end hangs: a busy machine takes many times as long as an idle one.
const { SEED, TEST_POSTGRES, TEST_LONG, TEST_LIMIT = TEST_LONG ? 720 : 60 } = process.env
const plan = planTests(process.argv.slice(2))
const stopped = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stopped.abort(signal))
const shm = existsSync('/dev/shm') ? statfsSync('/dev/shm') : undefined
const memory = shm && shm.bavail * shm.bsize > 2 ** 31 ? '/dev/shm' : tmpdir()
// The databases of the short run wait for no disk. The long tests prove what a disk keeps.
if (plan.isShort) process.env['TMPDIR'] = memory
const directory = mkdtempSync(path.join(tmpdir(), 'kalends-run-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
const totals = { passed: 0, failed: 0, skipped: 0 }
const failed: Job[] = []

// A misspelt file name must not look like success.
if (plan.missing.length === 0) await runAll()
else console.log(`no test file: ${plan.missing.join(', ')}`)
for (const { files, database, seed } of failed) console.log(`failed: ${files.join(', ')} on ${database} (SEED=${seed})`)
if (totals.passed + totals.failed === 0) console.log('no test ran')
const time = `${Math.floor(performance.now() / 60_000)} min ${Math.floor((performance.now() / 1000) % 60)} s`
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped in ${time}`)
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0

/** Runs all jobs, two more at once than there are processors: tests also wait for disks, databases and processes. */
async function runAll() {
  if (plan.SQLite.some((file) => readFileSync(file, 'utf8').includes('/support/browser.ts')))
    installBrowser(console.log)
  const server = plan.PostgreSQL.length > 0 ? await findServer() : undefined
  if (typeof server === 'string') console.log(`On PostgreSQL nothing is tested: ${server}`)
  const url = typeof server === 'object' ? server.url : undefined
  if (url === undefined) plan.PostgreSQL = []
  const jobs = planJobs(plan, SEED)
  const isOver = () => stopped.signal.aborted || performance.now() > (plan.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  const work = async () => {
    for (let next = jobs.next(); !next.done && !isOver(); next = jobs.next()) await runJob(next.value, url)
  }
  await Promise.all(Array.from({ length: availableParallelism() + 2 }, work))
  if (typeof server === 'object') await server.stop()
  if (plan.minutes !== undefined && !stopped.signal.aborted) keepSeeds()
}

/** The server that `TEST_POSTGRES` names, or one of this run's own, of which nothing has to outlive it. */
async function findServer() {
  const quick = ['full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off']
  const settings = [...quick, 'shared_buffers=16MB', 'max_wal_size=512MB', 'checkpoint_timeout=1h']
  return TEST_POSTGRES ? { url: TEST_POSTGRES, stop: () => {} } : startPostgres({ below: memory, settings })
}

/** Adds what an exploration found to what each run repeats: one seed for a file, since one fault may fail with many. */
function keepSeeds() {
  const kept: Job[] = JSON.parse(readFileSync('tests/regressions.json', 'utf8'))
  const found = new Map(failed.map((job) => [`${job.files} ${job.database}`, job])).values()
  writeFileSync('tests/regressions.json', `${JSON.stringify([...kept, ...found], undefined, 2)}\n`)
}

/** Runs the files of a job in one process; prints a line about them, each failure, and each skip with its reason. */
async function runJob(job: Job, server: string | undefined) {
  const { files, database, seed } = job
  const began = performance.now()
  const lines: string[] = []
  const note = (what: 'failed' | 'skipped', text: string) => {
    totals[what]++
    if (what === 'failed' && !failed.includes(job)) failed.push(job)
    lines.push(`  ${what}: ${text}`)
  }
  const paths = files.map((file) => path.resolve(file))
  const isShared = files.length > 1
  const program = isShared ? path.join(directory, `${database}-${path.basename(`${files[0]}`)}`) : `${paths}`
  if (isShared) writeFileSync(program, paths.map((file) => `await import('${pathToFileURL(file)}')\n`).join(''))
  const postgres = { TEST_POSTGRES_SERVER: server, TEST_POSTGRES: database === 'PostgreSQL' ? server : undefined }
  const events = run({
    files: [program],
    testNamePatterns: plan.patterns,
    signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(Number(TEST_LIMIT) * 60_000)]),
    env: { ...process.env, SEED: `${seed}`, TEST_TEMPLATES: directory, ...postgres },
  })
  let [passed, output] = [0, '']
  const silent = new Set(paths)
  for (const stream of ['test:stdout', 'test:stderr']) events.on(stream, ({ message }) => (output += message))
  events.on('test:pass', ({ name, file = '', skip, todo = skip, details }) => {
    if (todo !== undefined) note('skipped', `${name}: ${todo}`)
    else if (name !== file && details.type !== 'suite') passed++
    if (name !== file) isShared ? silent.delete(file) : silent.clear()
  })
  events.on('test:fail', ({ name, file = '', line, todo, details }) => {
    const error: Error & { failureType?: string; exitCode?: number } = details.error
    const what = name === file ? `outside its tests, exit code ${error.exitCode}` : name
    if (todo !== undefined) note('skipped', `${name}: ${todo}`)
    else if (error.failureType !== 'subtestsFailed')
      note('failed', `${what} (${path.relative('.', file)}:${line})\n${inspect(error.cause ?? error, { depth: 8 })}`)
    isShared ? silent.delete(file) : silent.clear()
  })
  for await (const _ of events);
  // A file without a test would look like success.
  if (plan.patterns.length === 0) for (const file of silent) note('failed', `${file} declares no test`)
  totals.passed += passed
  const isGood = !failed.includes(job)
  const head = `${isGood ? '✓' : '✗'} ${files.join(', ')} on ${database}, SEED=${seed}`
  console.log(`${head}: ${passed} passed in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const line of isGood ? lines : [...lines, output]) console.log(line)
}
