import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { removeOld } from '../../src/jobs/sweep-history.ts'
import { type Calendar, createCalendar, type Login, testNow } from '../support/calendar.ts'

const revisions = (id: number, below = '') => `//wp-json/wp/v2/tribe_events/${id}/revisions${below}`

const draft = { title: 'Fair', start_date: '2027-02-01 10:00', end_date: '2027-02-01 11:00', status: 'draft' }

describe('the history of records (C7)', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_TIMEZONE: 'Europe/Berlin', KALENDS_REVISIONS: '4' } })
  })
  after(() => calendar.close())

  const create = async (body: object, as: Login = 'author') => {
    const reply = await calendar.ask('POST', '/events', { as, body: { ...draft, ...body } })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  const change = (id: number, body: object, as: Login = 'author') => calendar.ask('POST', `/events/${id}`, { as, body })
  const actions = async (id: number): Promise<[string, string[]][]> => {
    const { body } = await calendar.ask('GET', revisions(id), { as: 'author' })
    return body.map((it: { action: string; changed: string[] }) => [it.action, it.changed])
  }

  it('has each version, newest first, with what changed', async () => {
    const { id } = await create({})
    await change(id, { title: 'Great fair' })
    await change(id, { status: 'publish' })
    await calendar.ask('DELETE', `/events/${id}`, { as: 'author' })
    assert.deepEqual(await actions(id), [
      ['trashed', ['status', 'slug']],
      ['published', ['date_utc', 'status']],
      ['updated', ['title', 'slug']],
      ['created', []],
    ])
  })

  it('keeps one version for a while of automatic saves, and one for each explicit save', async (test) => {
    const { id } = await create({})
    const autosave = async (body: object, as: Login = 'author') => {
      const reply = await calendar.ask('POST', `/events/${id}`, { as, body, headers: { 'kalends-autosave': '?1' } })
      assert.equal(reply.status, 200, reply.text)
    }
    await autosave({ title: 'Fair of' })
    await autosave({ cost: '$4' })
    await autosave({ title: 'Fair of the town' })
    assert.deepEqual(await actions(id), [
      ['autosaved', ['title', 'slug', 'cost']],
      ['created', []],
    ])
    const { body: versions } = await calendar.ask('GET', revisions(id), { as: 'author' })
    const { body: latest } = await calendar.ask('GET', revisions(id, `/${versions[0].id}`), { as: 'author' })
    assert.deepEqual([latest.payload.title, latest.payload.cost], ['Fair of the town', '$4'])
    // A save without a change says that the version is wanted.
    await change(id, {})
    await autosave({ title: 'Fair in the park' })
    await autosave({ title: 'Fair in a park' }, 'editor')
    await autosave({ status: 'publish' }, 'editor')
    assert.deepEqual(await actions(id), [
      ['published', ['date_utc', 'status']],
      ['autosaved', ['title', 'slug']],
      ['autosaved', ['title', 'slug']],
      ['updated', ['title', 'slug', 'cost']],
    ])
    const later = await create({})
    const headers = { 'kalends-autosave': '?1' }
    await calendar.ask('POST', `/events/${later.id}`, { as: 'author', body: { title: 'Fair 1' }, headers })
    calendar.setClock(testNow + 601_000)
    test.after(() => calendar.setClock(testNow))
    await calendar.ask('POST', `/events/${later.id}`, { as: 'author', body: { title: 'Fair 2' }, headers })
    assert.deepEqual(
      (await actions(later.id)).map(([action]) => action),
      ['autosaved', 'autosaved', 'created'],
    )
  })

  it('restores a version that is sent back', async () => {
    const more = {
      all_day: true,
      cost: '$5',
      venue: { venue: 'Hall' },
      tags: 'tag',
      timezone: 'Asia/Tokyo',
      website: 'https://a.example',
    }
    const { id } = await create({ ...more, status: 'publish' }, 'editor')
    const { body: first } = await calendar.ask('GET', `/events/${id}`, { as: 'editor' })
    const all = {
      title: 'Other',
      all_day: false,
      cost: '',
      venue: '',
      tags: [],
      timezone: 'UTC',
      website: '',
      start_date: '2027-01-01 08:00',
    }
    await change(id, all, 'editor')
    const { body: list } = await calendar.ask('GET', revisions(id), { as: 'editor' })
    const oldest = list.at(-1)
    assert.deepEqual([oldest.author, oldest.author_name, oldest.parent], [2, 'editor', id])
    const { body: version } = await calendar.ask('GET', revisions(id, `/${oldest.id}`), { as: 'editor' })
    const [hall] = version.payload.venue
    assert.deepEqual(version.names.venue, { [hall]: 'Hall' })
    const restored = await change(id, version.payload, 'editor')
    assert.equal(restored.status, 200, restored.text)
    const { body: again } = await calendar.ask('GET', `/events/${id}`, { as: 'editor' })
    const ignored = { modified: '', modified_utc: '', json_ld: '' }
    assert.deepEqual({ ...again, ...ignored }, { ...first, ...ignored })
  })

  it('names no parent that the caller may not read, and keeps the present one', async () => {
    const { id: parent } = await create({ title: 'Secret plans', status: 'publish' }, 'editor')
    const { id } = await create({ post_parent: parent })
    await change(parent, { status: 'private' }, 'editor')
    await change(id, { excerpt: 'other' })
    const { body: list } = await calendar.ask('GET', revisions(id), { as: 'author' })
    const look = async (as: Login) => {
      const { body } = await calendar.ask('GET', revisions(id, `/${list.at(-1).id}`), { as })
      return [body.payload.post_parent, body.names.post_parent]
    }
    assert.deepEqual(await look('editor'), [parent, { [parent]: 'Secret plans' }])
    assert.deepEqual(await look('author'), [parent, undefined])
    await calendar.ask('DELETE', `/events/${parent}`, { as: 'editor' })
    assert.deepEqual(await look('author'), [parent, undefined])
    await change(id, { post_parent: null })
    assert.deepEqual(await look('author'), [null, undefined])
  })

  it('leaves out a removed author, whom no new record can have', async (test) => {
    const own = await createCalendar()
    test.after(() => own.close())
    const asked = { as: 'editor', body: { ...draft, author: 3 } } as const
    const { body: event } = await own.ask('POST', '/events', asked)
    await own.ask('POST', `/events/${event.id}`, { as: 'editor', body: { title: 'Other' } })
    await own.ask('DELETE', '//wp-json/wp/v2/users/3?force=true&reassign=2', { as: 'admin' })
    const { body: list } = await own.ask('GET', revisions(event.id), { as: 'editor' })
    const { body: version } = await own.ask('GET', revisions(event.id, `/${list.at(-1).id}`), { as: 'editor' })
    assert.equal('author' in version.payload, false)
    const restored = await own.ask('POST', `/events/${event.id}`, { as: 'editor', body: version.payload })
    assert.deepEqual([restored.status, restored.body.title, restored.body.author], [200, 'Fair', '2'])
    const refused = await own.ask('POST', `/events/${event.id}`, { as: 'editor', body: { author: 3 } })
    assert.deepEqual([refused.status, refused.body.code], [400, 'rest_invalid_param'])
    assert.equal((await own.ask('POST', '/events', asked)).status, 400)
  })

  it('keeps as many versions as the settings say', async () => {
    const { id } = await create({})
    for (let n = 0; n < 6; n++) await change(id, { excerpt: `${n}` })
    const reply = await calendar.ask('GET', `${revisions(id)}?per_page=2`, { as: 'author' })
    assert.deepEqual([reply.body.length, reply.headers['x-wp-total'], reply.headers['x-wp-totalpages']], [2, '4', '2'])
    assert.match(String(reply.headers['link']), new RegExp(`tribe_events/${id}/revisions/\\?.*page=2`))
    const { body } = await calendar.ask('GET', '//kalends/v1/activity?kind=event&user=3&per_page=7', { as: 'editor' })
    assert.deepEqual(
      body.map(({ record, action }: { record: number; action: string }) => [record, action]),
      [...Array(6).fill([id, 'updated']), [id, 'created']],
    )
  })

  it('is narrowed to a span of time', async (test) => {
    const own = await createCalendar()
    test.after(() => own.close())
    for (const day of ['2026-12-01', '2026-12-02', '2026-12-03']) {
      own.setClock(`${day} 12:00:00`)
      await own.ask('POST', '/tags', { as: 'admin', body: { name: day } })
    }
    const titles = async (query: string): Promise<string[]> => {
      const { body } = await own.ask('GET', `//kalends/v1/activity?${query}`, { as: 'editor' })
      return body.map(({ title }: { title: string }) => title)
    }
    assert.deepEqual(await titles('after=2026-12-02'), ['2026-12-03', '2026-12-02'])
    assert.deepEqual(await titles('after=2026-12-02&before=2026-12-03'), ['2026-12-02'])
    assert.deepEqual(await titles('before=2026-12-02T12:00:00Z'), ['2026-12-01'])
    const refused = await own.ask('GET', '//kalends/v1/activity?after=soon-ish', { as: 'editor' })
    assert.equal(refused.body.code, 'rest_invalid_param')
  })

  it('keeps the version before the first change of a record without any', async () => {
    const { id } = await create({ excerpt: 'first' })
    await calendar.database.transact((db) => db.kysely.deleteFrom('revision').where('record_id', '=', id).execute())
    await change(id, { excerpt: 'second' })
    const { body } = await calendar.ask('GET', revisions(id), { as: 'author' })
    assert.deepEqual(
      body.map((it: { action: string }) => it.action),
      ['updated', 'created'],
    )
    const { body: version } = await calendar.ask('GET', revisions(id, `/${body[1].id}`), { as: 'author' })
    assert.match(version.payload.excerpt, /first/)
  })

  it('records nothing where nothing changes', async () => {
    const { id } = await create({ excerpt: 'same' })
    await change(id, { excerpt: 'same' })
    assert.equal((await actions(id)).length, 1)
  })

  it('is for those who may edit the record', async () => {
    const { id } = await create({})
    const statuses = await Promise.all(
      (['none', 'subscriber', 'contributor', 'author2', 'author', 'editor'] as const).map(
        async (as) => (await calendar.ask('GET', revisions(id), { as })).status,
      ),
    )
    assert.deepEqual(statuses, [401, 403, 403, 403, 200, 200])
    assert.equal(
      (await calendar.ask('GET', revisions(id, '/9999'), { as: 'author' })).body.code,
      'rest_revision_not_found',
    )
    assert.equal((await calendar.ask('GET', revisions(9999), { as: 'author' })).status, 404)
  })

  it('records changes of categories and deletions, and removes the versions of deleted records', async () => {
    const { body: term } = await calendar.ask('POST', '/categories', { as: 'admin', body: { name: 'Music' } })
    await calendar.ask('POST', `/categories/${term.id}`, { as: 'admin', body: { name: 'Sound' } })
    await calendar.ask('DELETE', `/categories/${term.id}`, { as: 'admin' })
    const { id } = await create({})
    await calendar.ask('DELETE', `/events/${id}?force=true`, { as: 'admin' })
    const { body } = await calendar.ask('GET', '//kalends/v1/activity?user=1&per_page=4', { as: 'admin' })
    assert.deepEqual(
      body.map((it: Record<string, string>) => [it['action'], it['kind'], it['title']]),
      [
        ['deleted', 'event', 'Fair'],
        ['deleted', 'category', 'Sound'],
        ['updated', 'category', 'Sound'],
        ['created', 'category', 'Music'],
      ],
    )
    const left = calendar.database.kysely.selectFrom('revision').select('payload').where('record_id', '=', id)
    assert.ok((await left.where('kind', '=', 'event').execute()).every(({ payload }) => payload === null))
  })

  it('records that a scheduled event was published', async () => {
    const own = await createCalendar()
    const schedule = { status: 'publish', date: '2026-11-21 10:00' }
    await own.ask('POST', '/events', { as: 'editor', body: { ...draft, ...schedule } })
    own.setClock('2026-11-21 10:00:01')
    const { body } = await own.ask('GET', '//kalends/v1/activity', { as: 'editor' })
    assert.deepEqual(
      body.map(({ action, user }: { action: string; user: object }) => [action, user]),
      [
        ['published', { id: 0, name: '' }],
        ['created', { id: 2, name: 'editor' }],
      ],
    )
    await own.close()
  })

  it('forgets what is older than the settings say, a portion at a time', async () => {
    const own = await createCalendar()
    await own.ask('POST', '/events', { as: 'admin', body: draft })
    assert.equal(await removeOld(own.database, '2026-11-20 15:00:00'), 0)
    assert.equal(await removeOld(own.database, '2026-11-20 15:00:01'), 1)
    assert.deepEqual((await own.ask('GET', '//kalends/v1/activity', { as: 'admin' })).body, [])
    await own.close()
  })

  it('keeps no versions where the settings say so', async () => {
    const none = await createCalendar({ environment: { KALENDS_REVISIONS: '0' } })
    const { body } = await none.ask('POST', '/events', { as: 'admin', body: draft })
    await none.ask('POST', `/events/${body.id}`, { as: 'admin', body: { title: 'x' } })
    assert.deepEqual((await none.ask('GET', revisions(body.id), { as: 'admin' })).body, [])
    assert.equal((await none.ask('GET', '//kalends/v1/activity', { as: 'admin' })).body.length, 2)
    await none.close()
  })
})
