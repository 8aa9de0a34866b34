import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/lib/log.ts'
import { basic, type Calendar, createCalendar, temporaryDirectory } from '../support/calendar.ts'

/** A server for one recorded sequence, with a door by which its set-up lines are carried out. */
export type ReplayServer = {
  readonly base: string
  readonly control: string
  /** A file with the secrets of the users, as the replayer reads them. */
  readonly users: string
  /** For reports; removed with the server. */
  readonly directory: string
  readonly close: () => Promise<void>
}

type SetUp = {
  readonly line: { readonly name: string; readonly setup: string }
  readonly variables: Record<string, number>
}

/** The moment at which the recordings were made. */
const recordedAt = Date.parse('2026-11-20T15:40:00Z')

/** A number that no record has: it stands for the blog post of the recording, which no calendar has. */
const nowhere = 900_000_000

const zones: Readonly<Record<string, string>> = {
  'tz.setup.America_New_York': 'America/New_York',
  'tz.setup.offset-5': 'UTC-5',
  'tz.setup.Europe_Paris': 'Europe/Paris',
  'tz.setup.America_New_Yorksite': 'America/New_York',
  'tz.setup.UTCevent': 'UTC',
}

/** Listens on a free port with an empty calendar and the six users of the recordings. */
export const startReplayServer = async (): Promise<ReplayServer> => {
  const calendar = await createCalendar({ now: recordedAt })
  const startedAt = Date.now()
  const clock = () => recordedAt + Date.now() - startedAt
  const directory = temporaryDirectory()
  let app = await listen(calendar, clock, 'UTC', 0, directory)
  const { port } = app.server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  const control = await listenForSetUps(async (setUp) => {
    const zone = zones[setUp.line.name]
    if (zone !== undefined) {
      await app.close()
      app = await listen(calendar, clock, zone, port, directory)
    }
    return carryOut(base, calendar, setUp)
  })
  return {
    base,
    control: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    users: writeUsers(directory, calendar),
    directory,
    close: async () => {
      await closeServer(control)
      await app.close()
      await calendar.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const listenForSetUps = async (carryOutAll: (setUp: SetUp) => Promise<object | false>): Promise<Server> => {
  const server = createServer(async (request, response) => {
    const setUp = JSON.parse(await text(request)) as SetUp
    response.end(JSON.stringify(await carryOutAll(setUp)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** The file that tells the replayer the secrets of the users. */
const writeUsers = (directory: string, { secrets }: Calendar): string => {
  const file = join(directory, 'users.json')
  const entries = Object.entries(secrets).map(([name, password]) => [name, { password }])
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)))
  return file
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

const listen = async ({ database }: Calendar, clock: () => number, zone: string, port: number, directory: string) => {
  const config = readConfig({
    KALENDS_DATA: directory,
    KALENDS_TIMEZONE: zone,
    KALENDS_PUBLIC_URL: 'http://127.0.0.1:8080',
  })
  const log = createLog('warn', (line) => void process.stderr.write(line))
  const app = await buildApp({ config, database, clock, log })
  await app.listen({ host: '127.0.0.1', port })
  return app
}

/**
 * Does what the recording did outside the interface, and answers the ids that it saved; false where no calendar of ours can have
 * it. Record passwords do not exist here, so nothing is done for them (contract B5.1).
 */
const carryOut = async (base: string, calendar: Calendar, { line, variables }: SetUp): Promise<object | false> => {
  const namespace = `${base}/calendar/events/v1`
  if (/(^|\.)setup\.image$/.test(line.name)) return { img: await uploadImage(base, calendar) }
  if (/(^|\.)setup\.post$/.test(line.name)) return { post: nowhere }
  const headers = { authorization: basic('admin', calendar.secrets.admin), 'content-type': 'application/json' }
  const gone = /^(venues|organizers)\.setup\.hard_delete$/.exec(line.name)?.[1]
  if (gone) {
    const event = (await (await fetch(`${namespace}/events/${variables['evf']}`, { headers })).json()) as Linked
    const id = gone === 'venues' ? event.venue?.id : event.organizer?.[0]?.id
    await fetch(`${namespace}/${gone}/${id}?force=true`, {
      method: 'DELETE',
      headers: { authorization: headers.authorization },
    })
  }
  if (line.name === 'li.setup.parent') {
    const body = JSON.stringify({ post_parent: variables['e_a'] })
    await fetch(`${namespace}/events/${variables['e_b']}`, { method: 'POST', headers, body })
  }
  return {}
}

type Linked = { readonly venue: { readonly id: number }; readonly organizer: readonly { readonly id: number }[] }

/** Uploads the image of the recordings, an 8×8 PNG of the administrator; answers its id. */
const uploadImage = async (base: string, { secrets }: Calendar): Promise<number> => {
  const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const headers = {
    authorization: basic('admin', secrets.admin),
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="pic.png"',
  }
  const response = await fetch(`${base}/wp-json/wp/v2/media`, { method: 'POST', headers, body: new Uint8Array(body) })
  return ((await response.json()) as { id: number }).id
}
