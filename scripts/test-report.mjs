import path from 'node:path'
import { inspect } from 'node:util'

/**
 * An outcome as node:test reports it. One whose `name` is its `file` stands for the file as a whole.
 * @typedef {object} Outcome
 * @property {string} name
 * @property {string} file
 * @property {number} nesting
 * @property {number} [line]
 * @property {string | boolean} [skip]
 * @property {string | boolean} [todo]
 * @property {{ type?: string, error?: TestError }} details
 */

/** @typedef {Error & { failureType?: string, exitCode?: number | null, signal?: string | null }} TestError */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * What became of a file. Its times are those of `performance.now()`: when it began, and when its last test ended.
 * @typedef {Counts & { file: string, output: string, lines: string[], began?: number, ended?: number }} FileReport
 */

/**
 * What became of the files on one database, or why nothing was run on it.
 * @typedef {{ database: string, files: FileReport[], skipped?: string }} RunReport
 */

/**
 * What node:test reports, and when, as a time of `performance.now()`.
 * @typedef {{ type: string, data?: any, at?: number }} TestEvent
 */

/**
 * Prints a line for each file, each failure in full, and each skip with its reason. A file without a test is a failure:
 * it would look like success.
 * @param {AsyncIterable<TestEvent>} events of `run` from node:test, file after file
 * @param {string} rootDirectory what file names are shown relative to
 * @param {(text: string) => void} print
 * @param {ReadonlyMap<string, readonly string[]>} [programs] what runs, and the test files in it where there are several
 * @returns {Promise<FileReport[]>}
 */
export async function reportTests(events, rootDirectory, print, programs = new Map()) {
  const nameOf = (/** @type {string} */ file) =>
    (programs.get(file) ?? [file]).map((each) => path.relative(rootDirectory, each)).join(', ')
  /** @type {Map<string, FileReport>} */
  const reports = new Map()
  /** @type {FileReport | undefined} */
  let current
  for await (const { type, data, at = performance.now() } of events) {
    if (data?.file === undefined) continue
    const report = reports.get(data.file) ?? newReport(nameOf(data.file))
    reports.set(data.file, report)
    if (type === 'test:dequeue') report.began ??= at
    if (type === 'test:complete') report.ended = at
    if (type === 'test:stdout' || type === 'test:stderr') report.output += data.message
    if (type === 'test:diagnostic') report.output += `${data.message}\n`
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (current && current !== report) print(showReport(current))
    current = report
    if (type === 'test:pass') notePass(report, data)
    else noteFailure(report, data)
  }
  if (current) print(showReport(current))
  for (const file of [...programs.values()].filter((files) => files.length > 1).flat()) {
    if (reports.has(file)) continue
    const report = newReport(nameOf(file))
    addFailure(report, 'ran no test')
    print(showReport(report))
    reports.set(file, report)
  }
  return [...reports.values()]
}

/**
 * @param {string} file
 * @returns {FileReport}
 */
function newReport(file) {
  return { file, passed: 0, failed: 0, skipped: 0, output: '', lines: [] }
}

/**
 * @param {FileReport} report
 * @param {Outcome} outcome
 */
function notePass(report, outcome) {
  if (isSetAside(outcome)) noteSkip(report, outcome)
  else if (outcome.name === outcome.file) addFailure(report, 'declares no test')
  else if (outcome.details.type !== 'suite') report.passed += 1
}

/**
 * @param {FileReport} report
 * @param {Outcome} outcome
 */
function noteFailure(report, outcome) {
  const { name, file, line, details } = outcome
  const isContainer = details.error?.failureType === 'subtestsFailed'
  if (isSetAside(outcome)) noteSkip(report, outcome)
  else if (name === file) addFailure(report, `failed outside its tests${showEnd(details.error)}`, details.error)
  else if (!isContainer) addFailure(report, `${name} (${report.file}:${line ?? 1})`, details.error)
  else if (details.type !== 'suite') report.failed += 1
}

/** @param {Outcome} outcome */
function isSetAside({ skip, todo }) {
  return (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false)
}

/**
 * @param {FileReport} report
 * @param {Outcome} outcome
 */
function noteSkip(report, { name, skip, todo }) {
  const reason = [skip, todo].find((text) => typeof text === 'string' && text !== '') ?? 'no reason given'
  report.skipped += 1
  report.lines.push(`  skipped: ${name}: ${reason}`)
}

/**
 * How the process of a test file ended, where node:test tells.
 * @param {TestError} [error]
 */
function showEnd({ exitCode, signal } = new Error()) {
  const end = signal ?? exitCode
  return end === undefined || end === null ? '' : ` (${signal ? 'signal' : 'exit code'} ${end})`
}

/**
 * @param {FileReport} report
 * @param {string} text
 * @param {TestError} [error] a wrapper around what was thrown
 */
function addFailure(report, text, error) {
  const thrown = error?.cause ?? error
  const detail = typeof thrown === 'string' ? thrown : inspect(thrown, { depth: 8 })
  report.failed += 1
  report.lines.push(`  failed: ${text}${thrown === undefined ? '' : `\n${indent(detail)}`}`)
}

/** @param {FileReport} report */
function showReport({ file, passed, failed, output, lines }) {
  // A file whose tests are declared in another one, which is named instead.
  if (passed + failed + lines.length === 0) return ''
  const shownOutput = failed > 0 && output.trim() !== '' ? [`  output:\n${indent(output.trimEnd())}`] : []
  return `${[`${failed > 0 ? '✗' : '✓'} ${file} (${passed})`, ...lines, ...shownOutput].join('\n')}\n`
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^(?=.)/gm, '    ')
}

/**
 * Prints the files that failed, the counts for each database, and last those of all in one line. A run without a test
 * is a failure.
 * @param {RunReport[]} runs
 * @param {number} milliseconds how long all took
 * @param {(text: string) => void} print
 * @returns {boolean} whether tests ran and none failed
 */
export function showTotal(runs, milliseconds, print) {
  const failed = runs.flatMap(({ database, files }) =>
    files.filter((report) => report.failed > 0).map(({ file }) => `  ${file} (${database})\n`),
  )
  if (failed.length > 0) print(`\nfailed:\n${failed.join('')}`)
  const total = countTests(runs.flatMap(({ files }) => files))
  if (total.passed + total.failed === 0) print('\nno test ran\n')
  print('\n')
  for (const { database, files, skipped } of runs) {
    print(`${database}: ${skipped === undefined ? showCounts(countTests(files)) : `nothing was tested: ${skipped}`}\n`)
    print(showSlowest(files))
  }
  const seconds = Math.round(milliseconds / 1000)
  print(`${showCounts(total)} in ${Math.floor(seconds / 60)} min ${seconds % 60} s\n`)
  return total.failed === 0 && total.passed > 0
}

/** Files that take at least this many seconds are listed after a run. */
const slowSeconds = 15

/** @param {FileReport[]} files */
function showSlowest(files) {
  const timed = files
    .filter((report) => report.passed + report.failed > 0)
    .map(({ file, began = 0, ended = 0 }) => ({ file, seconds: Math.round((ended - began) / 1000) }))
  const slow = timed.filter(({ seconds }) => seconds >= slowSeconds).sort((a, b) => b.seconds - a.seconds)
  return slow.length === 0
    ? ''
    : `  slowest: ${slow
        .slice(0, 10)
        .map(({ file, seconds }) => `${file} ${seconds} s`)
        .join(', ')}\n`
}

/**
 * @param {FileReport[]} reports
 * @returns {Counts}
 */
function countTests(reports) {
  const sum = (/** @type {keyof Counts} */ key) => reports.reduce((total, report) => total + report[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** @param {Counts} counts */
function showCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
