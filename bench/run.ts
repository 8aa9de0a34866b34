import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Calendars, onPostgres, onSqlite } from './calendars.ts'
import { printTable, tableOf, tell, versionOf, writeSection } from './report.ts'
import { type Effort, measureScenarios, scenarios } from './scenarios.ts'

/*
 * What is measured, as `npm run bench -- [PART…] [OPTION…]`; without a PART all of it. Figures come as JSON lines, then as a table, and
 * go into RESULTS.md unless some were left out.
 */
const usage = `usage: npm run bench -- [PART…] [OPTION…]

Parts: lists

  --database sqlite|postgres   only one of the two
  --only TEXT                  only the scenarios whose names contain it; RESULTS.md stays as it is
  --events N                   events of the calendar (10000), and of the one for lists that were never read (--cold-events, 1000000)
  --rounds N --seconds N       rounds of each comparison (7), and how long each side is asked in a round (2)
  --cache DIRECTORY            where filled calendars are kept from run to run; they take gigabytes (kalends-bench below the
                               directory for temporary files)

Settings of Kalends in the environment apply to its servers.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    database: { type: 'string' },
    only: { type: 'string', default: '' },
    events: { type: 'string', default: '10000' },
    'cold-events': { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    cache: { type: 'string', default: join(tmpdir(), 'kalends-bench') },
  },
})

const effort: Effort = {
  events: Number(values.events),
  coldEvents: Number(values['cold-events']),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
}

/** What each part is called on the command line. */
const parts: Readonly<Record<string, (calendars: Calendars) => Promise<void>>> = {
  lists: async (calendars) => {
    const chosen = scenarios.filter(({ name }) => name.includes(values.only))
    const rows = await measureScenarios(calendars, effort, chosen, tell)
    const text = printTable(tableOf(rows, calendars.name))
    process.stdout.write(`\n${text}\n\n`)
    if (chosen.length === scenarios.length) {
      writeSection(`Lists and records, ${showName(calendars.name)}`, versionOf(calendars.name), text)
    }
  },
}

const showName = (name: string): string => (name === 'sqlite' ? 'SQLite' : 'PostgreSQL')

const run = async (): Promise<void> => {
  const chosen = positionals.length > 0 ? positionals : Object.keys(parts)
  const unknown = chosen.find((name) => !Object.hasOwn(parts, name))
  if (values.help || unknown !== undefined) {
    process.stdout.write(`${usage}\n`)
    process.exitCode = unknown === undefined ? 0 : 64
    return
  }
  process.stderr.write(`${availableParallelism()} processors; a run takes them all for itself.\n`)
  for (const database of values.database === undefined ? ['sqlite', 'postgres'] : [values.database]) {
    const calendars = database === 'sqlite' ? onSqlite(values.cache) : await onPostgres(values.cache)
    for (const name of chosen) await parts[name]?.(calendars)
    await calendars.stop()
  }
}

await run()
