import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type Event, type EventFields, readData } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { blankForm, readForm, writeForm } from '../../ui/form.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import type { NewSpan } from '../calendar/event-calendar.ts'
import { ReviewedEventContext } from '../record/picture-field.tsx'
import { RecordEditor } from '../record/record-editor.tsx'
import { RecordHistory } from '../record/record-history.tsx'
import { type Start, startOf } from '../record/record-kind.ts'
import { RecordView } from '../record/record-view.tsx'
import { useRecordForm } from '../record/use-record-form.ts'
import { ExceptionNotice } from '../series/exception-notice.tsx'
import { SeriesContext, valuesOfSeries } from '../series/series-place.ts'
import { trashEvent } from './event-actions.tsx'
import { type EventForm, eventFields, moveStart } from './event-fields.tsx'
import { askingKind, eventKind, readEvent } from './event-kind.ts'
import { Preview } from './preview.tsx'
import { ReviewNotes } from './review-notes.tsx'

/** The page of an event; of a new one where the id is `new`, which may be on a day, or a copy of another event. */
export const EventView = ({ id }: { readonly id: string }) => {
  const { copy = '', ...query } = useLocation().query
  const span = readSpan(query)
  return (
    <RecordView
      folder="events"
      id={id}
      title={t('Event')}
      origin={[copy, ...Object.values(span)].filter(Boolean).join(' ')}
      read={() => readStart(id, span, copy)}
    >
      {(start, onCreated) => <EventPage start={start} onCreated={onCreated} />}
    </RecordView>
  )
}

const readStart = async (id: string, span: Partial<NewSpan>, copy: string): Promise<Start<EventForm, EventFields>> => {
  if (id !== 'new') return startOf('event', await eventKind.requests.read(Number(id)))
  if (copy) {
    const original = readData(await readEvent(Number(copy)))
    const { show_map, show_map_link } = original
    return { name: `event:copy-of-${copy}`, form: copyOf(original), extra: { show_map, show_map_link } }
  }
  return { name: 'event:new', form: newForm(span) }
}

/** The days and times that the address of a new event says; others are left out. */
const readSpan = ({ day = '', until = '', from = '', to = '' }: Readonly<Record<string, string>>): Partial<NewSpan> => {
  const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
  const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text)
  return {
    ...(isDay(day) && { day }),
    ...(isDay(day) && isDay(until) && until > day && { until }),
    ...(isTime(from) && { from }),
    ...(isTime(from) && isTime(to) && { to }),
  }
}

/** The form of a new event: on the days that were chosen, or in the evening of tomorrow. Without an end it takes two hours. */
const newForm = ({
  day = new Date(Date.now() + 86_400_000).toLocaleDateString('sv'),
  until,
  from,
  to,
}: Partial<NewSpan>) => {
  const form = { ...blankForm(eventFields), startDay: day, endDay: until ?? day }
  if (from === undefined) return { ...form, allDay: until !== undefined }
  const end = to ? { endTime: to } : {}
  return { ...form, ...moveStart(form, form, { startTime: from }), ...end, ...(until && { endDay: until }) }
}

/** The form of a new event that is like another one. */
const copyOf = (event: Event): EventForm => {
  const form = readForm(eventFields, event)
  return { ...form, title: t('{title} (copy)', { title: form.title }), slug: '', status: 'draft', date: '' }
}

/** The form of an event and its actions. */
const EventPage = ({
  start,
  onCreated,
}: {
  readonly start: Start<EventForm, EventFields>
  readonly onCreated: (id: number) => void
}) => {
  const place = useRef(start.stored?.record.series)
  const page = useRecordForm(
    askingKind(() => place.current),
    start,
    onCreated,
  )
  const [open, setOpen] = useState<'preview' | 'history'>()
  const { stored, isChanged, isDraft, isReadOnly } = page
  place.current = stored?.record.series
  const status = stored?.record.status ?? 'draft'
  const reviewed = status === 'draft' || status === 'pending' ? { id: stored?.record.id } : undefined
  const shownId = useRef(start.stored?.record.id)
  // A changed rule may give another event in the place of this one.
  useEffect(() => {
    const id = stored?.record.id
    if (shownId.current !== undefined && id !== undefined && id !== shownId.current) onCreated(id)
    shownId.current = id
  }, [stored?.record.id])
  const takeBack = async (): Promise<void> => {
    if (!stored || !place.current) return
    const values = await valuesOfSeries(place.current, (template) =>
      writeForm(eventFields, readForm(eventFields, template)),
    )
    page.show(await eventKind.requests.update(stored.record.id, { ...values, scope: 'this' }, stored.etag))
  }
  const close = (): void => setOpen(undefined)
  /** A draft is saved before its preview; a published event is not. */
  const preview = async (): Promise<void> => {
    if (!isReadOnly && (!stored || (isDraft && isChanged))) {
      if (await page.save()) setOpen('preview')
    } else setOpen('preview')
  }
  const { route } = useLocation()
  const moveToTrash = (): void => {
    if (!stored) return
    const { id, form } = stored.record
    trashEvent(stored.record, stored.etag, form.title || t('(no title)'), {
      onGone: () => route(`${adminPath}/events`),
      onBack: () => route(`${adminPath}/events/${id}`),
    }).catch(notifyFault)
  }
  return (
    <>
      <Heading title={stored ? stored.record.form.title || t('(no title)') : t('New event')}>
        {stored?.record.status === 'publish' && (
          <a class="button" href={stored.record.url}>
            {t('View')}
          </a>
        )}
        <Button onClick={preview}>{t('Preview')}</Button>
        {stored && (
          <>
            {stored.record.mayEdit && <Button onClick={() => setOpen('history')}>{t('History')}</Button>}
            <a class="button" href={`${adminPath}/events/new?copy=${stored.record.id}`}>
              {t('Duplicate')}
            </a>
            {!isReadOnly && (
              <Button kind="danger" onClick={moveToTrash}>
                {t('Move to the trash')}
              </Button>
            )}
          </>
        )}
      </Heading>
      {start.stored?.record.mayEdit && (
        <ReviewNotes event={start.stored.record.id} status={start.stored.record.status} />
      )}
      {stored?.record.series && (
        <ExceptionNotice place={stored.record.series} mayChange={!isReadOnly} onTakeBack={takeBack} />
      )}
      <SeriesContext.Provider value={stored?.record.series}>
        <ReviewedEventContext.Provider value={reviewed}>
          <RecordEditor kind={eventKind} page={page} />
        </ReviewedEventContext.Provider>
      </SeriesContext.Provider>
      {open === 'preview' && stored && <Preview event={stored.record.id} isLatest={!isChanged} onClose={close} />}
      {open === 'history' && stored && (
        <RecordHistory kind={eventKind} page={page} id={stored.record.id} onClose={close} />
      )}
    </>
  )
}
