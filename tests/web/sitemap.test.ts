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

describe('what belongs to hidden events alone', () => {
  it('is neither in filters nor in sitemaps, until one of its events is in lists', async () => {
    const calendar = await createCalendar()
    const create = async (title: string, more: object) => {
      const body = { title, start_date: '2026-12-01 19:00', end_date: '2026-12-01 20:00', ...more }
      const reply = await calendar.ask('POST', '/events', { as: 'editor', body })
      assert.equal(reply.status, 201, reply.text)
      return reply.body
    }
    const parent = await calendar.ask('POST', '/categories', { as: 'editor', body: { name: 'Above' } })
    const below = { name: 'Below', parent: parent.body.id }
    assert.equal((await calendar.ask('POST', '/categories', { as: 'editor', body: below })).status, 201)
    await create('Open', {
      categories: ['Seen'],
      tags: ['shown'],
      venue: { venue: 'Hall' },
      organizer: { organizer: 'Choir' },
    })
    const hidden = await create('Secret', {
      hide_from_listings: true,
      ...{ categories: ['Below'], tags: ['veiled'] },
      ...{ venue: { venue: 'Cellar' }, organizer: { organizer: 'Lodge' } },
    })
    assert.equal((await calendar.ask('POST', '/venues', { as: 'editor', body: { venue: 'Idle' } })).status, 201)
    const optionsOf = async () => {
      const { text } = await calendar.ask('GET', '//events/')
      const panel = /<div class="groups">(.*?)<fieldset><legend>More/s.exec(text)?.[1] ?? ''
      return [...panel.matchAll(/<span dir="auto">([^<]*)</g)].map(([, name]) => name)
    }
    const addressesOf = async (name: string) => {
      const { status, text } = await calendar.ask('GET', `//sitemap-${name}-1.xml`)
      assert.equal(status, 200, name)
      const own = /\/(?:events\/(?:category|tag)|venue|organizer)\/([^/]+)\/</
      return [...text.matchAll(/<loc>.*?<\/loc>/g)].flatMap(([address]) => own.exec(address)?.slice(1) ?? [])
    }
    const seen = async () => [
      await optionsOf(),
      ...(await Promise.all(['pages', 'venues', 'organizers'].map(addressesOf))),
    ]
    assert.deepEqual(await seen(), [['Seen', 'shown', 'Hall', 'Choir'], ['seen', 'shown'], ['hall', 'idle'], ['choir']])
    await calendar.ask('POST', `/events/${hidden.id}`, { as: 'editor', body: { hide_from_listings: false } })
    calendar.setClock('2026-11-20 15:02:00')
    assert.deepEqual(await seen(), [
      ['Above', 'Below', 'Seen', 'shown', 'veiled', 'Cellar', 'Hall', 'Choir', 'Lodge'],
      ['above', 'below', 'seen', 'shown', 'veiled'],
      ['hall', 'cellar', 'idle'],
      ['choir', 'lodge'],
    ])
    await calendar.close()
  })
})
