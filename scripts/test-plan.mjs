import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

/** What takes minutes, and what needs more than npm installs: left out of `npm test`, part of `npm run test:all`. */
const longName = '.long.test.ts'

/**
 * Suites that ask a calendar through HTTP or run commands, and so know nothing of its database. All of them run on both
 * databases.
 */
export const onBothDatabases = [
  'tests/accounts/**',
  'tests/conformance/{answers,interface}.*',
  'tests/contract/**',
  'tests/feeds/{calendar,places,rfc-5545,series,syndication,time-zones}.*',
  'tests/import/{export,flaws,keep-ids,sources}.*',
  'tests/policy/matrix.*',
  'tests/submit/**',
  'tests/web/{addresses,calendar-statements,canary,filter-counts,month,pages,structured-data,tec-addresses}.*',
]

/** More of them, which `npm test` runs on SQLite alone. */
export const onBothInTheLongRun = [
  'tests/admin/{calendar,events,first-run,history,images,import,kept,people,places,recurrence,review,rights,terms}.long.*',
  'tests/cli/{backup,check,import,import-flaws,import-ids,interrupted-import,users}.*',
  'tests/conformance/replay.*',
  'tests/feeds/{long,memory}.*',
  'tests/http/{bad-input,limits}.*',
  'tests/import/{hostile,keep-ids-faults,keep-ids-of-sources,links,odd-lines,remote,sources-trouble}.*',
  'tests/properties/{adapter-fuzz,cursor,fuzz,lists,people-fuzz,round-trip,search,series-model,slugs}.*',
  'tests/web/{hours,lines,screen}.*',
]

/**
 * Suites of which several run in one process, one after the other: to load the program takes longer than most of them
 * need. They may leave nothing behind in their process.
 */
export const inOneProcess = ['tests/{accounts,contract,db,feeds,http,import,lib,media,submit,web}/**']

/** How many of them share a process at most: few enough that the processors finish together. */
const mostInOneProcess = 6

/**
 * What is to be run. Names are files, directories or patterns, and mean long tests too; without one, everything is
 * meant.
 * @typedef {{ missing: string[], sqlite: string[], postgres: string[], isShort: boolean, needsBrowser: boolean, minutes: number }} TestPlan
 */

/**
 * Chooses the test files: `--all` adds the long ones, `--only-long` leaves the others out, `--sqlite` and `--postgres`
 * choose one database. After `--minutes N` no further file begins.
 * @param {string[]} args
 * @param {string} rootDirectory
 * @returns {TestPlan}
 */
export function planTests(args, rootDirectory) {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      'only-long': { type: 'boolean' },
      sqlite: { type: 'boolean' },
      postgres: { type: 'boolean' },
      minutes: { type: 'string' },
    },
  })
  const found = (names.length === 0 ? ['tests'] : names).map((name) => ({ name, files: findNamed(name) }))
  const missing = found.filter(({ files }) => files.length === 0).map(({ name }) => name)
  const all = [...new Set(found.flatMap(({ files }) => files))].map((file) => path.resolve(file)).sort()
  const isShort = names.length === 0 && !values.all && !values['only-long']
  const onSqlite = isShort ? all.filter((file) => !isLong(file)) : withoutRepeated(all)
  const isOnBoth = (/** @type {string[]} */ patterns) => (/** @type {string} */ file) =>
    patterns.some((pattern) => path.matchesGlob(path.relative(rootDirectory, file), pattern))
  const always = onSqlite.filter(isOnBoth(onBothDatabases))
  const more = isShort ? [] : onSqlite.filter(isOnBoth(onBothInTheLongRun))
  /** @param {string[]} files */
  const choose = (files) => (values['only-long'] ? files.filter(isLong) : files)
  const [sqlite, postgres] = [choose(onSqlite), [...choose(always), ...more]]
  return {
    missing,
    sqlite: values.postgres ? [] : sqlite,
    postgres: values.sqlite ? [] : postgres,
    isShort,
    minutes: readMinutes(values.minutes),
    needsBrowser: sqlite.some((file) => readFileSync(file, 'utf8').includes('/support/browser.ts')),
  }
}

/**
 * @param {string | undefined} text
 * @throws {RangeError} for anything but a number
 */
function readMinutes(text) {
  const minutes = text === undefined ? Number.POSITIVE_INFINITY : Number(text)
  if (!(minutes >= 0)) throw new RangeError(`--minutes ${text}: it must be a number, such as 30.`)
  return minutes
}

/**
 * Divides test files into those that run in one process. A file with a hook that holds for its whole process runs by
 * itself, and so does a long one.
 * @param {string[]} files
 * @param {string} rootDirectory
 * @returns {string[][]}
 */
export function groupFiles(files, rootDirectory) {
  const shares = (/** @type {string} */ file) =>
    !isLong(file) &&
    inOneProcess.some((pattern) => path.matchesGlob(path.relative(rootDirectory, file), pattern)) &&
    !/^(?:before|beforeEach|afterEach)\(/m.test(readFileSync(file, 'utf8'))
  const [sharing, alone] = [files.filter(shares), files.filter((file) => !shares(file))]
  const count = Math.ceil(sharing.length / mostInOneProcess)
  // Neighbours take about as long as each other: each goes to another process.
  const groups = Array.from({ length: count }, (_, at) => sharing.filter((_, place) => place % count === at))
  return [...groups, ...alone.map((file) => [file])]
}

/**
 * Leaves out each file that another one runs at full length.
 * @param {string[]} files
 */
function withoutRepeated(files) {
  const repeated = new Set(files.filter(isLong).map((file) => file.replace(longName, '.test.ts')))
  return files.filter((file) => !repeated.has(file))
}

/** @param {string} file */
function isLong(file) {
  return file.endsWith(longName)
}

/** @param {string} name */
function findNamed(name) {
  const isDirectory = statSync(name, { throwIfNoEntry: false })?.isDirectory()
  // Packages bring tests of their own.
  return globSync(isDirectory ? path.join(name, '**/*.test.ts') : name, { exclude: isPackages })
}

/** @param {string} place */
function isPackages(place) {
  return path.basename(place) === 'node_modules'
}
