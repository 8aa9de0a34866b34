import { calendar, type EventListQuery, readData, readEvents, statuses } from '../api/calendar.ts'
import { adminPath } from '../api/root.ts'
import { formatLocal } from '../texts.ts'
import { plainText } from '../ui/plain-text.ts'
import { type Finding, hasWords } from './finding.ts'

/** At most so many events and venues are shown: whoever wants others types on. */
const most = { events: 6, venues: 3 } as const

/** Everything except the trash. */
const status = statuses.filter((one) => one !== 'trash')

const find = async (filters: EventListQuery, signal: AbortSignal) => {
  const { records } = await readEvents(
    ['id', 'title', 'start_date', 'all_day', 'venue'],
    { status, per_page: most.events, ...filters },
    signal,
  )
  return records
}

/** Events that have a text in their words or in the name of their venue, those to come before those that are over, and venues. */
export const findRecords = async (
  text: string,
  signal: AbortSignal,
): Promise<{ readonly events: readonly Finding[]; readonly venues: readonly Finding[] }> => {
  const coming: EventListQuery = { window: 'current', sort: ['start_date'], collapse: 'series' }
  const [titled, { venues: likely }] = await Promise.all([
    find({ ...coming, search: text }, signal),
    calendar
      .GET('/venues', {
        params: { query: { search: text, per_page: 20, _fields: ['id', 'venue', 'city'] } },
        signal,
      })
      .then(readData),
  ])
  // Venues are also found by their address; whoever types a name means that.
  const venues = likely.filter(({ venue }) => hasWords(plainText(venue), text)).slice(0, most.venues)
  const [placed, over] = await Promise.all([
    venues.length > 0 ? find({ ...coming, venue: venues.map(({ id }) => id) }, signal) : [],
    titled.length < most.events
      ? find({ window: 'past', sort: ['-start_date'], collapse: 'series', search: text }, signal)
      : [],
  ])
  const events = new Map([...titled, ...placed, ...over].map((event) => [event.id, event]))
  return {
    events: [...events.values()].slice(0, most.events).map(({ id, title, start_date, all_day, venue }) => ({
      key: `event ${id}`,
      icon: 'events',
      text: plainText(title),
      note: [formatLocal(start_date, all_day), ...[venue].flat().map((one) => plainText(one.venue))].join(' · '),
      to: `${adminPath}/events/${id}`,
    })),
    venues: venues.map(({ id, venue, city }) => ({
      key: `venue ${id}`,
      icon: 'venue',
      text: plainText(venue),
      note: city ?? '',
      to: `${adminPath}/venues/${id}`,
    })),
  }
}
