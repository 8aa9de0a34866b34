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

  it('is a page for a browser where an address cannot be decoded or is too long, and an error for programs', async () => {
    const long = `/events/?search=${'x'.repeat(8200)}`
    for (const [path, status, language] of [
      ['/event/%ff/', 404, 'en'],
      ['/events/category/%ff/', 404, 'en'],
      ['/venue/%E0%A4%A/', 404, 'en'],
      ['/de/event/%ff/', 404, 'de'],
      [long, 414, 'en'],
      [`/de${long}`, 414, 'de'],
      [`/${'y'.repeat(9000)}`, 414, 'en'],
    ] as const) {
      const at = path.slice(0, 40)
      const page = await calendar.app.inject({ url: path, headers: { accept: 'text/html,*/*;q=0.8' } })
      assert.deepEqual([page.statusCode, page.headers['cache-control']], [status, 'no-store'], at)
      assert.match(String(page.headers['content-type']), /^text\/html/, at)
      assert.ok(page.payload.includes(`<html lang="${language}`), at)
      assert.ok(page.payload.length < 30_000, `${at} has ${page.payload.length}`)
      const program = await calendar.app.inject({ url: path, headers: { accept: '*/*' } })
      assert.equal(program.statusCode, status, at)
      assert.match(String(program.headers['content-type']), /^application\/json/, at)
      const head = await calendar.app.inject({ method: 'HEAD', url: path, headers: { accept: 'text/html' } })
      assert.equal(head.statusCode, status, at)
    }
    const frame = await calendar.app.inject({ url: '/embed/event/%ff/', headers: { accept: 'text/html' } })
    assert.match(String(frame.headers['content-security-policy']), /frame-ancestors \*/)
    // The interface has errors of its own, whoever asks.
    const api = await calendar.app.inject({
      url: `/wp-json/tribe/events/v1/events?search=${'x'.repeat(8200)}`,
      headers: { accept: 'text/html' },
    })
    assert.equal(api.statusCode, 414)
    assert.equal(api.json().code, 'rest_uri_too_long')
    const sent = await calendar.app.inject({ method: 'POST', url: long, headers: { accept: 'text/html' } })
    assert.equal(sent.statusCode, 414)
  })

  it('shows a change at once', async () => {
    const { body } = await calendar.ask('GET', '/events?search=First')
    await calendar.ask('DELETE', `/events/${body.events[0].id}`, { as: 'editor' })
    assert.deepEqual(titles(await missing('/event/nothing/')), ['Second', 'Third', 'Fourth'])
  })
})
