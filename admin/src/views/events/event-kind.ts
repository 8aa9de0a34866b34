import { calendar, type EventFields, type Schemas, savingHeaders, type Tagged, tagged } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { mayEdit } from '../record/may-edit.ts'
import type { RecordKind, StoredRecord } from '../record/record-kind.ts'
import { EventFieldsets, EventSwitches } from './event-fieldsets.tsx'
import { type EventForm, eventForm, formOf } from './form-state.ts'

/** The form of a new event sends all fields. */
type NewEvent = EventFields & { title: string; start_date: string; end_date: string }

/** Reads an event as the interface answers it. */
export const readEvent = async (id: number) => calendar.GET('/events/{id}', { params: { path: { id } } })

const stored = (answer: {
  readonly data?: Schemas['Event']
  readonly response: Response
}): Tagged<StoredRecord<EventForm>> => {
  const { record, etag } = tagged(answer)
  const { id, url, status } = record
  return { record: { id, url, status, mayEdit: mayEdit(record), form: formOf(record) }, etag }
}

/** Events in the admin. */
export const eventKind: RecordKind<EventForm, EventFields> = {
  singular: 'event',
  collection: 'tribe_events',
  form: eventForm,
  requests: {
    read: async (id) => stored(await readEvent(id)),
    create: async (body) => stored(await calendar.POST('/events', { body: body as NewEvent })),
    update: async (id, body, etag, isAutosave = false) => {
      const header = savingHeaders(etag, isAutosave)
      return stored(await calendar.POST('/events/{id}', { params: { path: { id }, header }, body }))
    },
  },
  fields: EventFieldsets,
  switches: EventSwitches,
  conflictTitle: () => t('Somebody else has changed this event'),
}
