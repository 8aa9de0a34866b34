import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

describe('a former slug', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const root = 'http://calendar.test/calendar/events/v1/events/by-slug'
  const times = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00' }
  const write = async (path: string, body: object, method = 'POST') => {
    const reply = await calendar.ask(method, path, { as: 'editor', body })
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
    return reply.body
  }
  const create = (kind: string, body: object) =>
    write(`/${kind}`, { status: 'publish', ...(kind === 'events' && times), ...body })
  /** The status, and where a redirect leads. */
  const visit = async (path: string) => {
    const { status, headers } = await calendar.ask('GET', `/${path}`, { as: 'none' })
    return status === 200 || status === 404 ? status : `${status} ${headers['location']}`
  }
  const read = async (path: string, as: Login = 'none'): Promise<number | readonly unknown[]> => {
    const { status, body, headers } = await calendar.ask('GET', path, { as })
    return status === 200 ? [body.id, headers['content-location']] : status
  }
  const countNoted = async (): Promise<number> =>
    (await calendar.database.kysely.selectFrom('former_slug').select('slug').execute()).length

  it('of an event leads on, in every form of its page', async () => {
    const { id } = await create('events', { title: 'Fair', slug: 'fair-old' })
    // Cached responses of the address end with the change.
    for (let turn = 0; turn < 3; turn++) {
      assert.equal(await visit('/event/fair-old/'), 200)
      assert.deepEqual(await read('/events/by-slug/fair-old'), [id, undefined])
    }
    await write(`/events/${id}`, { slug: 'fair-mid' })
    await write(`//wp-json/wp/v2/tribe_events/${id}`, { slug: 'fair-new' })
    for (let turn = 0; turn < 3; turn++)
      for (const old of ['fair-old', 'fair-mid', 'FAIR-Old']) {
        assert.equal(await visit(`/event/${old}/`), '301 /event/fair-new/')
        assert.equal(await visit(`/event/${old}/feed.ics`), '301 /event/fair-new/feed.ics')
        assert.equal(await visit(`/event/${old}/?ical=1`), '301 /event/fair-new/?ical=1')
        assert.equal(await visit(`/de/event/${old}/`), '301 /de/event/fair-new/')
        assert.equal(await visit(`/embed/event/${old}/`), '301 /embed/event/fair-new/')
        const content = `${root}/fair-new`
        assert.deepEqual(await read(`/events/by-slug/${old}`), [id, content])
        assert.deepEqual(await read(`//wp-json/tribe/events/v1/events/by-slug/${old}`), [id, content])
      }
    const url = encodeURIComponent('http://calendar.test/event/fair-old/')
    const { status, body } = await calendar.ask('GET', `//oembed?url=${url}`, { as: 'none' })
    assert.equal(status, 200)
    assert.match(body.html, /embed\/event\/fair-new\//)
    // Only reads follow it.
    const change = { as: 'editor', body: { title: 'No' } } as const
    assert.equal((await calendar.ask('POST', '/events/by-slug/fair-old', change)).status, 404)
  })

  it('of a venue, an organizer, a category and a tag leads on, also in any script', async () => {
    const [old, present] = [encodeURIComponent('старый').toLowerCase(), encodeURIComponent('новый').toLowerCase()]
    for (const [kind, name, place, table] of [
      ['venues', 'venue', '/venue/', 'venue'],
      ['organizers', 'organizer', '/organizer/', 'organizer'],
      ['categories', 'name', '/events/category/', undefined],
      ['tags', 'name', '/events/tag/', undefined],
    ] as const) {
      const { id } = await create(kind, { [name]: 'Старый' })
      const [was, is] = [`${place}${old}/`, `${place}${present}/`]
      assert.equal(await visit(was), 200, was)
      // No request names the slug of a venue or an organizer; whatever changes it, the database notes it.
      if (table)
        await calendar.database.transact(({ kysely }) =>
          kysely.updateTable(table).set({ slug: present }).where('id', '=', id).execute(),
        )
      else await write(`/${kind}/${id}`, { slug: 'новый' })
      assert.equal(await visit(was), `301 ${is}`)
      assert.equal(await visit(`${place}старый/`), `301 ${is}`)
      assert.equal(await visit(is), 200)
      for (const form of ['feed.ics', 'feed.json', 'feed.rss'])
        assert.equal(await visit(`${was}${form}?per_page=5`), `301 ${is}${form}?per_page=5`)
      if (!table) assert.equal(await visit(`${was}month/`), `301 ${is}month/`)
      else
        assert.deepEqual(await read(`/${kind}/by-slug/${old}`), [
          id,
          `http://calendar.test/calendar/events/v1/${kind}/by-slug/${present}`,
        ])
    }
  })

  it('gives way to a present one, and comes back when that is gone', async () => {
    const [one, two] = [
      await create('events', { title: 'One', slug: 'taken' }),
      await create('events', { title: 'Two' }),
    ]
    await write(`/events/${one.id}`, { slug: 'given' })
    assert.equal(await visit('/event/taken/'), '301 /event/given/')
    await write(`/events/${two.id}`, { slug: 'taken', status: 'draft' })
    // A draft takes nothing, and nobody learns of it.
    assert.equal(await visit('/event/taken/'), '301 /event/given/')
    assert.deepEqual(await read('/events/by-slug/taken'), [one.id, `${root}/given`])
    await write(`/events/${two.id}`, { slug: 'two' })
    assert.equal(await visit('/event/taken/'), '301 /event/given/')
    // It goes to the last public record that had it.
    await write(`/events/${two.id}`, { slug: 'taken', status: 'publish' })
    assert.equal(await visit('/event/taken/'), 200)
    await write(`/events/${two.id}`, { slug: 'two' })
    assert.equal(await visit('/event/taken/'), '301 /event/two/')
  })

  it('may be turned round, so that nobody keeps the redirect', async () => {
    const { id } = await create('events', { title: 'Round', slug: 'round-a' })
    await write(`/events/${id}`, { slug: 'round-b' })
    const { status, headers } = await calendar.ask('GET', '//event/round-a/')
    assert.deepEqual([status, headers['cache-control']], [301, 'no-cache'])
    await write(`/events/${id}`, { slug: 'round-a' })
    assert.equal(await visit('/event/round-a/'), 200)
    assert.equal(await visit('/event/round-b/'), '301 /event/round-a/')
  })

  it('of what was merged is told only where it was public', async () => {
    const hall = await create('venues', { venue: 'Public hall' })
    const bunker = await create('venues', { venue: 'Secret bunker', status: 'draft' })
    const barn = await create('venues', { venue: 'Old barn' })
    await write('//kalends/v1/merges', { kind: 'venues', from: [bunker.id, barn.id], into: hall.id })
    assert.equal(await visit('/venue/secret-bunker/'), 404)
    assert.equal(await read('/venues/by-slug/secret-bunker'), 404)
    assert.equal(await visit('/venue/old-barn/'), '301 /venue/public-hall/')
  })

  it('stays with its record where a draft series had it', async () => {
    const { id } = await create('events', { title: 'Market', slug: 'market-2027-05-01' })
    await write(`/events/${id}`, { slug: 'fair-of-may' })
    const series = await create('events', {
      title: 'Market',
      slug: 'market',
      status: 'draft',
      recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
    })
    await write(`/events/${series.id}`, { status: 'publish', title: 'Other', slug: 'other-market', scope: 'all' })
    assert.equal(await visit('/event/market-2027-05-01/'), '301 /event/fair-of-may/')
  })

  it('leads only those on who may read the record, and never tells what was not public', async () => {
    const draft = await create('events', { title: 'Secret plan', status: 'draft' })
    await write(`/events/${draft.id}`, { slug: 'surprise' })
    await write(`/events/${draft.id}`, { slug: 'party', status: 'publish' })
    for (const slug of ['secret-plan', 'surprise']) {
      assert.equal(await visit(`/event/${slug}/`), 404)
      assert.equal(await read(`/events/by-slug/${slug}`, 'editor'), 404)
    }
    // One that was public and is so no longer keeps what it was known by.
    await write(`/events/${draft.id}`, { status: 'draft' })
    await write(`/events/${draft.id}`, { slug: 'feast' })
    assert.equal(await visit('/event/party/'), 404)
    assert.equal(await read('/events/by-slug/party'), 404)
    assert.deepEqual(await read('/events/by-slug/party', 'editor'), [draft.id, `${root}/feast`])
    await write(`/events/${draft.id}`, { status: 'publish' })
    assert.equal(await visit('/event/party/'), '301 /event/feast/')
    // In the trash it leads nowhere, and a restored record has its own slug.
    await calendar.ask('DELETE', `/events/${draft.id}`, { as: 'editor' })
    assert.equal(await visit('/event/party/'), 404)
    await write(`/events/${draft.id}`, { status: 'publish' })
    assert.equal(await visit('/event/feast/'), 200)
    const left = await countNoted()
    await calendar.ask('DELETE', `/events/${draft.id}?force=true`, { as: 'editor' })
    assert.equal(await visit('/event/party/'), 404)
    assert.equal(await countNoted(), left - 2)
  })

  it('of a series and of its occurrences leads on, unless none was public', async () => {
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=3'
    const open = await create('events', { title: 'Weekly', slug: 'weekly', recurrence })
    await write(`/events/${open.id}`, { slug: 'daily', scope: 'all' })
    assert.equal(await visit('/event/weekly-2027-05-02/'), '301 /event/daily-2027-05-02/')
    assert.equal(await visit('/event/weekly/'), '301 /event/daily/')
    assert.equal(await visit('/event/daily/'), '302 /event/daily-2027-05-01/')
    assert.deepEqual(await read('/events/by-slug/weekly'), [open.id, `${root}/daily`])
    const before = await countNoted()
    const hidden = await create('events', { title: 'Secret meeting', recurrence, status: 'draft' })
    await write(`/events/${hidden.id}`, { title: 'Meeting', status: 'publish', scope: 'all' })
    assert.equal(await visit('/event/meeting-2027-05-02/'), 200)
    for (const slug of ['secret-meeting', 'secret-meeting-2027-05-01', 'secret-meeting-2027-05-02'])
      assert.equal(await visit(`/event/${slug}/`), 404, slug)
    assert.equal(await countNoted(), before)
  })

  it('is one of at most 20 of a record', async () => {
    const { id } = await create('tags', { name: 'Many', slug: 'many-0' })
    for (let n = 1; n <= 22; n++) await write(`/tags/${id}`, { slug: `many-${n}` })
    assert.equal(await visit('/events/tag/many-1/'), 404)
    for (const n of [2, 21]) assert.equal(await visit(`/events/tag/many-${n}/`), '301 /events/tag/many-22/')
    const before = await countNoted()
    await calendar.ask('DELETE', `/tags/${id}`, { as: 'editor' })
    assert.equal(await countNoted(), before - 20)
  })

  it('of what was merged leads to what is left', async () => {
    for (const [kind, name, place] of [
      ['venues', 'venue', '/venue/'],
      ['tags', 'name', '/events/tag/'],
    ] as const) {
      const [into, from] = [await create(kind, { [name]: 'Kept' }), await create(kind, { [name]: 'Gone' })]
      if (kind === 'tags') await write(`/tags/${from.id}`, { slug: 'went' })
      await write('//kalends/v1/merges', { kind, into: into.id, from: [from.id] })
      for (const slug of kind === 'tags' ? ['gone', 'went'] : ['gone']) {
        assert.equal(await visit(`${place}${slug}/`), `301 ${place}kept/`)
        assert.equal(await visit(`${place}${slug}/feed.ics`), `301 ${place}kept/feed.ics`)
      }
    }
  })
})
