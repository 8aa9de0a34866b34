import { CalendarError } from 'kalends-client'
import { calendar, dataOf, type Event } from '../../api/calendar.ts'

/** What the address of the list says. */
export type EventQuery = Readonly<
  Record<'status' | 'search' | 'span' | 'page' | 'categories' | 'tags' | 'venue' | 'organizer', string>
>

/** A page of events. */
export type EventPage = { readonly events: readonly Event[]; readonly total: number; readonly pages: number }

/** Rows on a page. */
const perPage = 30

const fields =
  'total,total_pages,id,title,slug,status,author,start_date,end_date,all_day,timezone,venue,organizer,categories,tags,url,modified'

/** The first and the last day that the interface takes: all of time. */
const [earliest, latest] = ['1000-01-01', '9999-12-31']

const spans: Readonly<Record<string, { readonly start_date: string; readonly end_date?: string }>> = {
  '': { start_date: 'today' },
  past: { start_date: earliest, end_date: 'yesterday 23:59:59' },
  all: { start_date: earliest, end_date: latest },
}

const none: EventPage = { events: [], total: 0, pages: 0 }

/** Reads a page of the list. Past events begin with the latest: their pages are read from the end, each turned around. */
export const listEvents = async (query: EventQuery): Promise<EventPage> => {
  const page = Math.max(1, Number(query.page) || 1)
  if (query.span !== 'past') return readPage(query, page)
  const { total, pages } = await readPage(query, 1, 'total,total_pages,id')
  if (page > pages) return none
  const { events } = await readPage(query, pages - page + 1)
  return { events: [...events].reverse(), total, pages }
}

const readPage = async (query: EventQuery, page: number, _fields = fields): Promise<EventPage> => {
  const { status, search, categories, tags, venue, organizer, span } = query
  const filters = Object.entries({ status, search, categories, tags, venue, organizer }).filter(
    ([, value]) => value !== '',
  )
  const dates = spans[span] ?? spans['']
  // biome-ignore lint/suspicious/noExplicitAny: the filters of an address are texts, which the server reads by their types.
  const sent: any = { ...dates, ...Object.fromEntries(filters), page, per_page: perPage, _fields }
  try {
    const data = dataOf(await calendar.GET('/events', { params: { query: sent } }))
    return { events: data.events, total: data.total, pages: data.total_pages }
  } catch (error) {
    // A page behind the last one: events were removed meanwhile.
    if (error instanceof CalendarError && error.status === 404) return none
    throw error
  }
}
