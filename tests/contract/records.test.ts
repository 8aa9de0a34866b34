import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const dates = { start_date: '2027-01-10 10:00', end_date: '2027-01-10 11:00' }

const eventKeys = [
  ...[
    'id',
    'global_id',
    'global_id_lineage',
    'author',
    'status',
    'date',
    'date_utc',
    'modified',
    'modified_utc',
    'url',
  ],
  ...['rest_url', 'title', 'description', 'excerpt', 'slug', 'image', 'all_day', 'start_date', 'start_date_details'],
  ...[
    'end_date',
    'end_date_details',
    'utc_start_date',
    'utc_start_date_details',
    'utc_end_date',
    'utc_end_date_details',
  ],
  ...[
    'timezone',
    'timezone_abbr',
    'cost',
    'cost_details',
    'website',
    'show_map',
    'show_map_link',
    'hide_from_listings',
  ],
  ...['sticky', 'featured', 'categories', 'tags', 'venue', 'organizer', 'custom_fields'],
]

describe('records (B6)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_PUBLIC_URL: 'https://events.example.org' } })
  })
  after(() => calendar.close())
  const create = async (path: string, body: object) => {
    const reply = await calendar.ask('POST', path, { as: 'admin', body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }

  it('have titles and names of 1,000 characters in any script', async () => {
    const rare = Array.from({ length: 1000 }, (_, at) => String.fromCodePoint(0x1_f300 + ((at * 79) % 700))).join('')
    const event = await create('/events', { title: rare, ...dates, categories: [{ name: rare }] })
    assert.equal(event.title, rare)
    assert.equal(event.categories[0].name, rare)
    const other = await create('/events', {
      title: `${rare.slice(0, -2)}!`,
      ...dates,
      categories: [rare],
      venue: { venue: rare },
    })
    assert.equal(other.categories[0].id, event.categories[0].id)
    assert.equal((await create('/venues', { venue: rare.toUpperCase() })).id, other.venue.id)
    const clash = await calendar.ask('POST', '/categories', { as: 'admin', body: { name: rare } })
    assert.deepEqual([clash.status, clash.body.code], [400, 'term_exists'])
  })

  it('can be written back as they were read, however many entities their titles hold (B6.2)', async () => {
    const title = '&<>'.repeat(333)
    const event = await create('/events', { title, ...dates, categories: [{ name: title }] })
    assert.ok(event.title.length > 3000)
    for (const path of ['/events', '/venues', '/organizers', '/categories']) {
      const body = { title: event.title, ...dates, venue: event.title, organizer: event.title, name: `${event.title}!` }
      const { id } = await create(
        path,
        path === '/events' ? { title: event.title, ...dates } : { [path.slice(1, -1)]: event.title, ...body },
      )
      assert.ok(id)
    }
    const { status, body } = await calendar.ask('POST', '/events', {
      as: 'admin',
      body: { title: '&'.repeat(1001), ...dates },
    })
    assert.deepEqual([status, body.data.params.title], [400, 'It may have at most 1000 characters; it has 1001.'])
  })

  it('hold no link that runs a script, however it is written (B6.2)', async () => {
    let names = 0
    for (const address of [
      'java&#127;script:alert(1)',
      'data&#x81;:text/html,x',
      'vb&#x9d;script:x',
      'java&#10;script:x',
    ]) {
      for (const description of [`<a href="${address}">x</a>`, `<q cite="${address}">x</q>`]) {
        const texts = await Promise.all([
          create('/categories', { name: `Category ${++names}`, description }),
          create('/tags', { name: `Tag ${names}`, description }),
          create('/events', {
            title: 'x',
            ...dates,
            description,
            excerpt: description,
            venue: { venue: 'x', description },
          }),
        ])
        assert.doesNotMatch(JSON.stringify(texts.map((it) => [it.description, it.excerpt, it.venue])), /(?:href|cite)=/)
      }
    }
  })

  it('take websites of the web, without credentials and invisible characters, and e-mail addresses', async () => {
    for (const website of [
      'ftp://x.example',
      'mailto:a@b.org',
      'https://u:p@x.example',
      'https://x.example/"',
      'https://x.example/`',
      'https://x.example/\u200b',
    ]) {
      for (const [path, body] of [
        ['/events', { title: 'x', ...dates, website }],
        ['/venues', { venue: 'x', website }],
        ['/organizers', { organizer: 'x', website }],
      ] as const) {
        const { status, body: fault } = await calendar.ask('POST', path, { as: 'admin', body })
        assert.deepEqual([status, Object.keys(fault.data.params)], [400, ['website']], website)
        assert.match(fault.data.params.website, /http or https URL/)
      }
    }
    for (const email of ['x', 'a@', 'a b@c.org', '<a@b.org>']) {
      const { body } = await calendar.ask('POST', '/organizers', { as: 'admin', body: { organizer: 'x', email } })
      assert.match(body.data?.params?.email ?? '', /must be an e-mail address/, email)
    }
    assert.equal(
      (await create('/organizers', { organizer: 'Mail', email: 'ada@example.org' })).email,
      'ada@example.org',
    )
  })

  it('show events with the keys of The Events Calendar in its order, json_ld on single reads only', async () => {
    const event = await create('/events', { title: 'Keys', ...dates, timezone: 'America/New_York', cost: '$10' })
    assert.deepEqual(Object.keys(event), eventKeys)
    const single = (await calendar.ask('GET', `/events/${event.id}`)).body
    assert.deepEqual(Object.keys(single), [...eventKeys, 'json_ld'])
    assert.deepEqual(Object.keys((await calendar.ask('GET', '/events')).body.events[0]), eventKeys)
    assert.deepEqual(
      Object.keys((await calendar.ask('PATCH', `/events/${event.id}`, { as: 'admin', body: {} })).body),
      eventKeys,
    )
    assert.deepEqual(
      [event.author, event.global_id, event.url, event.rest_url, event.website],
      [
        '1',
        `events.example.org?id=${event.id}`,
        'https://events.example.org/event/keys/',
        `https://events.example.org/calendar/events/v1/events/${event.id}`,
        'https://events.example.org/event/keys/',
      ],
    )
    assert.deepEqual(
      [event.image, event.venue, event.organizer, event.custom_fields, event.show_map, event.show_map_link],
      [false, [], [], [], true, true],
    )
    assert.deepEqual(event.start_date_details, {
      year: '2027',
      month: '01',
      day: '10',
      hour: '10',
      minutes: '00',
      seconds: '00',
    })
    assert.deepEqual([event.utc_start_date, event.timezone_abbr], ['2027-01-10 15:00:00', 'EST'])
    assert.deepEqual(event.cost_details, {
      currency_symbol: '$',
      currency_code: '',
      currency_position: 'prefix',
      values: ['10'],
    })
    assert.equal(single.json_ld.startDate, '2027-01-10T10:00:00-05:00')
  })

  it('leave out empty fields of venues and organizers', async () => {
    const venue = await create('/venues', { venue: 'Bare' })
    const common = ['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url']
    assert.deepEqual(Object.keys(venue), [
      ...common,
      'venue',
      'slug',
      'show_map',
      'show_map_link',
      'global_id',
      'global_id_lineage',
    ])
    const organizer = await create('/organizers', { organizer: 'Bare' })
    assert.deepEqual(Object.keys(organizer), [...common, 'organizer', 'slug', 'global_id', 'global_id_lineage'])
  })

  it('embed one venue as an object, several as a list, terms by name', async () => {
    const event = await create('/events', {
      title: 'Linked',
      ...dates,
      venue: [{ venue: 'One' }, { venue: 'Two' }],
      organizer: [{ organizer: 'B' }, { organizer: 'A' }],
      categories: ['Zoo', 'Art'],
      tags: 'b,a',
    })
    assert.deepEqual(
      event.venue.map((it: { venue: string }) => it.venue),
      ['One', 'Two'],
    )
    assert.deepEqual(
      event.organizer.map((it: { organizer: string }) => it.organizer),
      ['B', 'A'],
    )
    const [art] = event.categories
    assert.deepEqual(
      event.categories.map((it: { name: string }) => it.name),
      ['Art', 'Zoo'],
    )
    assert.deepEqual(Object.keys(art), [
      'name',
      'slug',
      'term_group',
      'term_taxonomy_id',
      'taxonomy',
      'description',
      'parent',
      'count',
      'filter',
      'id',
      'urls',
    ])
    assert.deepEqual([art.taxonomy, art.count, event.tags[0].taxonomy], ['tribe_events_cat', 1, 'post_tag'])
    const one = await calendar.ask('PATCH', `/events/${event.id}`, { as: 'admin', body: { venue: event.venue[0].id } })
    assert.equal(one.body.venue.venue, 'One')
  })

  it('share one sequence of ids among posts, and another among terms', async () => {
    const a = await create('/events', { title: 'Id', ...dates })
    const b = await create('/venues', { venue: 'Id' })
    const c = await create('/organizers', { organizer: 'Id' })
    assert.deepEqual([b.id, c.id], [a.id + 1, a.id + 2])
    const d = await create('/categories', { name: 'Id' })
    assert.equal((await create('/tags', { name: 'Id' })).id, d.id + 1)
  })

  const titles: [sent: string, shown: string][] = [
    ['AT&T <b>live</b> "quoted" \'it\'', 'AT&#038;T live "quoted" \'it\''],
    ['A &amp; B &lt;c&gt;', 'A &#038; B &lt;c&gt;'],
    ['5 < 6 -- I <3 you', '5 &lt; 6 -- I &lt;3 you'],
    ['a\\b', 'a\\b'],
    ['Ünï 日本 🎉', 'Ünï 日本 🎉'],
    ['  two\n lines ', 'two lines'],
    ['x<script>alert(1)</script>y', 'xy'],
  ]
  for (const [sent, shown] of titles) {
    it(`show the title ${JSON.stringify(sent)} as ${shown}, and take it back`, async () => {
      const event = await create('/events', { title: sent, ...dates })
      assert.equal(event.title, shown)
      const again = await calendar.ask('PATCH', `/events/${event.id}`, { as: 'admin', body: { title: event.title } })
      assert.equal(again.body.title, shown)
    })
  }

  it('sanitize descriptions for every role, idempotently', async () => {
    const description =
      'One <b>bold</b> <script>alert(1)</script><img src=x onerror=alert(2)>\n\nTwo <a href="javascript:alert(3)">x</a>'
    for (const as of ['admin', 'author'] as const) {
      const { body } = await calendar.ask('POST', '/events', {
        as,
        body: { title: 'Html', ...dates, description, excerpt: 'a\n\nb' },
      })
      assert.doesNotMatch(body.description, /script|onerror|javascript/)
      assert.match(body.description, /^<p>One <b>bold<\/b>/)
      assert.equal(body.excerpt, '<p>a</p>\n<p>b</p>')
      const again = await calendar.ask('PATCH', `/events/${body.id}`, {
        as,
        body: { description: body.description, excerpt: body.excerpt },
      })
      assert.deepEqual([again.body.description, again.body.excerpt], [body.description, body.excerpt])
    }
  })

  it('read back unchanged when the whole record is written again', async () => {
    const event = await create('/events', {
      title: 'Round & round',
      description: 'Text',
      ...dates,
      timezone: 'Europe/Paris',
      cost: ['$10', '$20'],
      website: 'https://example.org/?a=1&b=2',
      categories: ['Art'],
      tags: ['a'],
      venue: { venue: 'Round hall', city: 'Paris' },
      organizer: { organizer: 'Round club' },
      featured: true,
    })
    const again = await calendar.ask('PUT', `/events/${event.id}`, { as: 'admin', body: event })
    const { modified: _, modified_utc: __, ...rest } = event
    const { modified: ___, modified_utc: ____, ...restAgain } = again.body
    assert.deepEqual(restAgain, rest)
  })

  it('read back unchanged when a draft is written again', async () => {
    const draft = await create('/events', { title: 'Draft', ...dates, status: 'draft' })
    const again = await calendar.ask('PUT', `/events/${draft.id}`, { as: 'admin', body: draft })
    assert.deepEqual({ ...again.body, modified: '', modified_utc: '' }, { ...draft, modified: '', modified_utc: '' })
  })

  it('show floating publication dates of drafts as zeros', async () => {
    const draft = await create('/events', { title: 'Draft', ...dates, status: 'draft' })
    assert.equal(draft.date_utc, '0000-00-00 00:00:00')
    const published = await calendar.ask('PATCH', `/events/${draft.id}`, { as: 'admin', body: { status: 'publish' } })
    assert.equal(published.body.date_utc, '2026-11-20 15:00:00')
  })
})
