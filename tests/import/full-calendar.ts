import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { payloadOf } from '../../examples/conferences/payload.ts'
import { makePicture } from '../media/pictures.ts'
import type { Calendar, Reply } from '../support/calendar.ts'
import { readDejaVu, toWoff2 } from '../support/woff2.ts'

const examples = join(import.meta.dirname, '../../examples/conferences/sample.ndjson')
const whole = join(import.meta.dirname, '../../../shared/data/conferences.ndjson')

/** The first real conferences of the whole data where they are there, otherwise of the sample. */
const readConferences = (count: number): readonly object[] => {
  const lines = readFileSync(existsSync(whole) ? whole : examples, 'utf8')
    .trim()
    .split('\n')
  return lines.slice(0, count).map((line) => payloadOf(JSON.parse(line)))
}

const base = { start_date: '2027-05-04 19:00:00', end_date: '2027-05-04 21:00:00' }

/** A calendar with records of every kind and state. */
export const fillFully = async ({ ask, setClock }: Calendar, count: number): Promise<void> => {
  const send = async (method: string, path: string, body?: object): Promise<Reply['body']> => {
    const reply = await ask(method, path, { as: 'admin', ...(body && { body }) })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.body
  }
  const write = (path: string, body: object) => send('POST', path, body)
  const upload = async (name: string, format: 'png' | 'jpeg' | 'webp') => {
    const headers = { 'content-type': `image/${format}`, 'content-disposition': `attachment; filename="${name}"` }
    const payload = await makePicture(format, { width: 900, height: 500 })
    const { body, text } = await ask('POST', '//wp/v2/media', { as: 'author', payload, headers })
    assert.ok(body.id, text)
    return body
  }
  await send('POST', '//wp/v2/settings', { title: 'Fairs & more', timezone: 'Europe/Vienna', site_logo: 0 })
  const font = { payload: toWoff2(readDejaVu('DejaVuSansMono')), headers: { 'content-type': 'font/woff2' } }
  assert.equal((await ask('PUT', '//kalends/v1/fonts/regular', { ...font, as: 'admin' })).status, 200)
  const operations = readConferences(count).map((body) => ({ method: 'POST', body }))
  for (let at = 0; at < operations.length; at += 200) {
    const { responses } = await write('/events/batch', { operations: operations.slice(at, at + 200) })
    for (const { status, body } of responses) assert.equal(status, 201, JSON.stringify(body))
  }
  setClock('2026-11-21 10:00:00')
  const [hall, portrait] = [await upload('hall.png', 'png'), await upload('Porträt & <more>.jpg', 'jpeg')]
  await write(`//wp/v2/media/${hall.id}`, { alt_text: 'The hall', caption: '<p>By <b>night</b> &amp; day</p>' })
  const venue = await write('/venues', {
    venue: 'Größe &amp;amp; Wüste',
    city: 'Łódź',
    country: 'Poland',
    image: portrait.id,
    geo_lat: 51.759_248,
    geo_lng: 19.455_983,
    description: '<p>A &amp; b &lt;c&gt;</p>',
  })
  const organizer = await write('/organizers', { organizer: '東京クラブ', email: 'club@example.org', status: 'draft' })
  const music = await write('/categories', { name: 'Music', description: 'All <em>music</em>' })
  const jazz = await write('/categories', { name: 'R&amp;amp;B', parent: music.id })
  await send('POST', `//wp/v2/tribe_events_cat/${jazz.id}`, { meta: { color: '#8c2f1b' } })
  await write('/tags', { name: '屋外' })
  const full = {
    ...base,
    title: 'Tom &amp;amp; Jerry &amp;lt;3',
    description: '<p>Line<br />two &amp; <a href="https://example.org/?a=1&amp;b=2">more</a></p>',
    excerpt: 'Short',
    image: hall.id,
    venue: [venue.id],
    organizer: [organizer.id],
    categories: [music.id, jazz.id],
    tags: ['屋外', 'new'],
    cost: ['5 €', '12.50 €'],
    website: 'https://example.org/?a=1&b=2',
    featured: true,
    sticky: true,
    show_map: false,
  }
  const parent = await write('/events', full)
  await write('/events', { ...full, slug: 'own-slug', post_parent: parent.id, author: 3, date: '2020-01-01 10:00:00' })
  // A parent that has come after its child.
  const late = await write('/events', { ...base, title: 'Late parent' })
  await write(`/events/${parent.id}`, { post_parent: late.id })
  const offers = [{ name: 'Balcony & more', price: '12.50', currency: 'EUR', url: 'https://example.org/?a=1&b=2' }]
  await write('/events', {
    ...base,
    title: 'With offers',
    offers,
    event_status: 'cancelled',
    event_status_reason: 'Snow',
  })
  await write('/events', { ...base, title: 'With offers, free of cost', offers, cost: '' })
  const moved = await write('/events', { ...base, title: 'Moved' })
  await write(`/events/${moved.id}`, {
    start_date: '2027-06-04 19:00:00',
    end_date: '2027-06-04 21:00:00',
    event_status: 'rescheduled',
  })
  await write('/events', {
    ...base,
    title: 'Online',
    attendance_mode: 'online',
    virtual_url: 'https://example.org/live?a=1&b=2',
  })
  await write('/events', { ...base, title: 'Hidden', hide_from_listings: true, timezone: 'Asia/Tokyo' })
  await write('/events', { ...base, title: 'Early', start_date: '1999-12-31', end_date: '2000-01-02', all_day: true })
  await write('/events', {
    ...base,
    title: 'Ambiguous',
    start_date: '2027-10-31T00:30:00Z',
    end_date: '2027-10-31T01:30:00Z',
    timezone: 'Europe/Vienna',
  })
  await write('/events', { ...base, title: 'To come', date: '2027-01-01 10:00:00' })
  for (const status of ['draft', 'pending', 'private'])
    await write('/events', { ...base, title: `A ${status}`, status })
  await send('PUT', '/events/by-external-id/museum/7', { ...base, title: 'From the museum' })
  const trashed = await write('/events', { ...full, title: 'Trashed' })
  await send('DELETE', `/events/${trashed.id}`)
  const gone = await write('/events', { ...full, title: 'Gone' })
  await send('DELETE', `/events/${gone.id}?force=true`)
  const closed = await write('/venues', { venue: 'Closed', status: 'private' })
  await send('DELETE', `/venues/${closed.id}`)
  const merged = await write('/venues', { venue: 'Merged' })
  await write('//kalends/v1/merges', { kind: 'venues', into: venue.id, from: [merged.id] })
  setClock('2026-11-22 10:00:00')
  const weekly = await write('/events', {
    ...full,
    title: 'Weekly',
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=8\nEXDATE:20270518T190000',
  })
  await write('/events', { ...base, title: 'Endless', recurrence: 'RRULE:FREQ=MONTHLY', status: 'draft' })
  const { body: list } = await ask(
    'GET',
    `/events?series=${weekly.series?.id ?? weekly.series_id}&start_date=2027-01-01&per_page=50`,
    { as: 'admin' },
  )
  const [, second, third, fourth] = list.events
  await write(`/events/${second.id}`, { title: 'Another title', scope: 'this' })
  await write(`/events/${third.id}`, {
    start_date: '2027-05-26 20:00:00',
    end_date: '2027-05-26 22:00:00',
    scope: 'this',
  })
  await send('DELETE', `/events/${fourth.id}?scope=this`)
  setClock('2026-11-23 10:00:00')
}
