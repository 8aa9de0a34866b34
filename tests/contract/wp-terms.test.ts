import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const site = '//wp-json/wp/v2'

describe('terms below wp/v2 (D4)', () => {
  let calendar: Calendar
  const ids: Record<string, number> = {}
  const names = (body: { name: string }[]): string[] => body.map(({ name }) => name)

  before(async () => {
    calendar = await createCalendar()
    for (const [path, body] of [
      ['categories', { name: 'Music' }],
      ['categories', { name: 'Jazz', parent: 1 }],
      ['categories', { name: 'Arts & crafts', description: 'Pots' }],
      ['tags', { name: 'Live' }],
      ['tags', { name: 'Free entry' }],
    ] as const) {
      const { body: term } = await calendar.ask('POST', `/${path}`, { as: 'admin', body })
      ids[term.slug] = term.id
    }
    const dates = { start_date: '2027-01-10 20:00', end_date: '2027-01-10 23:00' }
    const event = { title: 'x', ...dates, categories: ['jazz'], tags: ['live'] }
    ids['event'] = (await calendar.ask('POST', '/events', { as: 'admin', body: event })).body.id
  })
  after(() => calendar.close())

  const cases: readonly [string, readonly string[]][] = [
    // Empty ones as well, by name.
    ['tribe_events_cat', ['Arts &#038; crafts', 'Jazz', 'Music']],
    ['tribe_events_cat?hide_empty=true', ['Jazz', 'Music']],
    ['tribe_events_cat?parent=0', ['Arts &#038; crafts', 'Music']],
    ['tribe_events_cat?parent=ID(music)', ['Jazz']],
    ['tribe_events_cat?parent=999', []],
    ['tribe_events_cat?search=pots', []],
    ['tribe_events_cat?search=crafts', ['Arts &#038; crafts']],
    ['tribe_events_cat?slug=jazz,music,none', ['Jazz', 'Music']],
    ['tribe_events_cat?include=ID(jazz),999', ['Jazz']],
    ['tribe_events_cat?include=ID(music),ID(arts-crafts)&orderby=include', ['Music', 'Arts &#038; crafts']],
    ['tribe_events_cat?exclude=ID(jazz)&order=desc', ['Music', 'Arts &#038; crafts']],
    ['tribe_events_cat?orderby=id&order=desc&per_page=2', ['Arts &#038; crafts', 'Jazz']],
    ['tribe_events_cat?orderby=count&order=desc&per_page=1', ['Jazz']],
    ['tribe_events_cat?offset=1&per_page=1', ['Jazz']],
    ['tribe_events_cat?post=ID(event)', ['Jazz']],
    ['tribe_events_cat?page=2', []],
    ['tags', ['Free entry', 'Live']],
    ['tags?slug=live&_embed&per_page=100', ['Live']],
    ['tags?post=ID(event)', ['Live']],
  ]
  for (const [path, expected] of cases) {
    it(`lists ${path}`, async () => {
      const filled = path.replace(/ID\(([\w-]+)\)/g, (_, slug: string) => String(ids[slug]))
      for (let time = 0; time < 3; time++) {
        const { status, body, text } = await calendar.ask('GET', `${site}/${filled}`)
        assert.equal(status, 200, text)
        assert.deepEqual(names(body), expected)
      }
    })
  }

  for (const [path, param] of [
    ['tags?parent=1', 'parent'],
    ['tags?name=live', 'name'],
    ['tags?orderby=random', 'orderby'],
    ['tags?order=DESC', 'order'],
    ['tags?include=live', 'include'],
    ['tribe_events_cat?per_page=1000', 'per_page'],
    ['tribe_events_cat?parent=x', 'parent'],
  ] as const) {
    it(`refuses ${path}`, async () => {
      const { status, body } = await calendar.ask('GET', `${site}/${path}`)
      assert.deepEqual([status, body.code, Object.keys(body.data.params)], [400, 'rest_invalid_param', [param]])
    })
  }

  it('shows terms in the shape of WordPress', async () => {
    const { body } = await calendar.ask('GET', `${site}/tribe_events_cat/${ids['jazz']}`)
    const { _links, ...term } = body
    assert.deepEqual(term, {
      id: ids['jazz'],
      count: 1,
      description: '',
      link: 'http://calendar.test/events/category/jazz/',
      name: 'Jazz',
      slug: 'jazz',
      taxonomy: 'tribe_events_cat',
      parent: ids['music'],
      meta: { color: '' },
    })
    const { curies, ...others } = _links
    assert.equal(curies[0].name, 'wp')
    for (const links of Object.values(others) as { href: string }[][]) {
      const path = links[0]?.href.slice('http://calendar.test'.length)
      assert.equal((await calendar.ask('GET', `/${path}`)).status, 200, path)
    }
    const { body: tag } = await calendar.ask('GET', `${site}/tags/${ids['live']}`)
    assert.deepEqual([tag.taxonomy, 'parent' in tag], ['post_tag', false])
    assert.equal((await calendar.ask('GET', `${site}/tags/${ids['jazz']}`)).status, 404)
  })

  it('creates, changes and deletes, by the policy of terms', async () => {
    const body = { name: 'New <term>', description: 'About', slug: 'brand-new' }
    for (const [path, allowed, refused] of [
      ['tags', 'editor', 'author'],
      ['tribe_events_cat', 'author', 'contributor'],
    ] as const) {
      assert.equal((await calendar.ask('POST', `${site}/${path}`, { as: refused, body })).status, 403)
      const made = await calendar.ask('POST', `${site}/${path}`, { as: allowed, body })
      assert.deepEqual([made.status, made.body.slug, made.body.description], [201, 'brand-new', 'About'])
      const item = `${site}/${path}/${made.body.id}`
      assert.equal(made.headers['location'], `http://calendar.test${item.slice(1)}`)
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const changed = await calendar.ask(method, item, { as: allowed, body: { name: `By ${method}` } })
        assert.deepEqual([changed.body.name, changed.body.slug], [`By ${method}`, 'brand-new'])
      }
      assert.equal((await calendar.ask('GET', `${item}?context=edit`, { as: refused })).status, 403)
      assert.equal((await calendar.ask('GET', `${item}?context=edit`, { as: allowed })).status, 200)
      const kept = await calendar.ask('DELETE', item, { as: allowed })
      assert.deepEqual([kept.status, kept.body.code], [400, 'rest_trash_not_supported'])
      assert.equal((await calendar.ask('DELETE', `${item}?force=true`, { as: refused })).status, 403)
      const gone = await calendar.ask('DELETE', `${item}?force=true`, { as: allowed })
      assert.deepEqual([gone.status, gone.body.deleted, gone.body.previous.name], [200, true, 'By PATCH'])
      assert.equal((await calendar.ask('DELETE', `${item}?force=true`, { as: allowed })).status, 404)
    }
    const parent = await calendar.ask('POST', `${site}/tags`, { as: 'editor', body: { name: 'x', parent: 3 } })
    assert.equal(parent.body.code, 'rest_taxonomy_not_hierarchical')
  })

  it('keeps the colour of a category, which the interface of the calendar does not know', async () => {
    const item = `${site}/tribe_events_cat/${ids['jazz']}`
    const write = async (meta: unknown, headers = {}) =>
      calendar.ask('POST', item, { as: 'editor', body: { meta }, headers })
    const before = (await calendar.ask('GET', item)).headers['etag'] ?? ''
    assert.deepEqual((await write({ color: '#8C2F1B' })).body.meta, { color: '#8c2f1b' })
    assert.equal((await write({ color: '#000000' }, { 'if-match': before })).status, 412)
    // What a client does not send, or sends back as PHP writes it, stays.
    for (const kept of [{}, [], { other: 1 }]) assert.deepEqual((await write(kept)).body.meta, { color: '#8c2f1b' })
    const { body: listed } = await calendar.ask('GET', `${site}/tribe_events_cat?slug=jazz&_fields=meta`)
    assert.deepEqual(listed, [{ meta: { color: '#8c2f1b' } }])
    for (const wrong of [{ color: 'red' }, { color: '#fff' }, { color: ['#8c2f1b'] }, 'red', [1]]) {
      const { status, body } = await write(wrong)
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['meta']], JSON.stringify(wrong))
    }
    const own = await calendar.ask('POST', `/categories/${ids['jazz']}`, { as: 'editor', body: { color: '#ffffff' } })
    assert.deepEqual(own.body.meta, [])
    assert.ok(!JSON.stringify(own.body).includes('8c2f1b'))
    assert.deepEqual((await calendar.ask('GET', item)).body.meta, { color: '#8c2f1b' })
    assert.equal((await calendar.ask('POST', item, { as: 'contributor', body: { meta: {} } })).status, 403)
    assert.deepEqual((await write({ color: null })).body.meta, { color: '' })
    const made = await calendar.ask('POST', `${site}/tribe_events_cat`, {
      as: 'editor',
      body: { name: 'Coloured', meta: { color: '#00ff00' } },
    })
    assert.deepEqual(made.body.meta, { color: '#00ff00' })
  })

  it('names the term that already has the name', async () => {
    const { status, body } = await calendar.ask('POST', `${site}/tags`, { as: 'editor', body: { name: 'live' } })
    assert.deepEqual([status, body.code, body.data.term_id], [400, 'term_exists', ids['live']])
  })
})
