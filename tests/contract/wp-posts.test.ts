import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const site = '//wp-json/wp/v2'

const dates = { start_date: '2020-01-10 20:00', end_date: '2020-01-10 23:00' }

describe('events as posts below wp/v2 (D4)', () => {
  let calendar: Calendar
  const ids: number[] = []
  const terms: Record<string, number> = {}

  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_TIMEZONE: 'Europe/Berlin' } })
    const events = [
      { title: 'Delta', tags: ['Live'], categories: ['Music'] },
      { title: 'alpha & omega', description: '<p>Trumpets</p>', tags: ['Live'] },
      { title: 'Charlie', categories: ['Theatre'] },
      { title: 'Bravo', status: 'draft', author: 3 },
      { title: 'Echo', hide_from_listings: true },
    ]
    for (const [at, event] of events.entries()) {
      calendar.setClock(`2026-11-0${at + 1} 12:00:00`)
      const { body } = await calendar.ask('POST', '/events', { as: 'admin', body: { ...event, ...dates } })
      ids.push(body.id)
      for (const term of [...body.tags, ...body.categories]) terms[term.slug] = term.id
    }
    calendar.setClock('2026-11-08 12:00:00')
    await calendar.ask('PATCH', `/categories/${terms['theatre']}`, { as: 'admin', body: { parent: terms['music'] } })
    await calendar.ask('PATCH', `/events/${ids[0]}`, { as: 'admin', body: { excerpt: 'changed' } })
  })
  after(() => calendar.close())

  const fill = (query: string): string =>
    query
      .replace(/ID(\d)/g, (_, at: string) => String(ids[Number(at)]))
      .replace(/TERM\((\w+)\)/g, (_, slug: string) => String(terms[slug]))

  const cases: readonly [string, readonly number[], number?][] = [
    // The latest first, without a window, and without the one that is in no list.
    ['', [2, 1, 0]],
    ['order=asc', [0, 1, 2]],
    ['search=trumpets', [1]],
    ['search=omega%20alpha', [1]],
    ['slug=delta', [0]],
    ['slug=charlie,delta,none', [2, 0]],
    ['slug[]=alpha-omega', [1]],
    ['slug=alpha', []],
    ['per_page=2', [2, 1], 3],
    ['per_page=2&page=2', [0], 3],
    ['offset=1&per_page=1&page=9', [1], 3],
    ['include=ID0,ID2,999', [2, 0]],
    ['include=ID0,ID2,ID1&orderby=include&order=desc', [0, 2, 1]],
    ['include=ID4', []],
    ['exclude=ID0,999', [2, 1]],
    ['orderby=id&order=asc', [0, 1, 2]],
    ['orderby=title&order=asc', [1, 2, 0]],
    ['orderby=slug&order=desc', [0, 2, 1]],
    ['orderby=modified', [0, 2, 1]],
    ['orderby=author', [2, 1, 0]],
    ['orderby=relevance&search=a', [2, 1, 0]],
    ['after=2026-11-02T13:00:00', [2]],
    ['after=2026-11-02T11:59:59Z', [2, 1]],
    ['before=2026-11-02T13:00:01', [1, 0]],
    ['author=1', [2, 1, 0]],
    ['author=3', []],
    ['status=publish', [2, 1, 0]],
    ['tags=TERM(live)', [1, 0]],
    // A category has the events of those below it.
    ['tribe_events_cat=TERM(music)', [2, 0]],
    ['tribe_events_cat=TERM(theatre)', [2]],
    ['tags=999', []],
    ['_embed&_locale=user&context=embed&_=1', [2, 1, 0]],
    ['per_page=100', [2, 1, 0]],
  ]
  for (const [query, expected, total = expected.length] of cases) {
    it(`lists ?${query}`, async () => {
      for (let time = 0; time < 3; time++) {
        const { status, body, headers, text } = await calendar.ask('GET', `${site}/tribe_events?${fill(query)}`)
        assert.equal(status, 200, text)
        assert.deepEqual(
          body.map(({ id }: { id: number }) => ids.indexOf(id)),
          expected,
        )
        assert.equal(headers['x-wp-total'], String(total))
      }
    })
  }

  for (const [query, param] of [
    ['start_date=2020-01-01', 'start_date'],
    ['author_exclude=1', 'author_exclude'],
    ['status=any', 'status'],
    ['status=draft', 'status'],
    ['orderby=rand', 'orderby'],
    ['per_page=101', 'per_page'],
    ['per_page=0', 'per_page'],
    ['after=x', 'after'],
    ['tags=live', 'tags'],
    ['context=all', 'context'],
    ['offset=x', 'offset'],
  ] as const) {
    it(`refuses ?${query}`, async () => {
      const { status, body } = await calendar.ask('GET', `${site}/tribe_events?${query}`)
      assert.deepEqual([status, body.code, Object.keys(body.data.params)], [400, 'rest_invalid_param', [param]])
    })
  }

  it('take days that the month does not have in filters (D5.1)', async () => {
    for (const query of ['before=2026-11-31', 'after=2026-02-30']) {
      assert.equal((await calendar.ask('GET', `//wp-json/wp/v2/tribe_events?${query}`)).status, 200, query)
    }
    assert.equal((await calendar.ask('GET', '//wp-json/wp/v2/tribe_events?before=2026-11-32')).status, 400)
  })

  it('refuses a page past the end', async () => {
    const { status, body } = await calendar.ask('GET', `${site}/tribe_events?page=2`)
    assert.deepEqual([status, body.code], [400, 'rest_post_invalid_page_number'])
  })

  it('lists what is not published only where a status is asked for, by the policy', async () => {
    const list = async (as: 'none' | 'author' | 'author2' | 'editor', query: string) => {
      const { body, status } = await calendar.ask('GET', `${site}/tribe_events?${query}`, { as })
      return status === 200 ? body.map(({ id }: { id: number }) => ids.indexOf(id)) : status
    }
    assert.deepEqual(await list('editor', ''), [2, 1, 0])
    assert.deepEqual(await list('editor', 'status=any'), [3, 2, 1, 0])
    assert.deepEqual(await list('editor', 'status=draft,publish'), [3, 2, 1, 0])
    assert.deepEqual(await list('author', 'status=draft'), [3])
    assert.deepEqual(await list('author2', 'status=any'), [2, 1, 0])
    assert.deepEqual(await list('none', 'status=any'), 400)
  })

  it('shows an event in the shape of a post', async () => {
    const { body } = await calendar.ask('GET', `${site}/tribe_events/${ids[1]}`)
    const { _links, ...post } = body
    assert.deepEqual(post, {
      id: ids[1],
      date: '2026-11-02T13:00:00',
      date_gmt: '2026-11-02T12:00:00',
      guid: { rendered: `http://calendar.test/?p=${ids[1]}` },
      modified: '2026-11-02T13:00:00',
      modified_gmt: '2026-11-02T12:00:00',
      slug: 'alpha-omega',
      status: 'publish',
      type: 'tribe_events',
      link: 'http://calendar.test/event/alpha-omega/',
      title: { rendered: 'alpha &#038; omega' },
      content: { rendered: '<p>Trumpets</p>', protected: false },
      excerpt: { rendered: '', protected: false },
      author: 1,
      featured_media: 0,
      comment_status: 'closed',
      ping_status: 'closed',
      template: '',
      meta: [],
      tags: [terms['live']],
      tribe_events_cat: [],
    })
    assert.deepEqual(_links.self, [{ href: `http://calendar.test/wp-json/wp/v2/tribe_events/${ids[1]}` }])
    for (const [{ href }] of [_links.self, _links.collection, _links.about]) {
      assert.equal((await calendar.ask('GET', `/${href.slice('http://calendar.test'.length)}`)).status, 200, href)
    }
    const list = await calendar.ask('GET', `${site}/tribe_events?include=${ids[1]}`)
    assert.deepEqual(list.body, [body])
  })

  it('adds the stored texts with context=edit, for those who may change them', async () => {
    const path = `${site}/tribe_events/${ids[1]}?context=edit`
    const { body } = await calendar.ask('GET', path, { as: 'editor' })
    assert.deepEqual([body.title.raw, body.content.raw, body.excerpt.raw], ['alpha & omega', '<p>Trumpets</p>', ''])
    for (const [as, status] of [
      ['none', 401],
      ['subscriber', 403],
      ['author', 403],
    ] as const) {
      assert.equal((await calendar.ask('GET', path, { as })).status, status)
    }
    const list = await calendar.ask('GET', `${site}/tribe_events?context=edit&status=any`, { as: 'author' })
    const raw = list.body.map(({ title }: { title: { raw?: string } }) => title.raw)
    assert.deepEqual(raw, ['Bravo', undefined, undefined, undefined])
    assert.equal((await calendar.ask('GET', `${site}/tribe_events?context=edit`)).status, 401)
  })

  it('shows a draft that has no date yet by the date that it would have', async () => {
    const { body } = await calendar.ask('GET', `${site}/tribe_events/${ids[3]}`, { as: 'author' })
    assert.deepEqual([body.date, body.date_gmt], ['2026-11-04T13:00:00', '2026-11-04T12:00:00'])
  })

  it('leads from page to page', async () => {
    const { headers } = await calendar.ask('GET', `${site}/tribe_events?per_page=2`)
    const next = /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1] ?? ''
    assert.equal(next, 'http://calendar.test/wp-json/wp/v2/tribe_events/?per_page=2&page=2')
    const second = await calendar.ask('GET', `/${next.slice('http://calendar.test'.length)}`)
    assert.deepEqual(
      second.body.map(({ id }: { id: number }) => ids.indexOf(id)),
      [0],
    )
  })

  it('takes _fields, _envelope, HEAD, OPTIONS, If-None-Match and _method', async () => {
    const path = `${site}/tribe_events/${ids[0]}`
    const picked = await calendar.ask('GET', `${site}/tribe_events?_fields=id,title.rendered&per_page=1`)
    assert.deepEqual(picked.body, [{ id: ids[2], title: { rendered: 'Charlie' } }])
    const wrapped = await calendar.ask('GET', `${site}/tribe_events?_envelope&per_page=1`)
    assert.deepEqual([wrapped.body.status, wrapped.body.headers['X-WP-Total']], [200, 3])
    const head = await calendar.ask('HEAD', `${site}/tribe_events`)
    assert.deepEqual([head.status, head.text, head.headers['x-wp-total']], [200, '', '3'])
    assert.match(String(head.headers['access-control-expose-headers']), /X-WP-Total, X-WP-TotalPages/)
    for (const address of [path, `${site}/tribe_events`]) {
      const { headers } = await calendar.ask('GET', address)
      const again = await calendar.ask('GET', address, { headers: { 'if-none-match': String(headers['etag']) } })
      assert.deepEqual([again.status, again.text], [304, ''])
    }
    const options = await calendar.ask('OPTIONS', path, { as: 'editor' })
    assert.deepEqual(options.body.methods, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    assert.equal((await calendar.ask('POST', `${path}?_method=GET`)).body.id, ids[0])
  })

  it('answers below every root, and by its slug nowhere', async () => {
    for (const root of ['//wp/v2', '//de/wp-json/wp/v2', '//?rest_route=/wp/v2']) {
      assert.equal((await calendar.ask('GET', `${root}/tribe_events`)).body.length, 3, root)
    }
    assert.equal((await calendar.ask('GET', `${site}/tribe_events/by-slug/delta`)).status, 404)
  })

  it('tells other kinds of records apart', async () => {
    const { body: venue } = await calendar.ask('POST', '/venues', { as: 'admin', body: { venue: 'Hall' } })
    assert.equal((await calendar.ask('GET', `${site}/tribe_events/${venue.id}`)).status, 404)
    assert.equal((await calendar.ask('GET', `${site}/tribe_venue/${venue.id}`)).status, 200)
    assert.equal((await calendar.ask('GET', `${site}/tribe_venue/${ids[0]}`)).status, 404)
  })
})

describe('writing posts below wp/v2 (D4)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const create = async (body: object = {}): Promise<number> =>
    (await calendar.ask('POST', '/events', { as: 'admin', body: { title: 'Fair', author: 3, ...dates, ...body } })).body
      .id

  it('changes what is sent, by the names of WordPress', async () => {
    const id = await create({ tags: ['Old'], categories: ['Kept'] })
    const payload = await drawPicture({ width: 2, height: 2 }).png().toBuffer()
    const image = await calendar.ask('POST', `${site}/media`, {
      as: 'admin',
      payload,
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
    })
    const { body: tag } = await calendar.ask('POST', `${site}/tags`, { as: 'editor', body: { name: 'New' } })
    const sent = {
      title: { raw: 'Big < fair' },
      content: '<p>Text<script>alert(1)</script></p>',
      excerpt: { rendered: 'Short' },
      slug: 'big-fair',
      status: 'private',
      featured_media: image.body.id,
      tags: [tag.id],
      comment_status: 'open',
      meta: { _EventStartDate: '2030-01-01' },
    }
    const { status, body } = await calendar.ask('POST', `${site}/tribe_events/${id}`, { as: 'author', body: sent })
    assert.equal(status, 200)
    assert.deepEqual(
      [body.title, body.content.rendered, body.excerpt.raw, body.slug, body.status, body.featured_media, body.tags],
      [
        { rendered: 'Big &lt; fair', raw: 'Big < fair' },
        '<p>Text</p>',
        '<p>Short</p>',
        'big-fair',
        'private',
        image.body.id,
        [tag.id],
      ],
    )
    const { body: event } = await calendar.ask('GET', `/events/${id}`, { as: 'author' })
    assert.deepEqual(
      [event.title, event.slug, event.status, event.image.id, event.start_date, event.categories[0].name],
      ['Big &lt; fair', 'big-fair', 'private', image.body.id, '2020-01-10 20:00:00', 'Kept'],
    )
    const cleared = { featured_media: 0, tags: [], tribe_events_cat: '', excerpt: '' }
    const empty = await calendar.ask('PATCH', `${site}/tribe_events/${id}`, { as: 'author', body: cleared })
    assert.deepEqual(
      [empty.body.featured_media, empty.body.tags, empty.body.tribe_events_cat, empty.body.excerpt.raw],
      [0, [], [], ''],
    )
  })

  it('writes back what was read', async () => {
    const id = await create({ title: 'Rock & <roll>', description: '<p>a &amp; b</p>', tags: ['x'] })
    const { body: read } = await calendar.ask('GET', `${site}/tribe_events/${id}?context=edit`, { as: 'author' })
    const { body: written } = await calendar.ask('PUT', `${site}/tribe_events/${id}`, { as: 'author', body: read })
    assert.deepEqual(written, { ...read, modified: written.modified, modified_gmt: written.modified_gmt })
  })

  it('refuses faulty fields', async () => {
    const id = await create()
    const body = { title: '', featured_media: 999, status: 'open', tags: [999], author: 999 }
    const { status, body: error } = await calendar.ask('POST', `${site}/tribe_events/${id}`, { as: 'editor', body })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(error.data.params).sort(), ['author', 'featured_media', 'status', 'tags', 'title'])
    const image = { featured_media: 'https://example.org/a.png' }
    assert.equal((await calendar.ask('POST', `${site}/tribe_events/${id}`, { as: 'editor', body: image })).status, 400)
  })

  it('creates an event from dates besides, as a draft unless a status is sent', async () => {
    const missing = await calendar.ask('POST', `${site}/tribe_events`, { as: 'author', body: { title: 'x' } })
    assert.deepEqual([missing.status, missing.body.data.params], [400, ['start_date', 'end_date']])
    const body = { title: 'Made here', ...dates }
    const { status, body: post, headers } = await calendar.ask('POST', `${site}/tribe_events`, { as: 'author', body })
    assert.deepEqual([status, post.status, post.title.raw], [201, 'draft', 'Made here'])
    assert.equal(headers['location'], `http://calendar.test/wp-json/wp/v2/tribe_events/${post.id}`)
    const late = { ...body, end_date: '2019-01-01' }
    const refused = await calendar.ask('POST', `${site}/tribe_events`, { as: 'author', body: late })
    assert.deepEqual(Object.keys(refused.body.data.params), ['end_date'])
  })

  it('creates, changes and lists venues and organizers', async () => {
    for (const type of ['tribe_venue', 'tribe_organizer']) {
      const sent = { title: 'Town & hall', content: 'Text', slug: 'the-hall', status: 'publish' }
      const { status, body } = await calendar.ask('POST', `${site}/${type}`, { as: 'author', body: sent })
      assert.deepEqual(
        [status, body.type, body.title.rendered, body.slug, 'tags' in body],
        [201, type, 'Town &#038; hall', 'the-hall', false],
      )
      const changed = await calendar.ask('POST', `${site}/${type}/${body.id}`, {
        as: 'author',
        body: { title: 'Barn' },
      })
      assert.deepEqual([changed.body.title.raw, changed.body.content.rendered], ['Barn', '<p>Text</p>'])
      for (const query of ['slug=the-hall', 'search=text', `include=${body.id}`, 'orderby=title', 'after=2020-01-01']) {
        const { body: list } = await calendar.ask('GET', `${site}/${type}?${query}`)
        assert.deepEqual(
          list.map(({ id }: { id: number }) => id),
          [body.id],
          query,
        )
      }
    }
  })

  it('moves to the trash, and deletes permanently with force', async () => {
    const id = await create()
    const path = `${site}/tribe_events/${id}`
    const trashed = await calendar.ask('DELETE', path, { as: 'author' })
    assert.deepEqual([trashed.status, trashed.body.status], [200, 'trash'])
    assert.equal((await calendar.ask('DELETE', path, { as: 'author' })).status, 410)
    const restored = await calendar.ask('POST', path, { as: 'author', body: { status: 'publish' } })
    assert.equal(restored.body.status, 'publish')
    const gone = await calendar.ask('DELETE', `${path}?force=true`, { as: 'author' })
    assert.deepEqual([gone.status, gone.body.deleted, gone.body.previous.id], [200, true, id])
    assert.equal((await calendar.ask('GET', path, { as: 'author' })).status, 404)
  })

  it('compares If-Match with the tag of the post, and answers once under an Idempotency-Key', async () => {
    const path = `${site}/tribe_events/${await create()}`
    const { headers } = await calendar.ask('GET', path)
    const write = (etag: string | undefined) =>
      calendar.ask('POST', path, { as: 'author', body: { title: 'Once' }, headers: { 'if-match': String(etag) } })
    const written = await write(headers['etag'])
    assert.equal(written.status, 200)
    assert.equal((await write(headers['etag'])).status, 412)
    assert.equal((await calendar.ask('GET', path)).headers['etag'], written.headers['etag'])
    const body = { title: 'Keyed', status: 'publish' }
    const post = () =>
      calendar.ask('POST', `${site}/tribe_venue`, { as: 'author', body, headers: { 'idempotency-key': 'k' } })
    assert.equal((await post()).text, (await post()).text)
    assert.equal((await calendar.ask('GET', `${site}/tribe_venue?search=keyed`)).headers['x-wp-total'], '1')
  })

  it('shows in lists out of memory what was written', async () => {
    const id = await create({ title: 'Remembered' })
    const titles = async () =>
      (await calendar.ask('GET', `${site}/tribe_events?search=remembered`)).body.map(
        ({ title }: { title: { rendered: string } }) => title.rendered,
      )
    for (let time = 0; time < 3; time++) assert.deepEqual(await titles(), ['Remembered'])
    await calendar.ask('POST', `${site}/tribe_events/${id}`, { as: 'author', body: { title: 'Remembered well' } })
    assert.deepEqual(await titles(), ['Remembered well'])
    await calendar.ask('PATCH', `/events/${id}`, { as: 'author', body: { status: 'draft' } })
    assert.deepEqual(await titles(), [])
  })
})
