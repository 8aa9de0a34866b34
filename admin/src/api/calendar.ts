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
