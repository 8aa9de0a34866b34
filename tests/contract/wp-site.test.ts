import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const site = '//wp-json/wp/v2'

describe('what clients of WordPress ask of a site (D4)', () => {
  let calendar: Calendar
  before(async () => {
    const environment = { KALENDS_SITE_NAME: 'Town calendar', KALENDS_TIMEZONE: 'Europe/Berlin' }
    calendar = await createCalendar({ environment })
  })
  after(() => calendar.close())

  for (const path of ['posts', 'pages', 'search']) {
    it(`answers ${path} as an empty site`, async () => {
      const { status, body, headers } = await calendar.ask('GET', `${site}/${path}?per_page=100&search=x&_embed`)
      assert.deepEqual([status, body, headers['x-wp-total'], headers['x-wp-totalpages']], [200, [], '0', '0'])
      assert.ok(headers['etag'])
      const again = await calendar.ask('GET', `${site}/${path}`, { headers: { 'if-none-match': headers['etag'] } })
      assert.equal(again.status, 304)
      const wrapped = await calendar.ask('GET', `${site}/${path}?_envelope=1`)
      assert.deepEqual([wrapped.body.body, wrapped.body.headers['X-WP-Total']], [[], 0])
      assert.equal((await calendar.ask('POST', `${site}/${path}`, { as: 'admin', body: { title: 'x' } })).status, 404)
      assert.equal((await calendar.ask('GET', `${site}/${path}/1`)).status, 404)
    })
  }

  it("returns the caller, and with context=edit the caller's rights", async () => {
    const nobody = await calendar.ask('GET', `${site}/users/me`)
    assert.deepEqual([nobody.status, nobody.body.code], [401, 'rest_forbidden'])
    const { body } = await calendar.ask('GET', `${site}/users/me`, { as: 'author' })
    assert.deepEqual([body.id, body.name, body.slug, 'email' in body], [3, 'author', 'author', false])
    const capabilities = async (as: 'subscriber' | 'contributor' | 'author' | 'editor' | 'admin') =>
      (await calendar.ask('GET', `${site}/users/me?context=edit`, { as })).body.capabilities
    assert.deepEqual(await capabilities('subscriber'), { read: true, subscriber: true })
    assert.deepEqual(
      [(await capabilities('contributor')).edit_posts, (await capabilities('contributor')).publish_posts],
      [true, undefined],
    )
    assert.deepEqual(
      [(await capabilities('editor')).manage_categories, (await capabilities('editor')).manage_options],
      [true, undefined],
    )
    assert.equal((await capabilities('admin')).manage_options, true)
    const own = await calendar.ask('GET', `${site}/users/me?context=edit`, { as: 'editor' })
    assert.deepEqual([own.body.email, own.body.roles], ['editor@example.org', ['editor']])
  })

  it('describes types and taxonomies, whose lists are there', async () => {
    const { body: types } = await calendar.ask('GET', `${site}/types`)
    assert.deepEqual(Object.keys(types), [
      'post',
      'page',
      'attachment',
      'tribe_venue',
      'tribe_organizer',
      'tribe_events',
    ])
    const { body: taxonomies } = await calendar.ask('GET', `${site}/taxonomies?context=view`)
    assert.deepEqual(Object.keys(taxonomies), ['post_tag', 'tribe_events_cat'])
    for (const [group, all] of Object.entries({ types, taxonomies })) {
      for (const [slug, one] of Object.entries<{ rest_base: string }>(all)) {
        assert.equal((await calendar.ask('GET', `${site}/${one.rest_base}`)).status, 200, slug)
        assert.deepEqual((await calendar.ask('GET', `${site}/${group}/${slug}`)).body, one)
      }
      const unknown = await calendar.ask('GET', `${site}/${group}/nav_menu`)
      assert.deepEqual([unknown.status, unknown.body.code], [404, 'rest_no_route'])
    }
    assert.deepEqual(types.tribe_events.taxonomies, Object.keys(taxonomies))
    assert.deepEqual((await calendar.ask('GET', `${site}/taxonomies?type=page`)).body, {})
  })

  it('shows the settings to administrators alone, and says where they are changed', async () => {
    for (const [as, status] of [
      ['none', 401],
      ['editor', 403],
    ] as const) {
      for (const method of ['GET', 'POST']) {
        const reply = await calendar.ask(method, `${site}/settings`, { as, body: { title: 'x' } })
        assert.deepEqual([reply.status, reply.body.code], [status, 'rest_forbidden'])
      }
    }
    const { body } = await calendar.ask('GET', `${site}/settings`, { as: 'admin' })
    assert.deepEqual([body.title, body.timezone, body.url], ['Town calendar', 'Europe/Berlin', 'http://calendar.test'])
    const same = await calendar.ask('POST', `${site}/settings`, { as: 'admin', body })
    assert.deepEqual([same.status, same.body], [200, body])
    const other = { title: 'Other', timezone: 'UTC', posts_per_page: 3 }
    const refused = await calendar.ask('PUT', `${site}/settings`, { as: 'admin', body: other })
    assert.equal(refused.status, 400)
    assert.deepEqual(Object.keys(refused.body.data.params), ['title', 'timezone'])
    assert.match(refused.body.data.params.title, /KALENDS_SITE_NAME/)
    const options = await calendar.ask('OPTIONS', `${site}/settings`, { as: 'editor' })
    assert.equal(options.headers['allow'], '')
  })

  it('names all of it in the index, by patterns, and none of it in the document (D2.1)', async () => {
    const { body } = await calendar.ask('GET', site)
    const paths = Object.keys(body.routes).map((route) => route.replace('/wp/v2', ''))
    assert.deepEqual(paths.slice(4), [
      '/tribe_events',
      '/tribe_events/(?P<id>\\d+)',
      '/tribe_venue',
      '/tribe_venue/(?P<id>\\d+)',
      '/tribe_organizer',
      '/tribe_organizer/(?P<id>\\d+)',
      '/tags',
      '/tags/(?P<id>\\d+)',
      '/tribe_events_cat',
      '/tribe_events_cat/(?P<id>\\d+)',
      '/posts',
      '/pages',
      '/search',
      '/types',
      '/types/(?P<type>[\\w-]+)',
      '/taxonomies',
      '/taxonomies/(?P<taxonomy>[\\w-]+)',
      '/users',
      '/users/me',
      '/users/(?P<id>\\d+)',
      '/users/(?P<user_id>(?:\\d+|me))/application-passwords',
      '/users/(?P<user_id>(?:\\d+|me))/application-passwords/introspect',
      '/users/(?P<user_id>(?:\\d+|me))/application-passwords/(?P<uuid>[\\da-fA-F-]+)',
      '/users/(?P<user_id>(?:\\d+|me))/sessions',
      '/users/(?P<user_id>(?:\\d+|me))/sessions/(?P<uuid>[\\da-fA-F-]+)',
      ...['events', 'venue', 'organizer'].flatMap((name) => [
        `/tribe_${name}/(?P<id>\\d+)/revisions`,
        `/tribe_${name}/(?P<id>\\d+)/revisions/(?P<revision_id>\\d+)`,
      ]),
      '/settings',
    ])
    const { text } = await calendar.ask('GET', '/doc')
    assert.doesNotMatch(text, /tribe_venue|\/users|"\/settings|"\/types/)
  })
})
