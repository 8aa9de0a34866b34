import { useLocation } from 'preact-iso'
import { calendar, dataOf, type EventFields, type Schemas, type Tagged, tagged } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { RecordEditor } from '../record/record-editor.tsx'
import { EventFieldsets, EventSwitches } from './event-fieldsets.tsx'
import { eventForm, formOf, newForm } from './form-state.ts'
import { ReviewNotes } from './review-notes.tsx'

type EventRecord = Schemas['SingleEvent']

/** The form of a new event sends all fields. */
type NewEvent = EventFields & { title: string; start_date: string; end_date: string }

const readEvent = async (id: number): Promise<Tagged<EventRecord>> =>
  tagged(await calendar.GET('/events/{id}', { params: { path: { id } } }))

/** What the forms of new and of stored events share. */
const parts = () => ({
  kind: eventForm,
  conflictTitle: t('Somebody else has changed this event'),
  fields: EventFieldsets,
  switches: EventSwitches,
})

/** The page of an event, or of a new one. */
export const EventView = ({ id = '' }: { readonly id?: string }) => {
  const { route, query } = useLocation()
  const loaded = useLoaded(id, async () => (id ? readEvent(Number(id)) : undefined))
  const open = (created: EventRecord): void => route(`${adminPath}/events/${created.id}`, true)
  if (!id) {
    return (
      <>
        <Heading title={t('New event')} />
        <RecordEditor
          {...parts()}
          name="event:new"
          saved={newForm(query['day'])}
          save={async (body) => open(dataOf(await calendar.POST('/events', { body: body as NewEvent })) as EventRecord)}
        />
      </>
    )
  }
  return (
    <LoadedState loaded={loaded} title={t('Event')}>
      {(found) => found && <Existing key={found.etag} found={found} onSaved={loaded.reload} />}
    </LoadedState>
  )
}

const Existing = ({ found, onSaved }: { readonly found: Tagged<EventRecord>; readonly onSaved: () => void }) => {
  const { record, etag } = found
  const path = { id: record.id }
  return (
    <>
      <Heading title={plainText(record.title) || t('(no title)')}>
        {record.status === 'publish' && (
          <a class="button" href={record.url}>
            {t('View')}
          </a>
        )}
      </Heading>
      <ReviewNotes event={record.id} />
      <RecordEditor
        {...parts()}
        name={`event:${record.id}`}
        saved={formOf(record)}
        save={async (body, isForced) => {
          const header = isForced ? {} : { 'If-Match': etag }
          await calendar.POST('/events/{id}', { params: { path, header }, body })
          onSaved()
        }}
        readCurrent={async () => formOf((await readEvent(record.id)).record)}
      />
    </>
  )
}
