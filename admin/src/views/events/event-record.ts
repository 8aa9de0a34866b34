import { calendar, type EventFields, type Schemas, type Tagged, tagged } from '../../api/calendar.ts'

/** An event as the interface answers it. */
export type EventRecord = Schemas['Event']

/** The form of a new event sends all fields. */
type NewEvent = EventFields & { title: string; start_date: string; end_date: string }

/** Reads an event. */
export const readEvent = async (id: number): Promise<Tagged<EventRecord>> =>
  tagged(await calendar.GET('/events/{id}', { params: { path: { id } } }))

/** Creates an event. */
export const createEvent = async (body: EventFields): Promise<Tagged<EventRecord>> =>
  tagged(await calendar.POST('/events', { body: body as NewEvent }))

/** Changes an event, unless somebody else has changed it since the version with this ETag. */
export const updateEvent = async (id: number, etag: string, body: EventFields): Promise<Tagged<EventRecord>> =>
  tagged(await calendar.POST('/events/{id}', { params: { path: { id }, header: { 'If-Match': etag } }, body }))
