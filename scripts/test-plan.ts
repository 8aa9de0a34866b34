import { randomInt } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  byChance,
  inEverySubmission,
  inOneProcess,
  onBothDatabases,
  onBothInTheLongRun,
  onSqliteInEverySubmission,
} from '../tests/suites.ts'
import { fixedSeed } from '../tests/support/seed.ts'

/** Test files that share a process, on a database, with the seed of what they choose by chance. */
export type Job = { readonly files: readonly string[]; readonly database: Database; readonly seed: number }
type Database = 'SQLite' | 'PostgreSQL'

/**
 * Chooses test files for each database. Names are files, directories or patterns, and mean long tests too; without one, the short tests are
 * meant. `--all` adds the long ones, `--only-long` leaves out what `npm test` runs, `--submission` takes the long ones that every submission
 * runs, `--explore --minutes N` those that choose by chance; `--sqlite` and `--postgres` choose one database.
 */
export function planTests(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const
  const flags = { all: flag, 'only-long': flag, submission: flag, explore: flag, sqlite: flag, postgres: flag }
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...flags,
      minutes: { type: 'string', default: '10' },
      'test-name-pattern': { type: 'string', multiple: true, default: [] },
    },
  })
  const names = (positionals.length > 0 ? positionals : ['tests']).map((name) => ({ name, files: findFiles(name) }))
  const onlyLong = values['only-long'] || values.submission
  const isShort = positionals.length === 0 && !values.all && !onlyLong && !values.explore
  const found = new Set(names.flatMap(({ files }) => files).sort())
  const isMore = (file: string) => !isShort && matches(file, onBothInTheLongRun)
  const isOnBoth = (file: string) =>
    (matches(file, onBothDatabases) || isMore(file)) && !(values.submission && matches(file, onSqliteInEverySubmission))
  const chosen = [...found]
    // What another file runs at full length would run twice.
    .filter((file) => (isShort ? !isLong(file) : !found.has(`${file.slice(0, -'.test.ts'.length)}${long}`)))
    .filter((file) => !onlyLong || isLong(file) || (!values.submission && isMore(file)))
    .filter((file) => !values.submission || matches(file, inEverySubmission))
    .filter((file) => !values.explore || matches(file, byChance))
  return {
    missing: names.filter(({ files }) => files.length === 0).map(({ name }) => name),
    isShort,
    isSubmission: values.submission,
    // What short runs do on SQLite alone is left for PostgreSQL.
    SQLite: values.postgres ? [] : chosen.filter((file) => !onlyLong || isLong(file)),
    PostgreSQL: values.sqlite ? [] : chosen.filter(isOnBoth),
    minutes: values.explore ? Number(values.minutes) : undefined,
    patterns: values['test-name-pattern'],
  }
}

/**
 * What a plan runs, in turn: all files with the fixed seed, then those that failed once with their seeds (`tests/regressions.json`). A plan
 * of minutes begins one file after the other with a new seed, without an end.
 */
export function* planJobs(plan: ReturnType<typeof planTests>, seed?: string): Generator<Job> {
  const most = plan.minutes === undefined ? 8 : 1
  const jobs = (['SQLite', 'PostgreSQL'] as const)
    .flatMap((database) =>
      groupFiles(plan[database], most).map((files) => ({ files, database, seed: Number(seed ?? fixedSeed) })),
    )
    // The short ones come last, so that no processor waits for another at the end.
    .sort((one, other) => sizeOf(other.files) - sizeOf(one.files))
  while (plan.minutes !== undefined)
    yield* jobs
      .slice(randomInt(jobs.length))
      .slice(0, 1)
      .map((job) => ({ ...job, seed: randomInt(2 ** 31) }))
  yield* jobs
  const failedOnce: readonly Job[] = JSON.parse(readFileSync('tests/regressions.json', 'utf8'))
  if (seed !== undefined) return
  // A submission repeats all of them, also those of files whose fixed seed it leaves to a longer run.
  yield* failedOnce.filter(
    ({ files, database }) => plan.isSubmission || files.some((file) => plan[database].includes(file)),
  )
}

/** Divides files into those that share a process. Long ones, and those with a hook that holds for the whole process, run by themselves, and first. */
export function groupFiles(files: readonly string[], most: number): readonly (readonly string[])[] {
  const hook = /^(?:before|beforeEach|afterEach)\(/m
  const shares = (file: string) =>
    !isLong(file) && matches(file, inOneProcess) && !hook.test(readFileSync(file, 'utf8'))
  const sharing = files.filter(shares)
  // Neighbours take about as long as each other: each goes to another process.
  const count = Math.ceil(sharing.length / most)
  const groups = Array.from({ length: count }, (_, at) => sharing.filter((_, place) => place % count === at))
  return [...files.filter((file) => !shares(file)).map((file) => [file]), ...groups]
}

/** About how long files take: a long one may only import the one beside it. */
const sizeOf = (files: readonly string[]) => {
  const all = files.flatMap((file) => [file, ...findFiles(file.replace(long, '.test.ts'))])
  return [...new Set(all)].reduce((sum, file) => sum + statSync(file).size, 0)
}

const long = '.long.test.ts'
const isLong = (file: string) => file.endsWith(long)
const matches = (file: string, patterns: readonly string[]) => patterns.some((each) => path.matchesGlob(file, each))

/** The test files that a name means; packages bring tests of their own. */
function findFiles(name: string): string[] {
  const isDirectory = statSync(name, { throwIfNoEntry: false })?.isDirectory()
  const exclude = (place: string) => path.basename(place) === 'node_modules'
  const files = globSync(isDirectory ? path.join(name, '**/*.test.ts') : name, { exclude })
  return files.map((file) => path.relative('.', file))
}
