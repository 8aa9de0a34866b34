import { useLocation } from 'preact-iso'
import { dataOf, type Event, type EventFields } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { blankForm, readForm } from '../../ui/form.tsx'
import { RecordView } from '../record/record-view.tsx'
import { type Start, startOf } from '../record/start.ts'
import { type EventForm, eventFields } from './event-fields.tsx'
import { eventKind, readEvent } from './event-kind.ts'
import { EventPage } from './event-page.tsx'

/** The page of an event; of a new one where the id is `new`, which may be on a day, or a copy of another event. */
export const EventView = ({ id }: { readonly id: string }) => {
  const { day = '', copy = '' } = useLocation().query
  return (
    <RecordView
      folder="events"
      id={id}
      title={t('Event')}
      origin={[day, copy].filter(Boolean).join(' ')}
      read={() => readStart(id, day, copy)}
    >
      {(start, onCreated) => <EventPage start={start} onCreated={onCreated} />}
    </RecordView>
  )
}

const readStart = async (id: string, day: string, copy: string): Promise<Start<EventForm, EventFields>> => {
  if (id !== 'new') return startOf('event', await eventKind.requests.read(Number(id)))
  if (copy) {
    const original = dataOf(await readEvent(Number(copy)))
    const { show_map, show_map_link } = original
    return { name: `event:copy-of-${copy}`, form: copyOf(original), extra: { show_map, show_map_link } }
  }
  return { name: 'event:new', form: newForm(day || undefined) }
}

/** The form of a new event: on the evening of a day, or tomorrow. */
const newForm = (day = new Date(Date.now() + 86_400_000).toLocaleDateString('sv')): EventForm => ({
  ...blankForm(eventFields),
  startDay: day,
  endDay: day,
})

/** The form of a new event that is like another one. */
const copyOf = (event: Event): EventForm => {
  const form = readForm(eventFields, event)
  return { ...form, title: t('{title} (copy)', { title: form.title }), slug: '', status: 'draft', date: '' }
}
