import {
  calendar,
  type EventFields,
  readData,
  type Schemas,
  savingHeaders,
  type Tagged,
  tagged,
} from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { readForm } from '../../ui/form.tsx'
import { mayEdit } from '../record/may-edit.ts'
import type { RecordKind, StoredRecord } from '../record/record-kind.ts'
import { askScopeOf, tellKept } from '../series/ask-scope.ts'
import { readPlace, readRecurrence, type SeriesPlace } from '../series/series-place.ts'
import { type EventForm, eventFields } from './event-fields.tsx'

/** Reads an event as the interface answers it. */
export const readEvent = async (id: number) => calendar.GET('/events/{id}', { params: { path: { id } } })

const stored = async (answer: {
  readonly data?: Schemas['Event']
  readonly response: Response
}): Promise<Tagged<StoredRecord<EventForm>>> => {
  const { record, etag } = tagged(answer)
  const { id, url, status } = record
  const place = await readPlace(record)
  const form = { ...readForm(eventFields, record), recurrence: place?.series ? readRecurrence(place.series) : null }
  return { record: { id, url, status, mayEdit: mayEdit(record), form, ...(place && { series: place }) }, etag }
}

/** Events in the admin. */
export const eventKind: RecordKind<EventForm, EventFields> = {
  singular: 'event',
  collection: 'tribe_events',
  fields: eventFields,
  requests: {
    read: async (id) => stored(await readEvent(id)),
    create: async ({ title = '', start_date = '', end_date = '', ...body }) =>
      stored(await calendar.POST('/events', { body: { ...body, title, start_date, end_date } })),
    update: async (id, body, etag, isAutosave = false) => {
      const header = savingHeaders(etag, isAutosave)
      const answer = await calendar.POST('/events/{id}', { params: { path: { id }, header }, body })
      tellKept(readData(answer))
      return stored(answer)
    },
  },
  // A recurring draft is not saved automatically, because the person has to choose which events to change.
  mayAutosave: ({ recurrence }) => recurrence === null,
  conflictTitle: () => t('Somebody else has changed this event'),
}

/** {@link eventKind} for a form: before a change of an occurrence is sent, it asks for which events of the series it is. */
export const askingKind = (placeOf: () => SeriesPlace | undefined): typeof eventKind => ({
  ...eventKind,
  requests: {
    ...eventKind.requests,
    update: async (id, body, etag, isAutosave) => {
      const isAsked = placeOf() !== undefined && Object.keys(body).length > 0
      const scope = isAsked ? { scope: await askScopeOf(body) } : {}
      return eventKind.requests.update(id, { ...body, ...scope }, etag, isAutosave)
    },
  },
})
