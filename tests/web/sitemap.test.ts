import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSkewed, sizes } from '../sql/skewed-calendar.ts'
import { createCalendar } from '../support/calendar.ts'

describe('a long sitemap', () => {
  it('has each page once, and is made again only after a change', async () => {
    const statements: string[] = []
    const calendar = await createCalendar({ sqlite: { onStatement: (text) => void statements.push(text) } })
    const { ask } = calendar
    const { known } = await fillSkewed(calendar)
    const read = async (): Promise<{ addresses: readonly string[]; isMade: boolean }> => {
      statements.length = 0
      const { text, status } = await ask('GET', '//sitemap-venues-1.xml', {
        headers: { 'accept-encoding': 'identity' },
      })
      assert.equal(status, 200)
      const addresses = [...text.matchAll(/<loc>(.*?\/venue\/.*?)<\/loc>/g)].map(([, url = '']) => url)
      return { addresses, isMade: statements.some((statement) => statement.includes('"slug"')) }
    }
    const { addresses, isMade } = await read()
    assert.equal(new Set(addresses).size, sizes.venue)
    assert.equal(addresses.length, sizes.venue)
    assert.equal(isMade, true)
    // What is asked for twice is kept.
    await read()
    assert.deepEqual(await read(), { addresses, isMade: false })
    await ask('PATCH', `/venues/${known.venues[0]}`, { as: 'admin', body: { status: 'draft' } })
    const later = await read()
    assert.equal(later.isMade, true)
    assert.equal(later.addresses.length, sizes.venue - 1)
    await calendar.close()
  })

  it('has the lists that people search for', async () => {
    const calendar = await createCalendar({ now: Date.parse('2026-11-20T15:00:00Z') })
    const body = { title: 'A', start_date: '2026-12-01', end_date: '2026-12-01', categories: ['Music'], tags: ['Été'] }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
    const index = await calendar.ask('GET', '//sitemap.xml')
    assert.match(index.text, /<loc>http:\/\/calendar\.test\/sitemap-pages-1\.xml<\/loc>/)
    const { text } = await calendar.ask('GET', '//sitemap-pages-1.xml')
    const addresses = [...text.matchAll(/<loc>http:\/\/calendar\.test(.*?)<\/loc>/g)].map(([, path = '']) => path)
    assert.deepEqual(
      [addresses.length, addresses[0], addresses[11], addresses[12], addresses[13]],
      [14, '/events/month/2026-11/', '/events/month/2027-10/', '/events/category/music/', '/events/tag/ete/'],
    )
    for (const path of addresses) {
      const page = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.equal(page.status, 200, path)
      assert.doesNotMatch(page.text, /noindex/, path)
    }
    await calendar.close()
  })

  it('has no part beyond its end', async () => {
    const calendar = await createCalendar()
    await fillSkewed(calendar)
    assert.equal((await calendar.ask('GET', '//sitemap-venues-2.xml')).status, 404)
    await calendar.close()
  })
})
