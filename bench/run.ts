import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAdmin } from './admin.ts'
import { measureBlocks } from './blocks.ts'
import { type Calendars, onPostgres, onSqlite } from './calendars.ts'
import { measureCost } from './cost.ts'
import { measureGrowth } from './growth.ts'
import { loadFault, loadProgram } from './load.ts'
import { measurePages } from './pages.ts'
import { measureRecurrence } from './recurrence.ts'
import { printTable, type Table, tableOf, tell, versionOf, writeSection } from './report.ts'
import { measureRequests } from './requests.ts'
import { measureScenarios, scenarios } from './scenarios.ts'
import { measureWrites } from './writes.ts'

const usage = `usage: npm run bench -- [PART…] [OPTION…]

Figures come as JSON lines, then as a table, which also replaces its section of bench/RESULTS.md. The machine should have nothing
else to do, for an hour, or two when calendars are made for the first time. The load comes from wrk, if it is installed, else from
autocannon (npm ci --prefix bench); what is measured on PostgreSQL needs its programs.

  lists    lists and single records, against a server of constant buffers
  requests processor time of requests whose answers are not in memory, and of writes
  growth   the same requests to a small and to a large calendar
  writes   durable creates against flushes of the disk, and an import
  blocks   for how long each kind of request holds the event loop at most
  cost     memory, delays, start, and what an idle server does
  recurrence what series cost: to make, to change, to list
  admin    how long people wait in the admin, in Chromium
  pages    what visitors on phones in a slow network wait for, in Chromium

  --database sqlite|postgres   only one of the two
  --cache DIRECTORY            where filled calendars are kept from run to run, tens of gigabytes: kalends-bench below the
                               directory for temporary files

With one of the following, RESULTS.md stays as it is.

  --only TEXT                  only the lists and requests whose names contain it
  --against DIRECTORY          another checkout of the project, whose servers answer the same requests in turn
  --small N --large N          events of calendars that are small (10000) and large (1000000)
  --rounds N --seconds N       rounds of a comparison (7), and how long each side is asked in one (2)

Settings of Kalends in the environment apply to its servers.`

const defaults = { only: '', small: '10000', large: '1000000', rounds: '7', seconds: '2' } as const
const text = { type: 'string' } as const

const misused = (fault: unknown): never => {
  process.stderr.write(`${fault instanceof Error ? fault.message : fault}\n\n${usage}\n`)
  process.exit(64)
}

const read = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      database: text,
      cache: { ...text, default: join(tmpdir(), 'kalends-bench') },
      only: text,
      against: text,
      small: text,
      large: text,
      rounds: text,
      seconds: text,
    },
  })

const readOrEnd = (): ReturnType<typeof read> => {
  try {
    return read()
  } catch (fault) {
    return misused(fault)
  }
}

const { values, positionals } = readOrEnd()

const chosen = { ...defaults, ...values }
const isWhole = Object.keys(defaults).every((name) => !Object.hasOwn(values, name))

const numberOf = (name: Exclude<keyof typeof defaults, 'only'>): number => {
  const number = Number(chosen[name])
  return number > 0 ? number : misused(`--${name} must be a number above 0, not "${chosen[name]}".`)
}

const [small, large] = [numberOf('small'), numberOf('large')]
const pace = { rounds: numberOf('rounds'), seconds: numberOf('seconds') }

/** Between small and large. */
const middle = Math.min(large, 100_000)

type Part = { readonly title: string; readonly measure: (calendars: Calendars) => Promise<Table> }

/** What each part is called on the command line. */
const parts: Readonly<Record<string, Part>> = {
  lists: {
    title: 'Lists and records',
    measure: async (calendars) => {
      const named = scenarios.filter(({ name }) => name.includes(chosen.only))
      if (named.length === 0) misused(`There are lists called ${scenarios.map(({ name }) => `"${name}"`).join(', ')}.`)
      const effort = { ...pace, events: small, coldEvents: large }
      return tableOf(await measureScenarios(calendars, effort, named, tell), calendars.name)
    },
  },
  requests: {
    title: 'Requests',
    measure: (calendars) => {
      const against = values.against === undefined ? undefined : { directory: values.against, cache: values.cache }
      return measureRequests(calendars, { ...pace, events: small, only: chosen.only }, against, tell)
    },
  },
  growth: { title: 'Growth', measure: (calendars) => measureGrowth(calendars, [small, large], tell) },
  writes: {
    title: 'Writes',
    measure: (calendars) => measureWrites(calendars, { ...pace, events: small, imported: middle }, tell),
  },
  blocks: {
    title: 'Longest blocks',
    measure: (calendars) => measureBlocks(calendars, { events: 2 * small, linked: 2000, only: chosen.only }, tell),
  },
  cost: {
    title: 'Cost',
    measure: (calendars) => measureCost(calendars, { loaded: middle, started: large, seconds: 5 * pace.seconds }, tell),
  },
  recurrence: {
    title: 'Series',
    measure: (calendars) => measureRecurrence(calendars, { series: Math.round(middle / 50), occurrences: 50 }, tell),
  },
  pages: { title: 'Pages', measure: (calendars) => measurePages(calendars, small, tell) },
  admin: { title: 'Admin', measure: (calendars) => measureAdmin(calendars, middle, tell) },
}

const databases = { sqlite: onSqlite, postgres: onPostgres }

const run = async (): Promise<void> => {
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const names = positionals.length > 0 ? positionals : Object.keys(parts)
  for (const name of names) if (!Object.hasOwn(parts, name)) misused(`There is no part "${name}".`)
  if (loadFault !== undefined) {
    process.stderr.write(`${loadFault}\n`)
    process.exit(1)
  }
  const chosenDatabases = values.database === undefined ? Object.keys(databases) : [values.database]
  for (const database of chosenDatabases) {
    const open =
      databases[database as keyof typeof databases] ?? misused(`--database is sqlite or postgres, not "${database}".`)
    const calendars = await open(values.cache)
    for (const part of names.flatMap((name) => parts[name] ?? [])) await report(part, calendars)
    await calendars.stop()
  }
}

const report = async ({ title, measure }: Part, calendars: Calendars): Promise<void> => {
  const table = printTable(await measure(calendars))
  const whole = `${title}, ${calendars.name === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`
  process.stdout.write(`\n${whole}\n\n${table}\n\n`)
  if (isWhole) writeSection(whole, `${versionOf(calendars.name)}, ${loadProgram}`, table)
}

// Servers end with this process only if it ends by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
await run()
