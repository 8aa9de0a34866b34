import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { casesOf } from '../../bench/block-cases.ts'
import { resources, siteResources } from '../../src/resources/list.ts'
import { createCalendar } from '../support/calendar.ts'
import { routesOfApp } from '../support/read-paths.ts'

const known = {
  ...{ event: 1, venues: [2, 3], organizers: [4, 5], category: 1, tag: 2, image: 6, series: 1 },
  day: '2026-12-01',
}

const slugs = { event: 'fair', venue: 'hall', organizer: 'club', category: 'music', tag: 'live' }

describe('the requests whose longest block is measured', () => {
  it('are of every route that is read, and by every parameter of every list', async () => {
    const { app, close } = await createCalendar()
    const routes = await routesOfApp(app)
    await close()
    const paths = casesOf(routes, known, slugs).map(({ path }) => path)
    for (const route of routes.filter((it) => !it.endsWith('*'))) {
      const pattern = route.replace(/:\w+/g, '[^/]+').replace(/[.?*]/g, '\\$&')
      const isAsked = new RegExp(`^${pattern.replaceAll('[^/]+', '[^/?]+')}(\\?|$)`)
      assert.ok(
        paths.some((path) => isAsked.test(path)),
        route,
      )
    }
    for (const { plural, filters } of [...resources, ...siteResources]) {
      for (const name of Object.keys(filters)) {
        // To ask for ticketed events is refused.
        if (name === 'ticketed') continue
        const isAsked = new RegExp(`/${plural}\\?(.*&)?${name}=`)
        const isPaging = name === 'page' || name === 'per_page'
        assert.ok(isPaging || paths.some((path) => isAsked.test(path)), `${plural}: ${name}`)
      }
    }
  })

  it('have headers that are hard to read', () => {
    const names = casesOf([], known, slugs).flatMap(({ headers = {} }) => Object.keys(headers))
    for (const name of ['accept-encoding', 'if-none-match', 'cookie', 'range']) assert.ok(names.includes(name), name)
  })
})
