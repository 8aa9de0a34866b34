import { randomInt } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fixedSeed } from '../tests/support/seed.ts'

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
 * Long tests that a submission runs besides the short ones: the same ones each time, chosen so that they and the short ones take less than
 * twenty minutes on two cores. `npm run test:all` runs the others too.
 */
export const inEverySubmission = [
  'tests/admin/{events,first-run,review,settings}.*',
  'tests/cli/{backup,check,copy,import,import-flaws,restore,settings,start-faults,usage,users}.*',
  'tests/{db,feeds,policy,scripts,sql}/**',
  'tests/docs/howto.*',
  'tests/durability/{commit-cut,kill}.*',
  'tests/import/{hostile,keep-ids-faults,keep-ids-of-sources,links,mutated,size,sources-trouble}.*',
  'tests/media/{decoder,decoder-process}.*',
  'tests/properties/**',
  'tests/submit/browser.*',
]

/** Tests that choose by chance what they try, as `tests/support/seed.ts` says: `npm run test:explore` begins them with new seeds. */
export const byChance = [
  'tests/properties/**',
  'tests/{feeds/memory,import/mutated,sql/derived}.*',
  'tests/{db/search-block,lib/date-text,lib/sanitize,lib/time-zone}.*',
]

/**
 * Suites of which several run in one process, one after the other: to load the program takes longer than most of them
 * need. They may leave nothing behind in their process.
 */
export const inOneProcess = ['tests/{accounts,contract,db,feeds,http,import,lib,media,submit,web}/**']

/** How many of them share a process at most: few enough that the processors finish together. */
const mostInOneProcess = 6

/**
 * Test files, and the seed with which those begin that choose by chance; on both databases or on one.
 * @typedef {{ seed: number, sqlite: string[], postgres: string[] }} TestRound
 */

/**
 * A seed with which a file failed once, on one of the databases.
 * @typedef {{ file: string, database: string, seed: number }} Regression
 */

/**
 * What is to be run. Names are files, directories or patterns, and mean long tests too; without one, everything is meant. A plan to explore
 * begins the same files with new seeds until its minutes are over; another one begins them with the fixed seed, and then with those of
 * `tests/regressions.json`.
 * @typedef {{ missing: string[], rounds: Iterable<TestRound>, isShort: boolean, needsBrowser: boolean, minutes?: number }} TestPlan
 */

/**
 * Chooses the test files: `--all` adds the long ones, `--only-long` leaves the others out, `--submission` takes the long ones that each
 * submission runs, `--explore --minutes N` those that choose by chance; `--sqlite` and `--postgres` choose one database.
 * @param {string[]} args
 * @param {string} rootDirectory
 * @param {number} [askedSeed] the only seed to begin with
 * @returns {TestPlan}
 */
export function planTests(args, rootDirectory, askedSeed) {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      'only-long': { type: 'boolean' },
      submission: { type: 'boolean' },
      explore: { type: 'boolean' },
      minutes: { type: 'string' },
      sqlite: { type: 'boolean' },
      postgres: { type: 'boolean' },
    },
  })
  const isAnyOf = (/** @type {string[]} */ patterns) => (/** @type {string} */ file) =>
    patterns.some((pattern) => path.matchesGlob(path.relative(rootDirectory, file), pattern))
  const found = (names.length === 0 ? ['tests'] : names).map((name) => ({ name, files: findNamed(name) }))
  const missing = found.filter(({ files }) => files.length === 0).map(({ name }) => name)
  const all = [...new Set(found.flatMap(({ files }) => files))].map((file) => path.resolve(file)).sort()
  const onlyLong = values['only-long'] || values.submission
  const isShort = names.length === 0 && !values.all && !onlyLong && !values.explore
  const full = isShort ? all.filter((file) => !isLong(file)) : withoutRepeated(all)
  const isMore = isAnyOf(onBothInTheLongRun)
  const chosen = full
    .filter((file) => !onlyLong || isLong(file) || (!values.submission && isMore(file)))
    .filter(values.submission ? isAnyOf(inEverySubmission) : () => true)
    .filter(values.explore ? isAnyOf(byChance) : () => true)
  const isOnBoth = isAnyOf(onBothDatabases)
  const round = {
    // What short runs do on SQLite alone is left for PostgreSQL.
    sqlite: values.postgres ? [] : chosen.filter((file) => !onlyLong || isLong(file)),
    postgres: values.sqlite ? [] : chosen.filter((file) => isOnBoth(file) || (!isShort && isMore(file))),
  }
  const regressions = readRegressions(rootDirectory).filter(({ file }) => full.includes(path.resolve(file)))
  const chooseRounds = () => {
    if (askedSeed !== undefined) return [{ seed: askedSeed, ...round }]
    return values.explore ? exploreWith(round) : [{ seed: fixedSeed, ...round }, ...repeatRegressions(regressions)]
  }
  return {
    missing,
    rounds: chooseRounds(),
    isShort,
    ...(values.explore ? { minutes: readMinutes(values.minutes) } : {}),
    needsBrowser: round.sqlite.some((file) => readFileSync(file, 'utf8').includes('/support/browser.ts')),
  }
}

/**
 * The same files again and again, each time with a new seed and in another order, so that a short exploration does not always try the same.
 * @param {{ sqlite: string[], postgres: string[] }} files
 * @returns {Generator<TestRound>}
 */
function* exploreWith({ sqlite, postgres }) {
  for (;;) {
    const seed = randomInt(2 ** 31)
    yield { seed, sqlite: shuffle(sqlite), postgres: shuffle(postgres) }
  }
}

/**
 * @param {string[]} files
 * @returns {string[]}
 */
function shuffle(files) {
  return files
    .map((file) => ({ file, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ file }) => file)
}

/** @param {string} rootDirectory */
function regressionsFile(rootDirectory) {
  return path.join(rootDirectory, 'tests/regressions.json')
}

/**
 * @param {string} rootDirectory
 * @returns {Regression[]}
 */
function readRegressions(rootDirectory) {
  return JSON.parse(readFileSync(regressionsFile(rootDirectory), 'utf8'))
}

/**
 * Adds what an exploration found to the seeds that every run repeats.
 * @param {string} rootDirectory
 * @param {Regression[]} found
 */
export function keepRegressions(rootDirectory, found) {
  if (found.length === 0) return
  const kept = readRegressions(rootDirectory)
  const isNew = (/** @type {Regression} */ { file, database, seed }) =>
    !kept.some((each) => each.file === file && each.database === database && each.seed === seed)
  writeFileSync(regressionsFile(rootDirectory), `${JSON.stringify([...kept, ...found.filter(isNew)], undefined, 2)}\n`)
}

/**
 * @param {Regression[]} regressions
 * @returns {TestRound[]}
 */
function repeatRegressions(regressions) {
  return [...Map.groupBy(regressions, ({ seed }) => seed)].map(([seed, ofSeed]) => {
    const filesOn = (/** @type {string} */ name) =>
      ofSeed.filter(({ database }) => database === name).map(({ file }) => path.resolve(file))
    return { seed, sqlite: filesOn('SQLite'), postgres: filesOn('PostgreSQL') }
  })
}

/**
 * @param {string} [text]
 * @throws {RangeError} for anything but a number
 */
function readMinutes(text = '10') {
  const minutes = Number(text)
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
