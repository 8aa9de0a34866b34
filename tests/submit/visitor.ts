import assert from 'node:assert/strict'
import type { SqliteOptions } from '../../src/db/dialects/sqlite.ts'
import { type Calendar, createCalendar, type Reply } from '../support/calendar.ts'

/** A calendar on which visitors may submit events. */
export const createOpenCalendar = (
  environment: Readonly<Record<string, string>> = {},
  sqlite: SqliteOptions = {},
): Promise<Calendar> => createCalendar({ environment: { KALENDS_SUBMISSIONS: 'on', ...environment }, sqlite })

/** What a visitor fills in. */
export const concert = {
  title: 'Concert in the park',
  description: 'Bring a blanket.',
  start_date: '2026-12-05',
  start_time: '19:30',
  end_time: '22:00',
  venue: 'Old bandstand',
  city: 'Ghent',
  organizer: 'Brass band',
  website: 'https://example.org/band',
  cost: '12',
  name: 'Ada Visitor',
  email: 'ada.visitor@example.org',
} as const

/** The row of a submission that nobody has confirmed; `email` and `token_hash` are to be added. */
export const unconfirmedRow = {
  state: 'unconfirmed',
  is_confirmed: 0,
  name: 'x',
  language: 'en',
  network_hash: '',
  created_utc: '2026-11-20 14:00:00',
  payload: '{}',
  event_id: null,
  replaces_id: null,
  picture_name: '',
} as const

type Fields = Readonly<Record<string, string>>

const boundary = 'between-the-parts'

/** A body of multipart/form-data. */
const bodyOf = (fields: Fields, file: Buffer | undefined): Buffer => {
  const part = (head: string, content: string | Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value))
  // Browsers send a part without a name where no file was chosen.
  const head = `name="picture"; filename="${file ? 'wunderbar poster.jpg' : ''}"\r\nContent-Type: application/octet-stream`
  parts.push(part(head, file ?? ''))
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

/** Sends a form as a browser does, at once. */
export const post = (
  calendar: Calendar,
  path: string,
  fields: Fields,
  file?: Buffer,
  headers: Fields = {},
): Promise<Reply> =>
  calendar.ask('POST', path, {
    payload: bodyOf(fields, file),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  })

/** The signed time of a form that is opened now. */
export const openForm = async (calendar: Calendar, path = '//submit/'): Promise<string> => {
  const { status, text } = await calendar.ask('GET', path)
  assert.equal(status, 200, text)
  return /name="stamp" value="([^"]+)"/.exec(text)?.[1] ?? ''
}

/** Opens the form, waits a while as a person does, and sends it. */
export const submit = async (
  calendar: Calendar,
  fields: Fields,
  {
    file,
    path = '//submit/',
    wait = 5000,
    headers = {},
  }: { readonly file?: Buffer; readonly path?: string; readonly wait?: number; readonly headers?: Fields } = {},
): Promise<Reply> => {
  const stamp = await openForm(calendar, path)
  calendar.setClock(Number(stamp.split('.')[0]) + wait)
  return post(calendar, path, { stamp, ...fields }, file, headers)
}

/** Submits an event, which must be taken; returns the path of the secret page, as `ask` takes it. */
export const submitted = async (
  calendar: Calendar,
  fields: Fields,
  options: { readonly file?: Buffer; readonly path?: string } = {},
): Promise<string> => {
  const reply = await submit(calendar, fields, options)
  assert.equal(reply.status, 303, reply.text)
  return `/${reply.headers['location'] ?? ''}`
}

/** The events that wait for a review. */
export const readPending = async (calendar: Calendar) => {
  const span = 'start_date=1000-01-01&end_date=9999-12-31&per_page=50'
  const { body } = await calendar.ask('GET', `/events?status=pending&${span}`, { as: 'editor' })
  return body.events
}

/** Decides on an event, and on the others of its series. */
export const decide = (calendar: Calendar, id: number, decision: string, note = ''): Promise<Reply> =>
  calendar.ask('POST', `//kalends/v1/reviews/${id}`, { as: 'editor', body: { decision, note, scope: 'all' } })
