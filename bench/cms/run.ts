import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../../src/settings.ts'
import { onSqlite } from '../calendars.ts'
import { planOf } from '../generate.ts'
import { putLoad } from '../load.ts'
import { processorTimeOf } from '../processes.ts'
import { printTable, tableOf, tell, versionOf, writeSection } from '../report.ts'
import { send } from '../request.ts'
import { measureScenarios } from '../scenarios.ts'
import { type Running, root, startServer } from '../server.ts'
import { contentOf } from './content.ts'
import { startStrapi } from './strapi.ts'
import { packages } from './strapi-app.ts'

/** What an answer says about the events of its page. */
type Listed = { readonly title: string; readonly description: string } & Readonly<Record<string, unknown>>

/** A server and its list of ten events. */
type Site = { readonly running: Running; readonly path: string; readonly bytes: number }

const effort = { events: 1000, coldEvents: 1000, rounds: 7, seconds: 3 }
const directory = join(tmpdir(), 'kalends-bench')
const calendars = onSqlite(directory)
const plan = planOf(effort.events)

const openSite = async (running: Running, path: string, key: string): Promise<Site> => {
  const { status, text } = await send(running.address, { path })
  assert.equal(status, 200, text)
  checkEvents(JSON.parse(text)[key])
  return { running, path, bytes: Buffer.byteLength(text) }
}

/** Ten events, each with its texts and with everything that it links to. */
const checkEvents = (events: readonly Listed[]): void => {
  assert.equal(events.length, 10)
  for (const event of events) {
    assert.ok(event.title.length > 0 && Buffer.byteLength(event.description) > 500)
    assert.match(JSON.stringify(event.venue), /"zip":"\d+"/)
    assert.match(JSON.stringify(event.organizer), /"email":"organizer-/)
    for (const terms of [event.categories, event.tags]) assert.match(JSON.stringify(terms), /^\[\{.*"name":/)
  }
}

/** So few that hardly anything is left unanswered at the end of a round, even where each request takes long. */
const connections = 8

const ask = async ({ running: { address, pid }, path }: Site) => {
  const before = processorTimeOf(pid)
  const loaded = await putLoad({ address, paths: [path], connections, offset: 0, until: { seconds: effort.seconds } })
  assert.ok(loaded.requests > 0, 'Nothing was answered in a round: the machine has too much else to do.')
  return { ...loaded, microseconds: ((processorTimeOf(pid) - before) * 1000) / loaded.requests }
}

const besideOf = (cms: Site, name: string, settings: Environment) => ({
  name,
  goal: undefined,
  prepare: async () => {
    const server = await startServer(await calendars.open(plan), settings)
    const own = await openSite(server, `${root}/events?per_page=10`, 'events')
    return {
      measured: { name: 'Kalends', run: () => ask(own) },
      reference: { name: 'Strapi', run: () => ask(cms) },
      note: () => `${own.bytes} bytes, and ${cms.bytes}`,
      stop: server.stop,
    }
  },
})

const run = async (): Promise<void> => {
  const strapi = await startStrapi(join(directory, 'strapi'), contentOf(plan))
  const path = '/api/events?populate=*&pagination%5BpageSize%5D=10'
  const cms = await openSite(strapi, path, 'data')
  const compared = [
    besideOf(cms, 'ten events, repeated', {}),
    besideOf(cms, 'ten events, Kalends without caches', { KALENDS_ANSWER_CACHE: '0', KALENDS_RECORD_CACHE: '0' }),
  ]
  const table = printTable(tableOf(await measureScenarios(calendars, effort, compared, tell), 'sqlite'))
  await strapi.stop()
  const text = `Kalends against a reference that is Strapi (see [cms](cms/README.md)); the last column has the size of either's answer.\n\n${table}`
  process.stdout.write(`\n${text}\n`)
  const versions = `Strapi ${packages['@strapi/strapi']} with better-sqlite3 ${packages['better-sqlite3']}`
  writeSection('Beside a headless CMS', `${versionOf('sqlite')}, ${versions}`, text)
}

// Servers end with this process only if it ends by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
await run()
