import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createLoad } from '../durability/load.ts'
import { makePicture } from '../media/pictures.ts'
import { readFiles, upload } from '../media/uploading.ts'
import { eventPayload, type Reply, type Server } from './program.ts'

const everyDay = 'start_date=1970-01-01&end_date=2100-01-01'

/** Every record is in one of these lists: unpublished ones too, as the administrator asks. */
const lists = {
  events: [`/events?${everyDay}`, `/events?${everyDay}&status=trash`],
  venues: ['/venues?', '/venues?status=trash'],
  organizers: ['/organizers?'],
  categories: ['/categories?hide_empty=false'],
  tags: ['/tags?hide_empty=false'],
} as const

/** The name of an event that is not in the trash among the answers. */
export const eventKey = (id: number): string => `${lists.events[0]} ${id}`

/** All that the interface shows of a calendar: lists by their paths, and each record and file in them. */
export type Answers = ReadonlyMap<string, string>

/** Writes some hundred records of every kind and status but images. */
export const fillCalendar = async (server: Server, secret: string): Promise<void> => {
  const enough = new AbortController()
  await createLoad(secret, 16).write(server, {
    signal: enough.signal,
    onAcknowledged: (count) => void (count === 200 && enough.abort()),
  })
  const write = writeTo(server, secret)
  const parent = await write('/events', { ...eventPayload('Festival – “été”'), organizer: { organizer: 'Club' } })
  const child = { ...eventPayload('Opening'), post_parent: parent.id, timezone: 'Asia/Tokyo', cost: '5 €' }
  await write('/events', {
    ...child,
    categories: ['Rare'],
    venue: { venue: 'Hill', geo_lat: 48.208_174, geo_lng: -0.1 },
  })
  await write('/events', { title: 'Then', start_date: '1999-12-31', end_date: '2000-01-02', all_day: true })
  for (const status of ['draft', 'pending', 'private']) await write('/events', { ...eventPayload(status), status })
  const trashed = await write('/events', eventPayload('Trashed'))
  const gone = await write('/venues', { venue: 'Gone' })
  assert.equal((await server.ask('DELETE', `/events/${trashed.id}`, { as: secret })).status, 200)
  assert.equal((await server.ask('DELETE', `/venues/${gone.id}?force=true`, { as: secret })).status, 200)
}

/** Uploads images and shows two of them. */
export const addImages = async (server: Server, secret: string): Promise<void> => {
  const write = writeTo(server, secret)
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const { body } = await upload({ address: server.address, secret }, await makePicture(format, { width: 400 }))
    if (format !== 'webp') await write('/venues', { venue: `With ${format}`, image: body.id })
  }
}

const writeTo =
  (server: Server, secret: string) =>
  async (path: string, body: object): Promise<Reply['body']> => {
    const reply = await server.ask('POST', path, { as: secret, body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }

/** Reads all that the interface shows to the administrator; the public address of the server is a fixed one. */
export const readAnswers = async (server: Server, secret: string): Promise<Answers> => {
  const answers = new Map<string, string>()
  const remember = (path: string, records: readonly Reply['body'][]): void => {
    answers.set(path, JSON.stringify(records.map(({ id }) => id)))
    for (const record of records) answers.set(`${path} ${record.id}`, JSON.stringify(record))
  }
  for (const [plural, paths] of Object.entries(lists)) {
    for (const path of paths) remember(path, await readPages(server, secret, path, (body) => body[plural]))
  }
  const library = '//wp-json/wp/v2/media?'
  const images = await readPages(server, secret, library, (body) => body)
  remember(library, images)
  for (const image of images) {
    for (const [path, bytes] of await readFiles(server.address, image)) {
      answers.set(path, createHash('sha256').update(bytes).digest('hex'))
    }
  }
  return answers
}

const readPages = async (
  server: Server,
  secret: string,
  path: string,
  recordsOf: (body: Reply['body']) => Reply['body'][],
): Promise<Reply['body'][]> => {
  const found: Reply['body'][] = []
  for (let page = 1; ; page++) {
    const { status, text, body, headers } = await server.ask('GET', `${path}&per_page=50&page=${page}`, { as: secret })
    assert.equal(status, 200, text)
    found.push(...recordsOf(body))
    if (page < Number(headers.get('x-wp-totalpages') ?? headers.get('x-tec-totalpages'))) continue
    assert.equal(found.length, Number(headers.get('x-wp-total') ?? headers.get('x-tec-total')))
    return found
  }
}

/** What is not the same, a line each. */
export const findDifferences = (before: Answers, after: Answers): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${key}: ${before.get(key)} became ${after.get(key)}`)
