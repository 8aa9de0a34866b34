import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCalendar } from '../support/calendar.ts'

describe('a filter of many values', () => {
  it('is refused by pages and feeds beyond a hundred values, and by lists of the interface beyond a thousand', async () => {
    const calendar = await createCalendar()
    const { ask } = calendar
    const ids: number[] = []
    for (let n = 0; n < 101; n++) {
      const reply = await ask('POST', '/tags', { as: 'editor', body: { name: `Tag ${n}` } })
      assert.equal(reply.status, 201)
      ids.push(reply.body.id)
    }
    const [some, all] = [ids.slice(0, 100).join(), ids.join()]
    for (const path of [
      '/events/',
      '/events/month/',
      '/events/?ical=1',
      '/events/feed.ics',
      '/events/feed.rss',
      '/embed/events/',
      '/embed/month/',
    ]) {
      const mark = path.includes('?') ? '&' : '?'
      assert.equal((await ask('GET', `/${path}${mark}tags=${some}`)).status, 200, path)
      for (const query of [`tags=${all}`, ids.map((id) => `tags[]=${id}`).join('&')]) {
        const { status, text, headers } = await ask('GET', `/${path}${mark}${query}`)
        assert.equal(status, 400, path)
        assert.match(headers['content-type'] ?? '', /^text\/html/)
        assert.match(text, /tags: Pages and feeds take at most 100 values\./)
      }
    }
    const aliased = await ask('GET', `//events/?tribe_eventcategory=${all}`)
    assert.equal(aliased.status, 400)
    assert.match(aliased.text, /tribe_eventcategory: Pages and feeds take at most 100 values\./)
    // Words are no list, whatever stands between them.
    assert.equal((await ask('GET', `//events/?search=${','.repeat(150)}`)).status, 200)
    assert.equal((await ask('GET', `/events?tags=${all}`)).status, 200)
    await calendar.close()
  })
})
