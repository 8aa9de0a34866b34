import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

describe('a page on which nothing is', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ now: Date.parse('2026-11-26T13:00:00Z') })
    for (const body of [
      { title: 'Évening of lanterns', start_date: '2026-12-01 20:00', end_date: '2026-12-01 22:00' },
      { title: 'Concert in the mill', start_date: '2026-12-02 20:00', end_date: '2026-12-02 22:00' },
      { title: 'Old fair', start_date: '2026-05-02 20:00', end_date: '2026-05-02 22:00', venue: { venue: 'Barn' } },
    ])
      assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
  })
  after(() => calendar.close())

  const emptyOf = async (path: string): Promise<string> => {
    const { status, text } = await calendar.ask('GET', `/${path}`)
    assert.equal(status, 200, text)
    return /<div class="empty">.*?<\/div>/s.exec(text)?.[0].replaceAll('&amp;', '&') ?? ''
  }

  for (const [search, meant] of [
    ['concrt', 'concert'],
    ['CONZERT', 'concert'],
    ['evning of lantern', 'evening of lanterns'],
    ['concrt evning', 'concert evening'],
  ] as const)
    it(`proposes ${meant} for ${search}`, async () => {
      const query = new URLSearchParams({ search: meant })
      const found = await emptyOf(`/events/?${new URLSearchParams({ search })}`)
      assert.ok(found.includes(`<p><a href="/events/?${query}">Did you mean ${meant}?</a></p>`), found)
    })

  it('shows what the search that was meant finds', async () => {
    const { text } = await calendar.ask('GET', '//events/?search=concrt')
    const [, after = ''] = text.split('<h2>“concert”</h2>')
    const titles = [...after.matchAll(/<h3 class="title"><a [^>]*>([^<]*)</g)].map(([, title]) => title)
    assert.deepEqual(titles, ['Concert in the mill'])
    assert.doesNotMatch(text, /<h2>Upcoming events/)
  })

  it('takes the words of a search away beside them, and keeps the other filters', async () => {
    const { text } = await calendar.ask('GET', '//events/?search=concert&free=true')
    assert.match(text, /<a class="without" href="\/events\/\?free=true" aria-label="Remove filter: concert">/)
    const { text: venues } = await calendar.ask('GET', '//venues/?search=barn')
    assert.match(venues, /<a class="without" href="\/venues\/" aria-label="Remove filter: barn">/)
    for (const path of ['/events/', '/venues/'])
      assert.doesNotMatch((await calendar.ask('GET', `/${path}`)).text, /class="without"/, path)
  })

  it('proposes nothing where nothing is near', async () => {
    for (const search of ['xylophone', 'con', 'a b c d e', 'concert xylophone', '"', '%'])
      assert.doesNotMatch(await emptyOf(`/events/?${new URLSearchParams({ search })}`), /Did you mean/, search)
  })

  it('leads to all events, without a filter', async () => {
    for (const path of ['/events/?search=xylophone&free=true', '/events/?search=xylophone&when=today'])
      assert.match(await emptyOf(path), /<a class="button second" href="\/events\/">Remove all filters</, path)
  })

  it('leads from words alone to the next events, below the links to days', async () => {
    const { text } = await calendar.ask('GET', '//events/?search=xylophone')
    const [, after = ''] = text.split('<div class="empty">')
    assert.doesNotMatch(after, /Remove all filters/)
    assert.match(after, /<h2>Upcoming events<\/h2>\s*<div class="photos">\s*<article/)
    const { text: filtered } = await calendar.ask('GET', '//events/?search=xylophone&free=true')
    assert.doesNotMatch(filtered, /<h2>Upcoming events/)
  })

  it('is not where words find something, which the title says once', async () => {
    const { text } = await calendar.ask('GET', '//events/?search=concert')
    assert.match(text, /<h1>\d+ events? for “concert”<\/h1>/)
    assert.doesNotMatch(text, /class="quiet found"|>“concert”</)
  })

  it('leads to what matched in the past', async () => {
    assert.match(
      await emptyOf('/events/?search=fair'),
      /<a href="\/events\/past\/\?search=fair">1 past event matches<\/a>/,
    )
    assert.match(await emptyOf('/events/?search=fair&when=weekend'), /href="\/events\/past\/\?search=fair">/)
    assert.doesNotMatch(await emptyOf('/events/?search=xylophone'), /past event/)
    assert.doesNotMatch(await emptyOf('/events/past/?search=xylophone'), /past event/)
  })

  it('is not where something is', async () => {
    assert.equal(await emptyOf('/events/?search=concert'), '')
  })

  it('says of each venue how many events are ahead', async () => {
    const body = {
      title: 'New',
      start_date: '2026-12-05 20:00',
      end_date: '2026-12-05 22:00',
      venue: { venue: 'Hall' },
    }
    await calendar.ask('POST', '/events', { as: 'editor', body })
    const { text } = await calendar.ask('GET', '//venues/')
    assert.match(text, /Hall<\/a><\/p><p class="where">1 event<\/p><p class="next-event">Next: Sat, Dec 5 · New<\/p>/)
    assert.match(text, /<span class="initial" aria-hidden="true">H<\/span>/)
    assert.match(text, /Barn<\/a><\/p><\/div>/)
    const page = await calendar.ask('GET', '//venue/hall/')
    assert.match(page.text, /<nav class="when".*href="\/venue\/hall\/\?when=weekend"/s)
  })
})
