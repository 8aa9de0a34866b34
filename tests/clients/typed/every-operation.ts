import createClient, { type Middleware } from 'openapi-fetch'
import type { components, paths } from './calendar.d.ts'

type Call = { readonly operation: string; readonly status: number }
type Calendar = ReturnType<typeof createClient<paths>>
type Schemas = components['schemas']

const calls: Call[] = []

const recorder: Middleware = {
  onResponse: ({ schemaPath, request, response }) => {
    calls.push({ operation: `${request.method} ${schemaPath}`, status: response.status })
  },
}

const connect = (baseUrl: string, secret: string): Calendar => {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${secret}` } })
  client.use(recorder)
  return client
}

/** What an answer holds. */
const take = <T>({ data, error }: { data?: T; error?: unknown }): T => {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

const callEvents = async (client: Calendar, image: number): Promise<void> => {
  const created = take(
    await client.POST('/events', {
      params: { header: { 'Idempotency-Key': 'typed-1' } },
      body: {
        title: 'Jazz night',
        start_date: '2031-05-01 20:00:00',
        end_date: '2031-05-01 23:00:00',
        timezone: 'Europe/Paris',
        description: '<p>Bring a friend.</p>',
        cost: ['10', '20 €'],
        website: 'https://example.org/jazz',
        image,
        all_day: false,
        featured: true,
        venue: { venue: 'Blue Hall', city: 'Paris', geo_lat: 48.85, geo_lng: 2.35, show_map: true },
        organizer: [
          { organizer: 'Jazz club', email: 'club@example.org' },
          { organizer: 'Town', phone: '01 23' },
        ],
        categories: ['Music', { name: 'Concerts', slug: 'concerts' }],
        tags: 'indoors, evening',
      },
    }),
  )
  const venue: string = Array.isArray(created.venue) ? '' : created.venue.venue
  const second = await client.POST('/events', {
    body: { title: `Again at ${venue}`, start_date: 1_937_000_000, end_date: 1_937_003_600, image: null, venue: [] },
  })
  const id = take(second).id
  const path = { id }
  const list = take(
    await client.GET('/events', { params: { query: { search: 'jazz', categories: ['music'], per_page: 5 } } }),
  )
  const found: Schemas['Event'] | undefined = list.events[0]
  take(await client.GET('/events/{id}', { params: { path } }))
  take(
    await client.POST('/events/{id}', {
      params: { path },
      body: { venue: '', organizer: found?.organizer.map(({ id }) => id) ?? [], website: '' },
    }),
  )
  take(await client.PUT('/events/{id}', { params: { path }, body: { categories: [], organizer: null, cost: 12.5 } }))
  take(
    await client.PATCH('/events/{id}', {
      params: { path },
      body: { slug: 'again', post_parent: created.id, image: false },
    }),
  )
  const named = { path: { slug: 'again' } }
  take(await client.GET('/events/by-slug/{slug}', { params: { ...named, query: { _fields: ['id', 'title'] } } }))
  take(await client.POST('/events/by-slug/{slug}', { params: named, body: { status: 'draft' } }))
  take(
    await client.PUT('/events/by-slug/{slug}', {
      params: named,
      body: { status: 'publish', tags: [{ id: created.tags[0]?.id ?? 0 }] },
    }),
  )
  take(await client.PATCH('/events/by-slug/{slug}', { params: named, body: { hide_from_listings: true } }))
  const external = { path: { source: 'shop', external_id: 'ticket/7' } }
  const dates = { start_date: '2031-07-01 19:00:00', end_date: '2031-07-01 20:00:00' }
  take(
    await client.PUT('/events/by-external-id/{source}/{external_id}', {
      params: external,
      body: { title: 'Tickets', ...dates },
    }),
  )
  take(await client.GET('/events/by-external-id/{source}/{external_id}', { params: external }))
  const many = take(
    await client.POST('/events/batch', {
      body: { operations: [{ method: 'PATCH', ...external.path, body: { excerpt: 'Soon' } }], atomic: true },
    }),
  )
  if (many.responses[0]?.status !== 200) throw new Error('the batch has failed')
  take(
    await client.DELETE('/events/by-external-id/{source}/{external_id}', {
      params: { ...external, query: { force: true } },
    }),
  )
  take(await client.DELETE('/events/by-slug/{slug}', { params: { ...named, query: { force: true } } }))
  take(await client.DELETE('/events/{id}', { params: { path: { id: created.id }, query: { force: true } } }))
}

const callSeries = async (client: Calendar): Promise<void> => {
  const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=3'
  const dates = { start_date: '2031-06-02 19:00:00', end_date: '2031-06-02 20:00:00' }
  const first = take(await client.POST('/events', { body: { title: 'Choir', ...dates, recurrence } }))
  const list = take(await client.GET('/series', { params: { query: { per_page: 5 } } }))
  const id: number = list.series[0]?.id ?? 0
  take(await client.GET('/series/{id}', { params: { path: { id } } }))
  const path = { id: first.id }
  take(await client.DELETE('/events/{id}', { params: { path, query: { force: true, scope: 'all' } } }))
}

const callVenues = async (client: Calendar, image: number): Promise<void> => {
  const body = { venue: 'Old Mill', address: '1 Mill Lane', city: 'Springfield', country: 'US', website: null, image }
  const { id } = take(await client.POST('/venues', { body }))
  const path = { id }
  const list = take(await client.GET('/venues', { params: { query: { has_events: false, status: ['publish'] } } }))
  const named = { path: { slug: list.venues.find((venue) => venue.id === id)?.slug ?? '' } }
  take(await client.GET('/venues/{id}', { params: { path } }))
  take(await client.POST('/venues/{id}', { params: { path }, body: { geo_lat: null, geo_lng: null } }))
  take(await client.PUT('/venues/{id}', { params: { path }, body: { phone: '555-0100', zip: '12345' } }))
  take(await client.PATCH('/venues/{id}', { params: { path }, body: { show_map: 'false' } }))
  take(await client.GET('/venues/by-slug/{slug}', { params: named }))
  take(await client.POST('/venues/by-slug/{slug}', { params: named, body: { description: '<p>By the river.</p>' } }))
  take(await client.PUT('/venues/by-slug/{slug}', { params: named, body: { stateprovince: 'IL' } }))
  take(await client.PATCH('/venues/by-slug/{slug}', { params: named, body: { image: null } }))
  take(await client.DELETE('/venues/by-slug/{slug}', { params: named }))
  const external = { path: { source: 'shop', external_id: '7' } }
  take(await client.PUT('/venues/by-external-id/{source}/{external_id}', { params: external, body: { venue: 'Shop' } }))
  take(await client.GET('/venues/by-external-id/{source}/{external_id}', { params: external }))
  take(await client.POST('/venues/batch', { body: { operations: [{ method: 'PUT', ...external.path, body: {} }] } }))
  take(await client.DELETE('/venues/by-external-id/{source}/{external_id}', { params: external }))
  take(await client.DELETE('/venues/{id}', { params: { path, query: { force: true } } }))
}

const callOrganizers = async (client: Calendar): Promise<void> => {
  const body = { organizer: 'Ada', email: 'ada@example.org', website: 'https://example.org/ada' }
  const { id, slug } = take(await client.POST('/organizers', { body }))
  const path = { id }
  const named = { path: { slug: slug ?? '' } }
  take(await client.GET('/organizers', { params: { query: { only_with_upcoming: false, page: 1 } } }))
  take(await client.GET('/organizers/{id}', { params: { path } }))
  take(await client.POST('/organizers/{id}', { params: { path }, body: { phone: '1' } }))
  take(await client.PUT('/organizers/{id}', { params: { path }, body: { email: null } }))
  take(await client.PATCH('/organizers/{id}', { params: { path }, body: { organizer: 'Ada L.' } }))
  take(await client.GET('/organizers/by-slug/{slug}', { params: named }))
  take(await client.POST('/organizers/by-slug/{slug}', { params: named, body: { excerpt: 'Once more' } }))
  take(await client.PUT('/organizers/by-slug/{slug}', { params: named, body: { date: '2026-01-01' } }))
  take(await client.PATCH('/organizers/by-slug/{slug}', { params: named, body: { status: 'private' } }))
  take(await client.DELETE('/organizers/by-slug/{slug}', { params: named }))
  const external = { path: { source: 'shop', external_id: '7' } }
  take(
    await client.PUT('/organizers/by-external-id/{source}/{external_id}', {
      params: external,
      body: { organizer: 'Shop' },
    }),
  )
  take(await client.GET('/organizers/by-external-id/{source}/{external_id}', { params: external }))
  take(
    await client.POST('/organizers/batch', { body: { operations: [{ method: 'PUT', ...external.path, body: {} }] } }),
  )
  take(await client.DELETE('/organizers/by-external-id/{source}/{external_id}', { params: external }))
  take(await client.DELETE('/organizers/{id}', { params: { path, query: { force: true } } }))
}

const callTerms = async (client: Calendar): Promise<void> => {
  const parent = take(await client.POST('/categories', { body: { name: 'Arts' } })).id
  const category = { path: { id: take(await client.POST('/categories', { body: { name: 'Film', parent } })).id } }
  take(await client.GET('/categories', { params: { query: { hide_empty: false, parent, orderby: 'name' } } }))
  take(await client.GET('/categories/{id}', { params: category }))
  take(await client.POST('/categories/{id}', { params: category, body: { description: 'Moving pictures' } }))
  take(await client.PUT('/categories/{id}', { params: category, body: { slug: 'films' } }))
  take(await client.PATCH('/categories/{id}', { params: category, body: { parent: 0, description: null } }))
  take(await client.DELETE('/categories/{id}', { params: category }))
  const tag = { path: { id: take(await client.POST('/tags', { body: { name: 'Free', slug: 'free' } })).id } }
  take(await client.GET('/tags', { params: { query: { search: 'free', hide_empty: false } } }))
  take(await client.GET('/tags/{id}', { params: tag }))
  take(await client.POST('/tags/{id}', { params: tag, body: { name: 'Gratis' } }))
  take(await client.PUT('/tags/{id}', { params: tag, body: { description: 'No charge' } }))
  take(await client.PATCH('/tags/{id}', { params: tag, body: { slug: null } }))
  take(await client.DELETE('/tags/{id}', { params: tag }))
}

/** Streams are lines of records, which a program reads as text. */
const callStreams = async (client: Calendar): Promise<void> => {
  take(await client.GET('/events.ndjson', { params: { query: { window: 'all' } }, parseAs: 'text' }))
  take(await client.GET('/venues.ndjson', { parseAs: 'text' }))
  take(await client.GET('/organizers.ndjson', { parseAs: 'text' }))
}

const upload = async (client: Calendar, picture: Blob): Promise<number> => {
  const created = await client.POST('/media', {
    headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="poster.png"' },
    body: picture,
    bodySerializer: (body) => body,
  })
  return take(created).id
}

const callMedia = async (client: Calendar, id: number, picture: Blob): Promise<void> => {
  const path = { id }
  take(await client.GET('/media', { params: { query: { include: [id], order: 'asc' } } }))
  take(await client.GET('/media/{id}', { params: { path } }))
  take(await client.POST('/media/{id}', { params: { path }, body: { title: { raw: 'Poster' }, alt_text: 'A poster' } }))
  take(await client.PUT('/media/{id}', { params: { path }, body: { caption: '<em>Blue</em>' } }))
  take(await client.PATCH('/media/{id}', { params: { path }, body: { description: null } }))
  const file = {
    headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="poster.png"' },
    body: picture,
    bodySerializer: (body: unknown) => body as Blob,
  }
  take(await client.POST('/media/{id}/file', { params: { path }, ...file }))
  take(await client.DELETE('/media/{id}', { params: { path, query: { force: true } } }))
}

/** Calls every operation of the document with bodies as programs send them; answers the calls in their order. */
export const callEverything = async (site: string, secret: string, picture: Blob): Promise<readonly Call[]> => {
  const client = connect(`${site}/calendar/events/v1/`, secret)
  const library = connect(`${site}/wp-json/wp/v2`, secret)
  take(await client.GET('/'))
  take(await client.GET('/doc'))
  const image = await upload(library, picture)
  await callEvents(client, image)
  await callSeries(client)
  await callVenues(client, image)
  await callOrganizers(client)
  await callTerms(client)
  await callStreams(client)
  await callMedia(library, image, picture)
  return calls
}
