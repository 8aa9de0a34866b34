import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

/** What takes minutes, and what needs more than npm installs: left out of `npm test`, part of `npm run test:all`. */
const longName = '.long.test.ts'

/** Suites that ask a calendar through HTTP or run commands, and so know nothing of its database: they run on both. */
const onBothDatabases = [
  'tests/{accounts,conformance,contract,feeds,policy}/**',
  'tests/cli/{backup,check,import,users}.*',
  'tests/http/{bad-input,limits}.*',
  'tests/properties/{adapter-fuzz,fuzz,lists,round-trip,search,slugs}.*',
  'tests/web/{addresses,canary,pages,structured-data,tec-addresses}.*',
]

/**
 * What is to be run. Names are files, directories or patterns, and mean long tests too; without one, everything is
 * meant.
 * @typedef {{ files: string[], missing: string[], sqlite: string[], postgres: string[], needsBrowser: boolean }} TestPlan
 */

/**
 * Chooses the test files: `--all` adds the long ones, `--only-long` leaves the others out, `--sqlite` and `--postgres`
 * choose one database.
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
    },
  })
  const found = (names.length === 0 ? ['tests'] : names).map((name) => ({ name, files: findNamed(name) }))
  const missing = found.filter(({ files }) => files.length === 0).map(({ name }) => name)
  const all = [...new Set(found.flatMap(({ files }) => files))].map((file) => path.resolve(file)).sort()
  const hasLong = names.length > 0 || values.all || values['only-long']
  const files = all.filter((file) => (isLong(file) ? hasLong : !values['only-long']))
  const both = files.filter((file) => isOnBothDatabases(path.relative(rootDirectory, file)))
  return {
    files,
    missing,
    sqlite: values.postgres ? [] : files,
    postgres: values.sqlite ? [] : both,
    needsBrowser: files.some((file) => readFileSync(file, 'utf8').includes('/support/browser.ts')),
  }
}

/** @param {string} file */
function isLong(file) {
  return file.endsWith(longName)
}

/** @param {string} file */
function isOnBothDatabases(file) {
  return onBothDatabases.some((pattern) => path.matchesGlob(file, pattern))
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
