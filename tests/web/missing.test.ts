import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { languages } from '../../src/i18n/catalogue.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

describe('a page that does not exist', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ now: Date.parse('2027-01-20T12:00:00Z') })
  })
  after(() => calendar.close())

  const missing = async (path: string): Promise<string> => {
    const { statusCode, headers, payload } = await calendar.app.inject({ url: path, headers: { accept: 'text/html' } })
    assert.deepEqual([statusCode, headers['cache-control']], [404, 'no-store'], path)
    return payload
  }
  const titles = (text: string): string[] =>
    [...text.matchAll(/<h3 class="title"><a [^>]+>(.*?)<\/a>/g)].map(([, title = '']) => title)

  it('has a search alone where nothing comes', async () => {
    const text = await missing('/event/nothing/')
    assert.match(text, /<form class="filters" role="search" action="\/events\/"/)
    assert.doesNotMatch(text, /<section>/)
  })

  it('leads on to the next three events, in every language', async () => {
    for (const [title, day, status] of [
      ['Over', '05', 'publish'],
      ['First', '21', 'publish'],
      ['Hidden', '22', 'draft'],
      ['Second', '23', 'publish'],
      ['Third', '24', 'publish'],
      ['Fourth', '25', 'publish'],
    ]) {
      const body = { title, status, start_date: `2027-01-${day} 18:00`, end_date: `2027-01-${day} 19:00` }
      assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
    }
    for (const language of languages) {
      const prefix = language === 'en' ? '' : `/${language}`
      for (const path of ['/event/nothing/', '/events/?page=9']) {
        const text = await missing(`${prefix}${path}`)
        assert.deepEqual(titles(text), ['First', 'Second', 'Third'], path)
        assert.ok(text.includes(`role="search" action="${prefix}/events/"`), path)
        assert.ok(text.includes(`<a class="chip" href="${prefix}/events/?when=weekend">`), path)
      }
    }
    for (const path of ['/xx/events/', '/nothing/at/all/'])
      assert.deepEqual(titles(await missing(path)), ['First', 'Second', 'Third'])
  })

  it('is short in a frame and for a file', async () => {
    for (const path of ['/embed/event/nothing/', '/sitemap-events-77.xml']) {
      const text = await missing(path)
      assert.match(text, /This page does not exist/)
      assert.doesNotMatch(text, /role="search"|<article/)
    }
  })

  it('shows a change at once', async () => {
    const { body } = await calendar.ask('GET', '/events?search=First')
    await calendar.ask('DELETE', `/events/${body.events[0].id}`, { as: 'editor' })
    assert.deepEqual(titles(await missing('/event/nothing/')), ['Second', 'Third', 'Fourth'])
  })
})
