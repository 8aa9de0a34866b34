import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAddress, tecOembedPath } from '../../src/http/address.ts'
import { shownFilters } from '../../src/resources/events/resource.ts'
import { filterNames } from '../../src/site/page-state.ts'
import { isPage, pageRoutes, pathParamNames } from '../../src/site/routes.ts'
import { createCalendar } from '../support/calendar.ts'

/** A path that a route matches. */
const sampleOf = (path: string): string => path.replace(/:\w+/g, 'x').replace('*', 'y/z')

/** Files are no pages, and forms are never cached. */
const isCached = ({ kind }: (typeof pageRoutes)[number]): boolean => kind !== 'file' && kind !== 'form'

const pages = pageRoutes.filter((route) => isCached(route) && route.path !== tecOembedPath)

/** The filters of events that are for programs: pages have no form, link or address for them. */
const onlyOfLists = [
  ...['page', 'per_page', 'text', 'cursor', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
  ...['strict_dates', 'status', 'geoloc', 'include', 'post_parent', 'event_status', 'availability'],
  ...['ticketed', 'source', 'external_id', 'multi_day', 'author'],
]

describe('the filters of pages', () => {
  it('are all filters of events but those that are named here', () => {
    const names = new Set<string>(filterNames)
    const others = Object.keys(shownFilters).filter((name) => !names.has(name))
    assert.deepEqual(
      others.sort(),
      onlyOfLists.sort(),
      'add it to filterNames in src/site/page-state.ts, or name it here',
    )
    for (const name of filterNames) assert.ok(Object.hasOwn(shownFilters, name), name)
  })
})

describe('the routes of the site', () => {
  it('are what the fast path recognizes as pages, in any language and with any query', () => {
    assert.ok(pages.length >= 40, `only ${pages.length} pages`)
    for (const { path } of pages) {
      for (const language of ['', '/de']) {
        const sample = language + sampleOf(path)
        for (const url of [sample, `${sample}?a=b`, sample.toUpperCase()]) assert.ok(isPage(url), url)
      }
    }
    for (const url of ['/de', '/de?search=x']) assert.ok(isPage(url), url)
    const others = pageRoutes.filter((route) => !isCached(route) && route.path !== '/*')
    for (const url of [...others.map(({ path }) => sampleOf(path)), '/healthz', '/nothing/', '/eventsx', '/metrics']) {
      assert.ok(!isPage(url), url)
    }
  })

  it('are found behind a language, apart from files', () => {
    const withoutLanguage = /^\/(?:sitemap|index\.php)/
    const forms = pageRoutes.filter(({ kind }) => kind === 'form')
    assert.ok(forms.length > 0)
    for (const { path } of [...pages, ...forms].filter((route) => !withoutLanguage.test(route.path))) {
      const address = readAddress(`/de${sampleOf(path)}`)
      assert.deepEqual([address.kind, address.root, address.path], ['page', '/de/', sampleOf(path)], path)
    }
    assert.equal(readAddress('/de/robots.txt').root, '/')
  })

  it('say which parameters a path reads, the most specific one first', () => {
    for (const [path, known, unknown] of [
      ['/events/', 'categories', 'url'],
      ['/de/events/month/2027-06/', 'search', 'maxwidth'],
      ['/event/fair/', 'ical', 'categories'],
      ['/fr/event/fair/', 'ical', 'categories'],
      ['/organizer/club/feed.rss', 'categories', 'url'],
      ['/venue/hall/', 'paged', 'categories'],
      ['/venue/hall/feed.ics', 'categories', 'url'],
      ['/venues/', 'search', 'categories'],
      ['/venues/feed.geojson', 'has_events', 'url'],
      ['/oembed', 'maxwidth', 'categories'],
    ] as const) {
      assert.ok(pathParamNames(path).has(known), `${path}: ${known}`)
      assert.ok(!pathParamNames(path).has(unknown), `${path}: ${unknown}`)
    }
    // The router reads an escape, and may find a route that this spelling does not show.
    assert.ok(pathParamNames('/venue/hall/feed%2Eics').has('categories'))
    assert.equal(pathParamNames('/nothing').size, 0)
  })

  it('answer OPTIONS with the methods that they have', async () => {
    const calendar = await createCalendar()
    try {
      for (const { path, post } of pageRoutes.filter((route) => route.path !== '/*' && route.path !== tecOembedPath)) {
        const { status, headers } = await calendar.ask('OPTIONS', `/${sampleOf(path)}`)
        assert.deepEqual(
          [status, headers['allow']],
          [204, post ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS'],
          path,
        )
        // Feeds may be asked for with these headers from other sites.
        assert.equal(headers['access-control-allow-origin'], '*')
        assert.match(headers['access-control-allow-headers'] ?? '', /If-None-Match/)
        assert.equal(headers['access-control-allow-methods'], 'GET, HEAD')
      }
    } finally {
      await calendar.close()
    }
  })
})
