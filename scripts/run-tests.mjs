import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startPostgres } from '../tests/support/postgres.ts'
import { installBrowser } from './install-browser.mjs'
import { groupFiles, keepRegressions, planTests } from './test-plan.mjs'
import { reportTests, showTotal } from './test-report.mjs'

const rootDirectory = path.dirname(import.meta.dirname)
// Only ends hangs: a busy machine takes many times as long as an idle one.
const hangMilliseconds = (process.env['TEST_LONG'] ? 12 : 1) * 3_600_000
// Each test makes a database and drops it: nothing of it has to outlive the run.
const quickDatabases = [
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'shared_buffers=16MB',
  'max_wal_size=512MB',
  'checkpoint_timeout=1h',
]
// One more than there are processors: tests also wait for disks, databases and processes.
const concurrency = availableParallelism() + 1
const stopped = new AbortController()
const givenServer = process.env['TEST_POSTGRES']
const startedAt = performance.now()

process.chdir(rootDirectory)
forgetSettings()
const askedSeed = process.env['SEED']
const plan = planTests(process.argv.slice(2), rootDirectory, askedSeed === undefined ? undefined : Number(askedSeed))
// The databases of the short run are in memory, where a write waits for no disk. The long tests prove what a disk keeps.
if (plan.isShort) process.env['TMPDIR'] = findMemory()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stopped.abort())
const templates = newDirectory('templates')
const groups = newDirectory('groups')
process.env['TEST_TEMPLATES'] = templates

/** An exploration leaves them: one fault would fill the list of seeds. */
const failedBefore = new Set()
/** No file begins after this time of `performance.now()`. */
const until = startedAt + (plan.minutes ?? Number.POSITIVE_INFINITY) * 60_000
for (const name of plan.missing) print(`no test file: ${name}\n`)
// A misspelt file name must not look like success.
const reports = plan.missing.length > 0 ? [] : await runPlan()
process.exitCode = showTotal(reports, performance.now() - startedAt, print) ? 0 : 1

/** Runs each round of the plan on SQLite, and then on PostgreSQL what runs on both. An exploration keeps the seeds that fail. */
async function runPlan() {
  if (plan.needsBrowser) installBrowser(print)
  /** @type {Awaited<ReturnType<typeof findServer>> | undefined} */
  let server
  /** @type {import('./test-report.mjs').RunReport[]} */
  const reports = []
  try {
    for (const { seed, sqlite, postgres } of plan.rounds) {
      if (stopped.signal.aborted || performance.now() > until) break
      process.env['SEED'] = String(seed)
      delete process.env['TEST_POSTGRES']
      if (postgres.length > 0) server ??= await findServer()
      // Tests that need a server, whatever database they run on, share it.
      if (typeof server === 'object') process.env['TEST_POSTGRES_SERVER'] = server.url
      if (sqlite.length > 0) reports.push(await runFiles('SQLite', sqlite))
      if (postgres.length === 0 || server === undefined) continue
      if (typeof server === 'string') reports.push(notRun('PostgreSQL', server))
      else if (stopped.signal.aborted) reports.push(notRun('PostgreSQL', 'the run was stopped'))
      else {
        process.env['TEST_POSTGRES'] = server.url
        reports.push(await runFiles('PostgreSQL', postgres))
      }
    }
    return reports
  } finally {
    // It would keep this process alive.
    if (typeof server === 'object') await server.stop()
  }
}

/** The PostgreSQL server that `TEST_POSTGRES` names, or one of this run's own; or why there is none. */
async function findServer() {
  return givenServer === undefined
    ? startPostgres({ below: findMemory(), settings: quickDatabases })
    : { url: givenServer, stop: async () => {} }
}

/**
 * A file system in memory with room for the databases of a run, if there is one. Other file systems may be slow to make
 * files where many were just deleted: ext4 looks for an inode that was not deleted lately.
 */
function findMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 31 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * @param {string} database
 * @param {string[]} files
 */
async function runFiles(database, files) {
  const seed = Number(process.env['SEED'])
  print(`On ${database} (SEED=${seed}):\n`)
  const isExploring = plan.minutes !== undefined
  const inGroups = isExploring
    ? files.filter((file) => !failedBefore.has(file)).map((file) => [file])
    : groupFiles(files, rootDirectory)
  const programs = new Map(inGroups.map((group) => [programOf(group), group]))
  /** @type {string[]} */
  const failed = []
  const events = runInTurn([...programs.keys()], (program) => failed.push(...(programs.get(program) ?? [])))
  const reports = await reportTests(events, rootDirectory, print, programs)
  for (const file of failed) failedBefore.add(file)
  if (isExploring)
    keepRegressions(
      rootDirectory,
      failed.map((file) => ({ file: path.relative(rootDirectory, file), database, seed })),
    )
  return { database, files: reports }
}

/**
 * Runs programs, as many at once as there may be, and yields what each reports when it has ended.
 * @param {readonly string[]} programs
 * @param {(program: string) => void} noteFailed is told of those in which a test failed
 */
async function* runInTurn(programs, noteFailed) {
  const waiting = [...programs]
  /** @type {import('./test-report.mjs').TestEvent[]} */
  const reported = []
  let wake = () => {}
  let working = concurrency
  const work = async () => {
    for (let program = waiting.shift(); program !== undefined; program = waiting.shift()) {
      if (performance.now() > until) break
      const events = []
      for await (const event of run({ files: [program], timeout: hangMilliseconds, signal: stopped.signal }))
        events.push({ ...event, at: performance.now() })
      if (events.some(({ type }) => type === 'test:fail') && !stopped.signal.aborted) noteFailed(program)
      reported.push(...events)
      wake()
    }
    working--
    wake()
  }
  const all = Promise.all(Array.from({ length: concurrency }, work))
  while (working > 0 || reported.length > 0) {
    yield* reported.splice(0)
    if (working > 0 && reported.length === 0)
      await new Promise((resolve) => {
        wake = () => resolve(undefined)
      })
  }
  await all
}

/**
 * What runs test files in one process: the file itself if it is one.
 * @param {string[]} files
 */
function programOf(files) {
  const [first = '', ...others] = files
  if (others.length === 0) return first
  const program = path.join(groups, `${path.basename(first)}-and-${others.length}-more.mjs`)
  writeFileSync(program, files.map((file) => `await import('${pathToFileURL(file).href}')\n`).join(''))
  return program
}

/** @param {string} name */
function newDirectory(name) {
  const directory = mkdtempSync(path.join(tmpdir(), `kalends-${name}-`))
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/**
 * @param {string} database
 * @param {string} reason
 */
function notRun(database, reason) {
  return { database, files: [], skipped: reason }
}

/** Keeps the tests off the data of whoever runs them: no setting of the server reaches a test. */
function forgetSettings() {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('KALENDS_') && !name.startsWith('KALENDS_TEST_')) delete process.env[name]
  }
}

/** @param {string} text */
function print(text) {
  process.stdout.write(text)
}
