import { globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { run } from 'node:test'
import { installBrowser } from './install-browser.mjs'
import { reportTests } from './test-report.mjs'

const rootDirectory = path.dirname(import.meta.dirname)
// Only ends what hangs: a busy machine takes several times as long as a quiet one.
const hangMilliseconds = (process.env['TEST_LONG'] ? 120 : 60) * 60_000
const stopped = new AbortController()

process.chdir(rootDirectory)
forgetSettings()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stopped.abort())

const files = findFiles(process.argv.slice(2))
if (files.some((file) => path.basename(file).startsWith('browser')))
  installBrowser((text) => process.stdout.write(text))
const tests = run({
  files,
  concurrency: availableParallelism(),
  timeout: hangMilliseconds,
  signal: stopped.signal,
})
const isGood = await reportTests(tests, rootDirectory, (text) => process.stdout.write(text))
process.exitCode = isGood ? 0 : 1

/**
 * The test files that the arguments name (a file, a directory or a pattern each), or all. None when one names nothing:
 * a misspelt name must not look like success.
 * @param {string[]} names
 */
function findFiles(names) {
  const found = (names.length === 0 ? ['tests'] : names).map((name) => ({ name, files: findNamed(name) }))
  const missing = found.filter(({ files }) => files.length === 0)
  for (const { name } of missing) process.stdout.write(`no test file: ${name}\n`)
  if (missing.length > 0) return []
  return [...new Set(found.flatMap(({ files }) => files))].map((file) => path.resolve(file)).sort()
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

/** Keeps the tests off the data of whoever runs them: no setting of the server reaches a test. */
function forgetSettings() {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('KALENDS_') && !name.startsWith('KALENDS_TEST_')) delete process.env[name]
  }
}
