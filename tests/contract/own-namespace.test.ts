import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

const root = '//kalends/v1'

describe('what editors work with, below kalends/v1 (C7)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_TIMEZONE: 'Europe/Berlin' } })
  })
  after(() => calendar.close())

  const create = async (resource: string, body: object, as: Login = 'editor') => {
    const dates = resource === 'events' ? { start_date: '2027-02-01 10:00', end_date: '2027-02-01 11:00' } : {}
    const reply = await calendar.ask('POST', `/${resource}`, { as, body: { ...dates, ...body } })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  const ask = (method: string, path: string, as: Login, body?: object, headers: Record<string, string> = {}) =>
    calendar.ask(method, `${root}${path}`, { as, headers, ...(body ? { body } : {}) })

  it('counts what a caller may see', async () => {
    const own = await createCalendar()
    const make = (title: string, status: string, author: number) => {
      const body = { title, status, author, start_date: '2027-02-01', end_date: '2027-02-02' }
      return own.ask('POST', '/events', { as: 'admin', body })
    }
    for (const author of [3, 4])
      for (const status of ['publish', 'draft', 'pending', 'private', 'trash'])
        await make(`${status} ${author}`, status, author)
    const events = async (as: Login) => (await own.ask('GET', `${root}/counts`, { as })).body.events
    const none = { future: 0, returned: 0 }
    assert.deepEqual(await events('editor'), {
      any: 8,
      publish: 2,
      draft: 2,
      pending: 2,
      private: 2,
      trash: 2,
      mine: 0,
      ...none,
    })
    assert.deepEqual(await events('author'), {
      any: 5,
      publish: 2,
      draft: 1,
      pending: 1,
      private: 1,
      trash: 1,
      mine: 4,
      ...none,
    })
    const { body } = await own.ask('GET', `${root}/counts`, { as: 'admin' })
    assert.deepEqual([body.venues.any, body.organizers.mine, body.categories, body.tags, body.images], [0, 0, 0, 0, 0])
    await own.close()
  })

  it('shows the events of a span as a calendar needs them', async () => {
    const { id: category } = await create('categories', { name: 'Music' })
    const { id: below } = await create('categories', { name: 'Jazz', parent: category })
    const { id: venue } = await create('venues', { venue: 'Hall' })
    const within = { start_date: '2028-05-10 10:00', end_date: '2028-05-10 12:00', venue, categories: [below] }
    const event = await create('events', { title: 'Night of Jazz', ...within })
    const early = {
      start_date: '2028-04-20',
      end_date: '2028-05-02',
      all_day: true,
      status: 'draft',
      hide_from_listings: true,
    }
    const long = await create('events', { title: 'Long', ...early }, 'author')
    await create('events', { title: 'Later', start_date: '2028-06-10', end_date: '2028-06-11' })
    const span = 'start_date=2028-05-01&end_date=2028-06-01'
    const { body } = await ask('GET', `/calendar?${span}`, 'editor')
    const { headers } = await calendar.ask('GET', `/events/${event.id}`, { as: 'editor' })
    assert.equal(body.total, 2)
    assert.deepEqual(
      body.events.map(({ id }: { id: number }) => id),
      [long.id, event.id],
    )
    const [, found] = body.events
    assert.deepEqual(found, {
      id: event.id,
      title: 'Night of Jazz',
      start_date: '2028-05-10 10:00:00',
      end_date: '2028-05-10 12:00:00',
      utc_start_date: '2028-05-10 08:00:00',
      utc_end_date: '2028-05-10 10:00:00',
      timezone: 'Europe/Berlin',
      all_day: false,
      status: 'publish',
      venue: 'Hall',
      author: { id: 2, name: 'editor' },
      categories: [below],
      etag: headers['etag'],
      may_edit: true,
    })
    const idsOf = async (query: string, as: Login = 'editor') =>
      (await ask('GET', `/calendar?${span}&${query}`, as)).body.events.map(({ id }: { id: number }) => id)
    for (const query of [`categories=${category}`, `venue=${venue}`, 'search=jazz', 'status=publish'])
      assert.deepEqual(await idsOf(query), [event.id], query)
    assert.deepEqual(await idsOf('status=any', 'author2'), [event.id])
    assert.deepEqual(await idsOf('status=draft', 'author'), [long.id])
    assert.equal((await ask('GET', '/calendar', 'editor')).body.code, 'rest_missing_callback_param')
  })

  it('reviews events', async () => {
    const { id } = await create('events', { title: 'Mine', status: 'pending' }, 'contributor')
    const returned = async () => (await ask('GET', '/counts', 'contributor')).body.events.returned
    const stale = await ask('POST', `/reviews/${id}`, 'editor', { decision: 'approve' }, { 'if-match': '"old"' })
    assert.equal(stale.status, 412)
    const { body, headers } = await ask('POST', `/reviews/${id}`, 'editor', {
      decision: 'return',
      note: 'Add a place.',
    })
    assert.deepEqual(
      [body.status, body.review.note, body.review.user],
      ['draft', 'Add a place.', { id: 2, name: 'editor' }],
    )
    assert.equal(headers['etag'], (await calendar.ask('GET', `/events/${id}`, { as: 'editor' })).headers['etag'])
    assert.equal(await returned(), 1)
    const notes = await ask('GET', `/reviews/${id}`, 'contributor')
    assert.deepEqual([notes.body.length, notes.body[0].decision], [1, 'return'])
    await calendar.ask('POST', `/events/${id}`, { as: 'contributor', body: { status: 'pending' } })
    assert.equal(await returned(), 0)
    assert.equal((await ask('POST', `/reviews/${id}`, 'editor', { decision: 'approve' })).body.status, 'publish')
    assert.equal(
      (await ask('POST', `/reviews/${id}`, 'editor', { decision: 'reject', note: 'No.' })).body.status,
      'trash',
    )
    assert.equal((await ask('POST', `/reviews/${id}`, 'editor', { decision: 'approve' })).status, 410)
    assert.equal((await ask('POST', `/reviews/${id}`, 'author', { decision: 'approve' })).status, 403)
    assert.equal((await ask('GET', `/reviews/${id}`, 'author')).status, 403)
  })

  it('lists venues and organizers with the number of their events', async () => {
    const own = await createCalendar()
    const make = async (resource: string, body: object, as: Login = 'editor'): Promise<number> =>
      (await own.ask('POST', `/${resource}`, { as, body })).body.id
    const dates = { start_date: '2027-02-01', end_date: '2027-02-02' }
    const hall = await make('venues', { venue: 'Hall', address: 'Main St 1', city: 'Bonn' })
    const arena = await make('venues', { venue: 'arena & park' })
    const draft = await make('venues', { venue: 'Draft', status: 'draft' }, 'contributor')
    const choir = await make('organizers', { organizer: 'Choir', email: 'choir@example.org' })
    const gone = await make('events', { title: 'Gone', ...dates, venue: hall })
    await own.ask('DELETE', `/events/${gone}`, { as: 'editor' })
    await make('events', { title: 'Public', ...dates, venue: hall, organizer: choir })
    await make('events', { title: 'Secret', ...dates, venue: hall, status: 'private' })
    const list = async (query: string, as: Login = 'editor') =>
      (await own.ask('GET', `${root}/directory?${query}`, { as })).body
    const namesOf = async (query: string, as: Login = 'editor') =>
      (await list(`kind=venues&${query}`, as)).map(({ name }: { name: string }) => name)
    const [, , first] = await list('kind=venues')
    const { modified, ...shown } = first
    assert.match(modified, /^2\d{3}-.*Z$/)
    assert.deepEqual(shown, {
      id: hall,
      name: 'Hall',
      address: 'Main St 1, Bonn',
      status: 'publish',
      url: `${(await own.ask('GET', `/venues/${hall}`)).body.url}`,
      events: 2,
      may_edit: true,
    })
    assert.deepEqual(await namesOf(''), ['arena & park', 'Draft', 'Hall'])
    assert.deepEqual(await namesOf('order=desc&per_page=2'), ['Hall', 'Draft'])
    assert.deepEqual(await namesOf('orderby=events&order=desc&per_page=1'), ['Hall'])
    assert.deepEqual(await namesOf('page=2&per_page=2'), ['Hall'])
    assert.deepEqual(await namesOf('search=bonn'), ['Hall'])
    assert.deepEqual(await namesOf('status=draft'), ['Draft'])
    assert.deepEqual(await namesOf('', 'author'), ['arena & park', 'Hall'])
    const seen = await list('kind=venues&orderby=modified', 'contributor')
    const facts = (all: { id: number; events: number; may_edit: boolean }[]) =>
      Object.fromEntries(all.map(({ id, events, may_edit }) => [id, [events, may_edit]]))
    assert.deepEqual(facts(seen), { [hall]: [1, false], [arena]: [0, false], [draft]: [0, true] })
    const [organizer] = await list('kind=organizers')
    assert.deepEqual([organizer.email, organizer.events], ['choir@example.org', 1])
    const { headers } = await own.ask('GET', `${root}/directory?kind=venues&per_page=2&page=9`, { as: 'editor' })
    assert.deepEqual([headers['x-wp-total'], headers['x-wp-totalpages']], ['3', '2'])
    assert.equal((await own.ask('GET', `${root}/directory`, { as: 'editor' })).status, 400)
    await own.close()
  })

  it('finds duplicates, and merges them', async () => {
    const one = await create('venues', { venue: 'Café Müller GmbH', address: 'Main St 1', status: 'publish' })
    const two = await create('venues', { venue: 'Cafe Muller', city: 'Bonn' })
    const near = { geo_lat: 50.1, geo_lng: 7.1 }
    const three = await create('venues', { venue: 'Old Town Hall', ...near })
    const four = await create('venues', { venue: 'Town Hall', geo_lat: 50.1001, geo_lng: 7.1001 })
    await create('venues', { venue: 'Library', ...near })
    const five = await create('venues', { venue: 'Reading room' })
    const six = await create('venues', { venue: 'Readingroom' })
    const { id } = await create('events', { title: 'At two', venue: [two.id] })
    const { id: both } = await create('events', { title: 'At both', venue: [two.id, one.id] })
    const { body } = await ask('GET', '/duplicates?kind=venues', 'editor')
    assert.deepEqual(body, [
      {
        records: [
          { id: one.id, name: 'Café Müller GmbH', address: 'Main St 1', events: 1 },
          { id: two.id, name: 'Cafe Muller', address: 'Bonn', events: 2 },
        ],
        reason: 'name',
      },
      {
        records: [
          { id: five.id, name: 'Reading room', address: '', events: 0 },
          { id: six.id, name: 'Readingroom', address: '', events: 0 },
        ],
        reason: 'name',
      },
      {
        records: [
          { id: three.id, name: 'Old Town Hall', address: '', events: 0 },
          { id: four.id, name: 'Town Hall', address: '', events: 0 },
        ],
        reason: 'place',
      },
    ])
    const merged = await ask('POST', '/merges', 'editor', { kind: 'venues', into: one.id, from: [two.id] })
    assert.deepEqual(merged.body, { into: one.id, merged: 1, events: 2 })
    for (const event of [id, both]) {
      const { body } = await calendar.ask('GET', `/events/${event}`)
      const venues = [body.venue].flat().map(({ id }: { id: number }) => id)
      assert.deepEqual(venues, [one.id])
    }
    assert.equal((await calendar.ask('GET', `/venues/${two.id}`, { as: 'editor' })).body.status, 'trash')
    const { body: versions } = await calendar.ask('GET', `//wp-json/wp/v2/tribe_events/${id}/revisions`, {
      as: 'editor',
    })
    assert.deepEqual(versions[0].changed, ['venue'])
  })

  it('lets the page of a merged record lead to the one that has taken it in, also after another merge', async () => {
    const visit = async (of: string, slug: string) => {
      const { status, headers } = await calendar.ask('GET', `//${of}/${slug}/`, { as: 'none' })
      return status === 301 ? headers['location'] : status
    }
    const [first, second, third] = await Promise.all(
      ['Mill', 'Old mill', 'Watermill'].map((venue) => create('venues', { venue, status: 'publish' })),
    )
    await ask('POST', '/merges', 'editor', { kind: 'venues', into: second.id, from: [first.id] })
    assert.equal(await visit('venue', first.slug), `/venue/${second.slug}/`)
    assert.equal(await visit('organizer', first.slug), 404)
    await ask('POST', '/merges', 'editor', { kind: 'venues', into: third.id, from: [second.id] })
    assert.equal(await visit('venue', first.slug), `/venue/${third.slug}/`)
    assert.equal(await visit('venue', second.slug), `/venue/${third.slug}/`)
    // A restored record has its page again, and one that is not public leads nowhere.
    await calendar.ask('POST', `/venues/${second.id}`, { as: 'editor', body: { status: 'publish' } })
    assert.equal(await visit('venue', second.slug), 200)
    await calendar.ask('POST', `/venues/${third.id}`, { as: 'editor', body: { status: 'draft' } })
    assert.equal(await visit('venue', first.slug), 404)
  })

  it('merges tags, and refuses what cannot be merged', async () => {
    const [one, two] = [await create('tags', { name: 'Open air' }), await create('tags', { name: 'open-air!' })]
    const { id } = await create('events', { title: 'Tagged', tags: [two.id] })
    assert.equal((await ask('GET', '/duplicates?kind=tags', 'editor')).body.length, 1)
    const refuse = async (body: object) => (await ask('POST', '/merges', 'editor', body)).body.code
    for (const body of [
      { kind: 'tags', into: one.id, from: [one.id] },
      { kind: 'tags', into: one.id, from: [9999] },
      { kind: 'categories', into: one.id, from: [two.id] },
      { kind: 'tags', into: one.id, from: Array.from({ length: 51 }, (_, at) => at + 1000) },
    ])
      assert.equal(await refuse(body), 'rest_invalid_param', JSON.stringify(body))
    const { body } = await ask('POST', '/merges', 'editor', { kind: 'tags', into: one.id, from: [two.id] })
    assert.deepEqual(body, { into: one.id, merged: 1, events: 1 })
    const { body: event } = await calendar.ask('GET', `/events/${id}`)
    assert.deepEqual(
      event.tags.map(({ id }: { id: number }) => id),
      [one.id],
    )
    assert.equal((await calendar.ask('GET', `/tags/${two.id}`)).status, 404)
  })

  it('merges categories with what is below them', async () => {
    const make = async (name: string, parent = 0): Promise<number> => (await create('categories', { name, parent })).id
    const old = await make('Concerts of old')
    const [folk, inner] = [await make('Folk', old), await make('Concerts', old)]
    const parentsOf = async (ids: readonly number[]) =>
      Promise.all(ids.map(async (id) => (await calendar.ask('GET', `/categories/${id}`)).body.parent))
    await ask('POST', '/merges', 'editor', { kind: 'categories', into: inner, from: [old] })
    assert.deepEqual(await parentsOf([folk, inner]), [inner, 0])
    const outer = await make('Performances')
    await ask('POST', '/merges', 'editor', { kind: 'categories', into: outer, from: [inner] })
    assert.deepEqual(await parentsOf([folk, outer]), [outer, 0])
  })

  it('merges subcategories with the same name, recursively', async () => {
    const make = async (name: string, parent = 0): Promise<number> => (await create('categories', { name, parent })).id
    const [one, two, three] = [await make('Programme'), await make('Programme 2'), await make('Programme 3')]
    const [kids, others] = [await make('Kids', one), await make('kids', two)]
    const [crafts, more] = [await make('Crafts', kids), await make('Crafts', others)]
    const [reading, films, again] = [
      await make('Reading', others),
      await make('Films', two),
      await make('Films', three),
    ]
    const { id } = await create('events', { title: 'Clay', categories: [more, others, again, two] })
    const { body } = await ask('POST', '/merges', 'editor', { kind: 'categories', into: one, from: [two, three] })
    assert.deepEqual(body, { into: one, merged: 2, events: 1 })
    const parentOf = async (id: number) => {
      const { status, body } = await calendar.ask('GET', `/categories/${id}`)
      return status === 200 ? body.parent : status
    }
    const parents = await Promise.all([kids, crafts, reading, films, two, three, others, more, again].map(parentOf))
    assert.deepEqual(parents, [one, kids, kids, one, 404, 404, 404, 404, 404])
    const { body: event } = await calendar.ask('GET', `/events/${id}`)
    const categories = event.categories.map(({ id }: { id: number }) => id)
    assert.deepEqual(
      categories.sort((a: number, b: number) => a - b),
      [one, kids, crafts, films],
    )
    const { body: done } = await ask('GET', '/activity?kind=category&per_page=50', 'editor')
    const updated = done.filter(({ action }: { action: string }) => action === 'updated')
    const records = updated.map(({ record }: { record: number }) => record)
    for (const id of [one, kids, crafts, films]) assert.ok(records.includes(id), String(id))
  })

  it('shows administrators the state of the server', async () => {
    const { body } = await ask('GET', '/state', 'admin')
    assert.deepEqual(Object.keys(body), [
      'version',
      'node',
      'database',
      'disk',
      'data_directory',
      'started',
      'processes',
      'record_cache',
      'last_backup',
    ])
    assert.ok(
      body.database.size > 0 &&
        body.disk.total >= body.disk.free &&
        ['sqlite', 'postgres'].includes(body.database.kind),
    )
    assert.equal((await ask('GET', '/state', 'editor')).status, 403)
  })

  it('shows a draft as visitors will see it, for ten minutes', async () => {
    const hidden = { venue: { venue: 'Secret hall', status: 'private' } }
    const { id } = await create('events', { title: 'Unveiling', status: 'draft', ...hidden })
    const { body } = await ask('POST', `/previews/${id}`, 'editor')
    const path = `/${body.url.replace('http://calendar.test', '')}`
    const page = await calendar.ask('GET', path)
    assert.equal(page.status, 200, page.text)
    assert.match(page.text, /Unveiling/)
    assert.doesNotMatch(page.text, /Secret hall/)
    assert.deepEqual([page.headers['cache-control'], page.headers['x-robots-tag']], ['no-store', 'noindex'])
    for (const wrong of [
      path.replace(/.\/$/, 'x/').replace(/x\/$/, path.endsWith('x/') ? 'y/' : 'x/'),
      '//preview/1.2.3/',
    ])
      assert.equal((await calendar.ask('GET', wrong)).status, 404, wrong)
    calendar.setClock('2026-11-20 15:11:00')
    assert.equal((await calendar.ask('GET', path)).status, 404)
    calendar.setClock('2026-11-20 15:00:00')
    assert.equal((await ask('POST', `/previews/${id}`, 'author')).status, 403)
  })

  it('shows in a preview no more than its issuer may still read, and nothing in the trash', async () => {
    const seen = async (url: string): Promise<number> =>
      (await calendar.ask('GET', `/${url.replace('http://calendar.test', '')}`)).status
    const previewOf = async (id: number, as: 'contributor' | 'editor'): Promise<string> =>
      (await ask('POST', `/previews/${id}`, as)).body.url
    const { id } = await create('events', { title: 'Public for now', status: 'publish' })
    const [link, own] = [await previewOf(id, 'contributor'), await previewOf(id, 'editor')]
    assert.deepEqual([await seen(link), await seen(own)], [200, 200])
    await calendar.ask('PUT', `/events/${id}`, { as: 'editor', body: { status: 'private', title: 'Hidden' } })
    assert.deepEqual([await seen(link), await seen(own)], [404, 200])
    await calendar.ask('DELETE', `/events/${id}`, { as: 'editor' })
    assert.deepEqual([await seen(link), await seen(own)], [404, 404])
    // Nobody can name another issuer.
    const [, token = ''] = /preview\/([^/]+)\//.exec(own) ?? []
    assert.equal(await seen(own.replace(token, token.replace(/^(\d+)\.\d+/, '$1.1'))), 404)
    const draft = await create('events', { title: 'A draft', status: 'draft' })
    const ofDraft = await previewOf(draft.id, 'editor')
    await calendar.database.transact(({ kysely }) =>
      kysely.updateTable('user').set({ role: 'subscriber' }).where('role', '=', 'editor').execute(),
    )
    assert.equal(await seen(ofDraft), 404)
  })
})
