import { createCalendarClient, type paths, type Schemas } from 'kalends-client'
import { root } from './root.ts'
import { sessionFetch } from './session.ts'

/** The interface of the calendar, with the session of the person. */
export const calendar = createCalendarClient({ url: root('calendar/events/v1'), fetch: sessionFetch })

export type { Schemas }
export type Event = Schemas['Event']
export type EventFields = Schemas['EventFields']
export type Venue = Schemas['Venue']
export type VenueFields = Schemas['VenueFields']
export type Organizer = Schemas['Organizer']
export type OrganizerFields = Schemas['OrganizerFields']
export type Term = Schemas['Term']

/** The statuses that a record can have. */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const

/** A status of a record. */
export type Status = (typeof statuses)[number]

/** The data of a response; the client throws if there is none. */
export const readData = <T>({ data }: { data?: T }): T => {
  if (data === undefined) throw new TypeError('The answer has no body.')
  return data
}

/** The filters and the order of a list of events. */
export type EventListQuery = Omit<NonNullable<paths['/events']['get']['parameters']['query']>, '_fields'>

/** A page of a list; of the records only some members may have been asked for. */
export type Page<T> = { readonly records: readonly T[]; readonly total: number; readonly pages: number }

/** Reads a page of events with some of their members, and gives them the type of these alone; a signal gives the request up. @throws CalendarError */
export const readEvents = async <M extends keyof Event>(
  members: readonly M[],
  filters: EventListQuery,
  signal?: AbortSignal,
): Promise<Page<Pick<Event, M>>> => {
  const query = { ...filters, _fields: ['total', 'total_pages', ...members] }
  const {
    events,
    total = 0,
    total_pages: pages = 0,
  } = readData(await calendar.GET('/events', { params: { query }, ...(signal && { signal }) }))
  return { records: events, total, pages }
}

/** The first and the last day that lists accept: between them are the events of all dates. */
export const allDates = { start_date: '1000-01-01', end_date: '9999-12-31' } as const

/** A record with the ETag that a write sends back as `If-Match`. */
export type Tagged<T> = { readonly record: T; readonly etag: string }

/** The header with which a write is refused if the record has changed since an ETag; no header without an ETag. */
export const unlessChanged = (etag: string | undefined): { readonly 'If-Match'?: string } =>
  etag ? { 'If-Match': etag } : {}

/** The headers for saving a form; automatic saves of drafts replace each other in the history. */
export const savingHeaders = (etag: string | undefined, isAutosave: boolean) => ({
  ...unlessChanged(etag),
  ...(isAutosave ? { 'Kalends-Autosave': '?1' } : {}),
})

/** The ETag of the record after a write. */
export const etagOf = ({ response }: { readonly response: Response }): string => response.headers.get('etag') ?? ''

/** The record of an answer and its ETag. */
export const tagged = <T>({ data, response }: { data?: T; response: Response }): Tagged<T> => ({
  record: readData(data === undefined ? {} : { data }),
  etag: etagOf({ response }),
})
