import assert from 'node:assert/strict'
import type { Calendar } from '../support/calendar.ts'

/** The moment at which the calendar of the town lives: a Wednesday in May. */
export const townNow = Date.parse('2027-05-05T08:00:00Z')

/** The ids of some records, by the first part of the path of the views that show them. */
export type Known = Readonly<Record<string, number>>

const venues = [
  { venue: 'Town hall', address: 'Market square 1', zip: '62701', city: 'Springfield', country: 'United States' },
  { venue: 'Public library', address: 'Elm street 12', zip: '62701', city: 'Springfield', country: 'United States' },
  { venue: 'Riverside park', city: 'Springfield', country: 'United States' },
  { venue: 'Music school', address: 'Station road 4', zip: '62702', city: 'Springfield', country: 'United States' },
  { venue: 'Town Hall', address: 'Market sq. 1', city: 'Springfield', country: 'United States' },
] as const

const organizers = [
  { organizer: 'Culture office', email: 'culture@springfield.example' },
  { organizer: 'Friends of the library', website: 'https://friends.springfield.example/' },
  { organizer: 'Sports club', phone: '555 0100' },
] as const

const concert = `<p>The youth orchestra plays <em>spring music</em> from four centuries.</p>
<ul><li>Doors open at 16:30.</li><li>Children up to twelve come in for free.</li></ul>`

/** Title, first day in May, hours, venue, organizer, category, and what else there is. */
const events: readonly (readonly [string, number, string, number, number, string, object?])[] = [
  ['Meeting of the council', 6, '18:00 20:30', 0, 0, 'Council'],
  ['Reading for children', 8, '10:30 11:30', 1, 1, 'Children', { cost: 'free' }],
  ['Farmers’ market', 8, '08:00 13:00', 2, 0, 'Markets'],
  [
    'Concert of the youth orchestra',
    9,
    '17:00 19:00',
    3,
    0,
    'Music',
    { cost: '8', featured: true, description: concert },
  ],
  ['Chess for beginners', 12, '16:00 17:30', 1, 1, 'Courses'],
  ['Blood donation', 13, '14:00 19:00', 0, 0, 'Health', { cost: 'free' }],
  ['Run along the river', 15, '09:00 13:00', 2, 2, 'Sports', { cost: '12' }],
  ['Farmers’ market', 15, '08:00 13:00', 2, 0, 'Markets'],
  ['Guided tour of the old town', 16, '11:00 12:30', 0, 0, 'Tours', { cost: '5' }],
  ['Repair café', 19, '15:00 18:00', 1, 1, 'Courses', { status: 'draft' }],
  ['Meeting of the council', 20, '18:00 20:30', 0, 0, 'Council'],
  ['Jazz in the park', 22, '19:30 22:00', 2, 0, 'Music', { status: 'draft' }],
  ['Open day of the music school', 23, '10:00 16:00', 3, 0, 'Music'],
  ['Flea market', 29, '09:00 16:00', 0, 0, 'Markets'],
  ['Fire brigade for families', 30, '11:00 15:00', 0, 2, 'Children'],
]

/** Sends a record to the calendar, and returns its id. */
export const create = async (
  { ask }: Calendar,
  path: string,
  body: object,
  as: 'editor' | 'contributor' = 'editor',
): Promise<number> => {
  const reply = await ask('POST', path, { as, body })
  assert.ok(reply.status < 300, reply.text)
  return reply.body.id
}

/** Fills a calendar with what is on in a small town. */
export const fillTown = async (calendar: Calendar): Promise<Known> => {
  const places: number[] = []
  for (const venue of venues) places.push(await create(calendar, '/venues', venue))
  const people: number[] = []
  for (const organizer of organizers) people.push(await create(calendar, '/organizers', organizer))
  const made: number[] = []
  for (const [title, day, hours, venue, organizer, category, more] of events) {
    const date = `2027-05-${String(day).padStart(2, '0')}`
    const [start, end] = hours.split(' ')
    const times = { start_date: `${date} ${start}:00`, end_date: `${date} ${end}:00` }
    const links = { venue: places[venue], organizer: [people[organizer]], categories: [category] }
    made.push(await create(calendar, '/events', { title, status: 'publish', ...times, ...links, ...more }))
  }
  const exhibition = { title: 'Exhibition: The town in old photographs', status: 'publish', venue: places[0] }
  const lasting = { all_day: true, start_date: '2027-05-10', end_date: '2027-05-14' }
  await create(calendar, '/events', { ...exhibition, ...lasting, categories: ['Exhibitions'] })
  const submitted = { title: 'Neighbourhood picnic', status: 'pending', venue: places[2] }
  const sunday = { start_date: '2027-05-23 12:00:00', end_date: '2027-05-23 17:00:00' }
  await create(calendar, '/events', { ...submitted, ...sunday }, 'contributor')
  const course = await createCourse(calendar, 'Choir for everybody', { venue: places[3], organizer: [people[0]] })
  return { events: made[3] ?? 0, venues: places[0] ?? 0, organizers: people[0] ?? 0, series: course }
}

/** Makes ten evenings in autumn, one of them on another day and one without a rehearsal, and returns the id of their series. */
const createCourse = async (calendar: Calendar, title: string, more: object): Promise<number> => {
  const times = { start_date: '2027-09-07 19:00:00', end_date: '2027-09-07 20:30:00' }
  const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=10', exdate: ['2027-10-12'] }
  const first = await create(calendar, '/events', { title, status: 'publish', ...times, recurrence, ...more })
  const moved = { start_date: '2027-09-08 19:00:00', end_date: '2027-09-08 20:30:00' }
  await create(calendar, `/events/${first}`, moved)
  return (await calendar.ask('GET', `/events/${first}`)).body.series.id
}

const long = (words: string): string => `${words} `.repeat(8) + 'Donaudampfschifffahrtsgesellschaft'.repeat(4)

/** Fills a calendar with texts that are far longer than usual. */
export const fillWithLongTexts = async (calendar: Calendar): Promise<Known> => {
  const address = { address: long('Long street'), city: long('City'), country: long('Country'), zip: '1'.repeat(60) }
  const venue = { venue: long('Hall of'), ...address, website: `https://example.org/${'a'.repeat(200)}` }
  const venues = await create(calendar, '/venues', venue)
  await create(calendar, '/venues', venue)
  const organizer = { organizer: long('Society of'), email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example` }
  const organizers = await create(calendar, '/organizers', organizer)
  await create(calendar, '/organizers', organizer)
  const times = { start_date: '2027-05-06 19:00:00', end_date: '2027-05-07 21:00:00' }
  const links = { venue: venues, organizer: [organizers], categories: [long('Category')], tags: [long('Tag')] }
  const texts = { title: long('Concert of'), description: `<p>${long('Text')}</p>`, excerpt: long('Summary') }
  const body = { ...texts, ...times, ...links, cost: long('12'), website: `https://example.org/${'c'.repeat(200)}` }
  const events = await create(calendar, '/events', { ...body, status: 'publish' })
  const submitted = await create(calendar, '/events', { ...body, status: 'pending' }, 'contributor')
  const note = { decision: 'return', note: long('Note') }
  await create(calendar, `//wp-json/kalends/v1/reviews/${submitted}`, note)
  await create(calendar, '/events', { ...body, status: 'pending' }, 'contributor')
  const series = await createCourse(calendar, long('Choir of'), links)
  return { events: submitted || events, venues, organizers, series }
}
