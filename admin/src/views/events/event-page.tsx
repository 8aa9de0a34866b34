import { useEffect, useRef, useState } from 'preact/hooks'
import type { EventFields } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { readForm, writeForm } from '../../ui/form.tsx'
import { Heading } from '../../ui/heading.tsx'
import { RecordEditor } from '../record/record-editor.tsx'
import { RecordHistory } from '../record/record-history.tsx'
import { ReviewedEventContext } from '../record/review-picture.tsx'
import type { Start } from '../record/start.ts'
import { useRecordForm } from '../record/use-record-form.ts'
import { ExceptionNotice } from '../series/exception-notice.tsx'
import { SeriesContext } from '../series/series-context.ts'
import { valuesOfSeries } from '../series/series-place.ts'
import { type EventForm, eventFields } from './event-fields.tsx'
import { askingKind, eventKind } from './event-kind.ts'
import { Preview } from './preview.tsx'
import { ReviewNotes } from './review-notes.tsx'

/** The form of an event and its actions. */
export const EventPage = ({
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
          </>
        )}
      </Heading>
      {start.stored?.record.mayEdit && <ReviewNotes event={start.stored.record.id} />}
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
