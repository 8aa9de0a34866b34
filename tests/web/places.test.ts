import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar } from '../support/calendar.ts'

describe('pages of venues and organizers', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar({ now: Date.parse('2027-01-20T12:00:00Z') })
    const at = (start: string) => ({ start_date: `${start} 18:00`, end_date: `${start} 19:30` })
    const mill = { venue: 'Old mill', city: 'Ghent' }
    const choir = { organizer: 'Choir' }
    for (const body of [
      { title: 'Yoga', ...at('2027-01-05'), recurrence: 'FREQ=WEEKLY;COUNT=5', venue: mill },
      { title: 'Concert', ...at('2027-02-01'), venue: [{ venue: 'Old mill' }, { venue: 'Barn' }], organizer: choir },
    ]) {
      const { status, text } = await calendar.ask('POST', '/events', { as: 'editor', body })
      assert.equal(status, 201, text)
    }
  })
  after(() => calendar.close())

  const page = async (path: string): Promise<string> => {
    const { status, text } = await calendar.ask('GET', `/${path}`)
    assert.equal(status, 200, text)
    return text
  }
  const where = (text: string): string[] =>
    [...text.matchAll(/<p class="where">(.*?)<\/p>/g)].map(([, place = '']) => place.replace(/<[^>]+>/g, ''))

  it('name the venue once, and of events only where else they are', async () => {
    assert.deepEqual(where(await page('/venue/old-mill/')), ['Barn'])
    assert.deepEqual(where(await page('/organizer/choir/')), ['Old mill, Ghent · Barn'])
  })

  it('show what repeats once, also of the past', async () => {
    const [ahead = '', past = ''] = (await page('/venue/old-mill/')).split('Past events')
    assert.equal(ahead.match(/<article class="card/g)?.length, 2)
    assert.equal(past.match(/<article class="card/g)?.length, 1)
    assert.match(past, /href="\/event\/yoga-2027-01-19\/"/)
    assert.match(past, /href="\/events\/past\/\?venue=\d+">All 3 events<\/a>/)
  })

  it('stay where they are when days are chosen', async () => {
    const text = await page('/venue/old-mill/?when=week')
    const [, nav = ''] = /<nav class="when"(.*?)<\/nav>/s.exec(text) ?? []
    assert.deepEqual(
      [...nav.matchAll(/href="([^"]*)"/g)].map(([, to]) => to),
      ['', '?when=today', '?when=tomorrow', '?when=weekend', '?when=week'].map((query) => `/venue/old-mill/${query}`),
    )
    assert.match(nav, /when=week" aria-current="true"/)
    assert.match(nav, /<form method="get" action="\/venue\/old-mill\/">/)
    const slugs = (of: string) =>
      [...of.matchAll(/class="title"><a href="\/event\/([^"]*)\/"/g)].map(([, slug]) => slug)
    assert.deepEqual(slugs(text), ['yoga-2027-01-26'])
    assert.match(text, /<h2>Events – Next 7 days <span class="total">1<\/span><\/h2>/)
    assert.doesNotMatch(text, /Past events/)
    assert.match(text, /<meta name="robots" content="noindex/)
    assert.doesNotMatch(await page('/venue/old-mill/'), /<meta name="robots" content="noindex/)
    const between = await page('/venue/old-mill/?start_date=2027-02-01&end_date=2027-02-28')
    assert.deepEqual(slugs(between), ['concert', 'yoga-2027-02-02'])
    // A day without events leads to what comes next, and another window is none of this page.
    assert.match(
      await page('/organizer/choir/?when=today'),
      /<a href="\/event\/concert\/">Next: Mon, Feb 1 · Concert<\/a>/,
    )
    assert.match(await page('/venue/old-mill/?when=past'), /<h2>Upcoming events/)
    assert.equal((await calendar.ask('GET', '//venue/old-mill/?start_date=x')).status, 400)
  })

  it('have the days of what comes, and the months of what is over', async () => {
    const [ahead = '', past = ''] = (await page('/venue/old-mill/')).split('Past events')
    const dates = (of: string) => [...of.matchAll(/<h3><time datetime="([^"]*)"/g)].map(([, date]) => date)
    assert.deepEqual([dates(ahead), dates(past)], [['2027-01-26', '2027-02-01'], ['2027-01']])
    const headings = async (path: string) =>
      [...(await page(path)).matchAll(/<h2><time datetime="([^"]*)"/g)].map(([, date]) => date)
    assert.deepEqual(await headings('/events/past/'), ['2027-01'])
    assert.deepEqual(await headings('/events/photo/?collapse=none'), ['2027-01-26', '2027-02-01', '2027-02-02'])
  })

  it('show what repeats once among what is past, too, at its latest date, unless every date is asked for', async () => {
    const yoga = async (path: string) =>
      [...(await page(path)).matchAll(/<article class="card.*?<\/article>/gs)].flatMap(
        ([card]) => /href="\/event\/(yoga[^"]*)\/"/.exec(card)?.slice(1) ?? [],
      )
    assert.deepEqual(await yoga('/events/past/'), ['yoga-2027-01-19'])
    assert.match(await page('/events/past/'), /<p class="repeats">Every /)
    assert.deepEqual(await yoga('/events/past/2027-01-15/'), ['yoga-2027-01-12'])
    assert.deepEqual(await yoga('/events/past/?collapse=none'), [
      'yoga-2027-01-19',
      'yoga-2027-01-12',
      'yoga-2027-01-05',
    ])
  })

  it('have nothing of a past without events', async () => {
    assert.doesNotMatch(await page('/organizer/choir/'), /Past events/)
  })

  it('subscribe to the events of the place', async () => {
    const [id] = (await calendar.ask('GET', '/venues?search=mill')).body.venues.map((one: { id: number }) => one.id)
    const text = await page('/venue/old-mill/')
    assert.match(text, /<summary>Subscribe<\/summary>/)
    assert.match(text, new RegExp(`<code id="feed-address">[^<]*/events/feed\\.ics\\?venue=${id}<`))
  })
})
