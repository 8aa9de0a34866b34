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
    const [ahead = '', past = ''] = (await page('/venue/old-mill/')).split('Past events at')
    assert.equal(ahead.match(/<article class="card/g)?.length, 2)
    assert.equal(past.match(/<article class="card/g)?.length, 1)
    assert.match(past, /href="\/event\/yoga-2027-01-19\/"/)
    assert.match(past, /href="\/events\/past\/\?venue=\d+">All 3 events<\/a>/)
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
