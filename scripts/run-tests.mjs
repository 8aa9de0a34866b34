import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startPostgres } from '../tests/support/postgres.ts'
import { installBrowser } from './install-browser.mjs'
import { groupFiles, planTests } from './test-plan.mjs'
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
const startedAt = performance.now()

process.chdir(rootDirectory)
forgetSettings()
const plan = planTests(process.argv.slice(2), rootDirectory)
// The databases of the short run are in memory, where a write waits for no disk. The long tests prove what a disk keeps.
if (plan.isShort) process.env['TMPDIR'] = findMemory()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stopped.abort())
const templates = newDirectory('templates')
const groups = newDirectory('groups')
process.env['TEST_TEMPLATES'] = templates
process.env['SEED'] ??= String(seedOfSources())

/** No file begins after this time of `performance.now()`. */
const until = startedAt + plan.minutes * 60_000
for (const name of plan.missing) print(`no test file: ${name}\n`)
// A misspelt file name must not look like success.
const reports = plan.missing.length > 0 ? [] : await runPlan()
process.exitCode = showTotal(reports, performance.now() - startedAt, print) ? 0 : 1

/** Runs everything on SQLite, and then once more on PostgreSQL what runs on both. */
async function runPlan() {
  if (plan.needsBrowser) installBrowser(print)
  const server = plan.postgres.length > 0 ? await findServer() : undefined
  delete process.env['TEST_POSTGRES']
  // Tests that need a server, whatever database they run on, share it.
  if (typeof server === 'object') process.env['TEST_POSTGRES_SERVER'] = server.url
  try {
    // PostgreSQL, which has fewer files, gets the rest of the time.
    const untilPostgres = plan.postgres.length > 0 ? (until - startedAt) * 0.7 + startedAt : until
    const onSqlite = plan.sqlite.length > 0 ? [await runFiles('SQLite', plan.sqlite, untilPostgres)] : []
    if (server === undefined) return onSqlite
    if (typeof server === 'string') return [...onSqlite, notRun('PostgreSQL', server)]
    if (stopped.signal.aborted) return [...onSqlite, notRun('PostgreSQL', 'the run was stopped')]
    process.env['TEST_POSTGRES'] = server.url
    return [...onSqlite, await runFiles('PostgreSQL', plan.postgres, until)]
  } finally {
    // It would keep this process alive.
    if (typeof server === 'object') await server.stop()
  }
}

/** The PostgreSQL server that `TEST_POSTGRES` names, or one of this run's own; or why there is none. */
async function findServer() {
  const url = process.env['TEST_POSTGRES']
  return url === undefined
    ? startPostgres({ below: findMemory(), settings: quickDatabases })
    : { url, stop: async () => {} }
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
 * @param {number} until
 */
async function runFiles(database, files, until) {
  print(`On ${database} (SEED=${process.env['SEED']}):\n`)
  const ordered = inOrder(groupFiles(files, rootDirectory))
  const programs = new Map(ordered.map((group) => [programOf(group), group]))
  /** @type {string[]} */
  const left = []
  const events = runInTurn([...programs.keys()], until, (program) => {
    left.push(...(programs.get(program) ?? []))
    programs.delete(program)
  })
  return { database, files: await reportTests(events, rootDirectory, print, programs), left }
}

/**
 * The order in which groups of files run. Where there may not be time for all of them, it is another one after each change, so that all
 * have their turn.
 * @param {string[][]} groups
 */
function inOrder(groups) {
  if (!Number.isFinite(until)) return groups
  const placeOf = (/** @type {string[]} */ group) =>
    createHash('sha256')
      .update(`${process.env['SEED']} ${path.relative(rootDirectory, group[0] ?? '')}`)
      .digest('hex')
  return groups
    .map((group) => ({ group, place: placeOf(group) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ group }) => group)
}

/**
 * Runs programs, as many at once as there may be, and yields what each reports when it has ended. None begins after a time of
 * `performance.now()`.
 * @param {readonly string[]} programs
 * @param {number} until
 * @param {(program: string) => void} leave is told of those that do not run
 */
async function* runInTurn(programs, until, leave) {
  const waiting = [...programs]
  /** @type {import('./test-report.mjs').TestEvent[]} */
  const reported = []
  let wake = () => {}
  let working = concurrency
  const work = async () => {
    for (let program = waiting.shift(); program !== undefined; program = waiting.shift()) {
      if (performance.now() > until) {
        leave(program)
        continue
      }
      const events = []
      for await (const event of run({ files: [program], timeout: hangMilliseconds, signal: stopped.signal }))
        events.push({ ...event, at: performance.now() })
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
 * What random tests begin with where `SEED` does not say: a number that follows from the content of the sources. So the
 * same sources are tested in the same way on every machine, and each change tries other values.
 */
function seedOfSources() {
  const hash = createHash('sha256')
  const files = globSync('{src,tests,admin/src,locales}/**/*.*', { exclude: (name) => name.includes('node_modules') })
  for (const file of files.sort()) if (statSync(file).isFile()) hash.update(file).update(readFileSync(file))
  return hash.digest().readUInt32LE() >>> 1
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
