import { createCalendarClient, type Schemas } from 'kalends-client'
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
export const dataOf = <T>({ data }: { data?: T }): T => {
  if (data === undefined) throw new TypeError('The answer has no body.')
  return data
}

/** A page of a list of events of which only some members were asked for. */
export type EventPage<M extends keyof Event> = {
  readonly events: readonly Pick<Event, M>[]
  readonly total: number
  readonly pages: number
}

/**
 * Reads a page of events with some of their members. The events have the type of these members alone, so that what shows another one does
 * not compile.
 */
export const readEventPage = async <M extends keyof Event>(
  members: readonly M[],
  query: Readonly<Record<string, unknown>>,
): Promise<EventPage<M>> => {
  // biome-ignore lint/suspicious/noExplicitAny: the filters of an address are texts, which the server reads by their types.
  const asked: any = { ...query, _fields: ['total', 'total_pages', ...members].join() }
  const {
    events,
    total = 0,
    total_pages: pages = 0,
  } = dataOf(await calendar.GET('/events', { params: { query: asked } }))
  return { events, total, pages }
}

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
  record: dataOf(data === undefined ? {} : { data }),
  etag: etagOf({ response }),
})
