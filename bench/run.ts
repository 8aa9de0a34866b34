import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Calendars, onPostgres, onSqlite } from './calendars.ts'
import { measureCost } from './cost.ts'
import { measureGrowth } from './growth.ts'
import { printTable, type Table, tableOf, tell, versionOf, writeSection } from './report.ts'
import { measureScenarios, scenarios } from './scenarios.ts'
import { measureWrites } from './writes.ts'

const usage = `usage: npm run bench -- [PART…] [OPTION…]

Figures come as JSON lines, then as a table, which also replaces its section of bench/RESULTS.md. The machine should have nothing
else to do.

  lists    lists and single records, against a server of constant buffers
  growth   the same requests to a small and to a large calendar
  writes   durable creates against flushes of the disk, and an import
  cost     memory, delays, start, and what an idle server does

  --database sqlite|postgres   only one of the two
  --cache DIRECTORY            where filled calendars are kept from run to run, tens of gigabytes: kalends-bench below the
                               directory for temporary files

With one of the following, RESULTS.md stays as it is.

  --only TEXT                  only the lists whose names contain it
  --small N --large N          events of calendars that are small (10000) and large (1000000)
  --rounds N --seconds N       rounds of a comparison (7), and how long each side is asked in one (2)

Settings of Kalends in the environment apply to its servers.`

const defaults = { only: '', small: '10000', large: '1000000', rounds: '7', seconds: '2' } as const
const text = { type: 'string' } as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    database: text,
    cache: { ...text, default: join(tmpdir(), 'kalends-bench') },
    only: text,
    small: text,
    large: text,
    rounds: text,
    seconds: text,
  },
})

const chosen = { ...defaults, ...values }
const isWhole = Object.keys(defaults).every((name) => !Object.hasOwn(values, name))
const [small, large] = [Number(chosen.small), Number(chosen.large)]
const pace = { rounds: Number(chosen.rounds), seconds: Number(chosen.seconds) }

/** Between small and large. */
const middle = Math.min(large, 100_000)

type Part = { readonly title: string; readonly measure: (calendars: Calendars) => Promise<Table> }

/** What each part is called on the command line. */
const parts: Readonly<Record<string, Part>> = {
  lists: {
    title: 'Lists and records',
    measure: async (calendars) => {
      const named = scenarios.filter(({ name }) => name.includes(chosen.only))
      const effort = { ...pace, events: small, coldEvents: large }
      return tableOf(await measureScenarios(calendars, effort, named, tell), calendars.name)
    },
  },
  growth: { title: 'Growth', measure: (calendars) => measureGrowth(calendars, [small, large], tell) },
  writes: {
    title: 'Writes',
    measure: (calendars) => measureWrites(calendars, { ...pace, events: small, imported: middle }, tell),
  },
  cost: {
    title: 'Cost',
    measure: (calendars) => measureCost(calendars, { loaded: middle, started: large, seconds: 5 * pace.seconds }, tell),
  },
}

const run = async (): Promise<void> => {
  const names = positionals.length > 0 ? positionals : Object.keys(parts)
  const isWrong = names.some((name) => !Object.hasOwn(parts, name))
  if (values.help || isWrong) {
    process.stdout.write(`${usage}\n`)
    process.exitCode = isWrong ? 64 : 0
    return
  }
  for (const database of values.database === undefined ? ['sqlite', 'postgres'] : [values.database]) {
    const calendars = database === 'sqlite' ? onSqlite(values.cache) : await onPostgres(values.cache)
    for (const part of names.flatMap((name) => parts[name] ?? [])) await report(part, calendars)
    await calendars.stop()
  }
}

const report = async ({ title, measure }: Part, calendars: Calendars): Promise<void> => {
  const table = printTable(await measure(calendars))
  const whole = `${title}, ${calendars.name === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`
  process.stdout.write(`\n${whole}\n\n${table}\n\n`)
  if (isWhole) writeSection(whole, versionOf(calendars.name), table)
}

// Servers end with this process only if it ends by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
await run()
