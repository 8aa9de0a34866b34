import assert from 'node:assert/strict'
import { join } from 'node:path'
import process from 'node:process'
import { newCalendar, type Server, serve, startProcess } from '../cli/program.ts'
import { freePort } from '../support/free-port.ts'
import { directory } from './install.ts'

/** A server that was started as an operator starts it, and what its programs need to know. */
export type Site = {
  readonly address: string
  readonly secret: string
  readonly environment: Readonly<Record<string, string>>
  readonly server: Server
  /** Answers the body; fails where the status is not one of success. */
  readonly send: Server['ask']
}

/** Starts a server with an empty calendar at an address of its own. */
export const startSite = async (): Promise<Site> => {
  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const { environment: made, secret } = await newCalendar()
  const environment = { ...made, KALENDS_PORT: port, KALENDS_PUBLIC_URL: address, KALENDS_TIMEZONE: 'Europe/Paris' }
  const server = await serve(environment)
  const send: Server['ask'] = async (method, path, options) => {
    const reply = await server.ask(method, path, { as: secret, ...options })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text}`)
    return reply
  }
  return { address, secret, environment, server, send }
}

/** Runs a program of this folder against a site, in a process of its own, and answers the JSON that it prints. */
// biome-ignore lint/suspicious/noExplicitAny: every program prints something else.
export const runProgram = async (name: string, settings: Readonly<Record<string, string>>): Promise<any> => {
  const { ended } = startProcess(process.execPath, [join(directory, 'programs', name)], settings)
  const { code, stdout, stderr } = await ended
  assert.equal(code, 0, `${name}: ${stderr}${stdout}`)
  return JSON.parse(stdout)
}

/** How many events {@link fill} makes: more than the largest page. */
export const eventCount = 55

/** Fills a site: events with venues, organizers, terms, in several zones; then one is deleted, and one is not public any more. */
export const fill = async ({ send }: Site): Promise<void> => {
  for (let nth = 1; nth <= eventCount; nth++) {
    await send('POST', '/events', { body: eventOf(nth) })
  }
  for (const [title, change] of [
    ['Deleted event', { method: 'DELETE' }],
    ['Unpublished event', { method: 'PATCH', body: { status: 'draft' } }],
  ] as const) {
    const { body } = await send('POST', '/events', { body: { ...eventOf(1), title } })
    await send(change.method, `/events/${body.id}`, 'body' in change ? { body: change.body } : {})
  }
}

const zones = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'UTC']

const eventOf = (nth: number) => {
  const day = new Date(Date.now() + nth * 5 * 86_400_000).toISOString().slice(0, 10)
  const [venue, organizer] = [`Venue ${nth % 12}`, `Organizer ${nth % 11}`]
  return {
    title: `Event ${nth}: “Fish & Chips”`,
    description: `<p>The ${nth}th of them, at <a href="https://example.org/?a=1&amp;b=2">its page</a>.</p>`,
    start_date: `${day} ${nth % 7 === 0 ? '00:00' : '20:30'}:00`,
    end_date: `${day} 23:00:00`,
    all_day: nth % 7 === 0,
    timezone: zones[nth % zones.length],
    venue: nth <= 12 ? { venue, city: 'Springfield' } : undefined,
    organizer: nth <= 11 ? { organizer } : undefined,
    categories: nth % 2 === 0 ? ['Music'] : ['Food'],
    tags: [`Tag ${nth % 3}`],
  }
}
