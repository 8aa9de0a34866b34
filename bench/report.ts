import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'

/** What is to be reached on SQLite and on PostgreSQL. */
export type Goal = readonly [sqlite: number, postgres: number] | undefined

/** A measurement against a reference, which was measured in turn with it. */
export type Row = {
  readonly name: string
  readonly goal: Goal
  readonly perSecond: number
  readonly reference: number
  /** Microseconds of a processor for each request, of the server measured and of the reference. */
  readonly microseconds: number
  readonly referenceMicroseconds: number
  readonly ratio: number
  readonly lowest: number
  readonly highest: number
  readonly note?: string
}

/** Says a figure as soon as it is there. */
export type Tell = (figure: object) => void

/** One JSON object a line. */
export const tell: Tell = (figure) => void process.stdout.write(`${JSON.stringify(figure)}\n`)

/** Lines of cells, the first of them the heading. */
export type Table = readonly (readonly string[])[]

/** The rows of scenarios as a table. */
export const tableOf = (rows: readonly Row[], database: 'sqlite' | 'postgres'): Table => [
  ['', 'Requests a second', 'Reference', 'Ratio', 'Lowest to highest', 'Goal', 'Processor', 'Reference', ''],
  ...rows.map(({ name, goal, note = '', ...row }) => [
    name,
    String(Math.round(row.perSecond)),
    String(Math.round(row.reference)),
    row.ratio.toFixed(2),
    `${row.lowest.toFixed(2)} to ${row.highest.toFixed(2)}`,
    goal === undefined ? '' : `≥ ${goal[database === 'sqlite' ? 0 : 1]}`,
    `${row.microseconds.toFixed(1)} µs`,
    `${row.referenceMicroseconds.toFixed(1)} µs`,
    note,
  ]),
]

/** A table in the form that both people and Markdown read. */
export const printTable = (table: Table): string => {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(3, ...table.map((cells) => [...(cells[column] ?? '')].length)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [heading = [], ...others] = table
  return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n')
}

const file = join(import.meta.dirname, 'RESULTS.md')

const opening = `# Results

Written by \`npm run bench\`; each run replaces the sections that it measures. Only figures of one section can be compared, and only their ratios
matter, because other programs may have been running.

In comparisons, *ratio* is the median of the ratios of all rounds, and *processor* the CPU time of a request, for the server and for
the reference. In *growth*, *first* is the median of first requests, and *again* that of the same requests repeated; the time of a trivial request is
subtracted, so the result may be negative. A *longest block* is the CPU time of the main thread in one turn of the event loop
while it answers a request. In *requests*, *before* is another checkout (\`--against\`), measured alternately with this one, and the *ratio* is that of CPU times. In *admin*, times are from the key press, click or start of navigation to the frame that shows the changed list.
*Goal* is what the project aims for on two cores, not a promise:
[the documentation](../docs/performance.md#figures) explains which goals are missed, and why.
`

/** Replaces a section of RESULTS.md, or adds it. */
export const writeSection = (title: string, versions: string, text: string): void => {
  const present = existsSync(file) ? readFileSync(file, 'utf8') : opening
  const [head = '', ...sections] = present.split(/^(?=## )/m)
  const section = `## ${title}\n\n${machine(versions)}\n\n${text}\n\n`
  const others = sections.filter((it) => !it.startsWith(`## ${title}\n`)).map((it) => `${it.trimEnd()}\n\n`)
  const all = [...others, section].sort((a, b) => (a < b ? -1 : 1))
  writeFileSync(file, `${head.trimEnd()}\n\n${all.join('').trimEnd()}\n`)
}

const machine = (versions: string): string => {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const commit =
    git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', '../src') === '' ? '' : ' and changes')
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return (
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}. ${cpus().length} × ${cpu?.model}, ${gigabytes} GB, Linux ${release()}; ` +
    `Node ${process.versions.node}, ${versions}.`
  )
}

/** The version of the database that was measured. */
export const versionOf = (database: 'sqlite' | 'postgres'): string => {
  if (database === 'sqlite') return `SQLite ${process.versions['sqlite']}`
  return spawnSync('pg_config', ['--version'], { encoding: 'utf8' }).stdout?.trim() || 'PostgreSQL'
}
