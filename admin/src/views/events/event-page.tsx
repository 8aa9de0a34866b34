import { useState } from 'preact/hooks'
import { adminPath } from '../../api/root.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { EventEditor } from './event-editor.tsx'
import { EventHistory } from './event-history.tsx'
import { Preview } from './preview.tsx'
import { ReviewNotes } from './review-notes.tsx'
import type { Start } from './start.ts'
import { useEventForm } from './use-event-form.ts'

/** The form of an event, and what else can be done with it. */
export const EventPage = ({
  start,
  onCreated,
}: {
  readonly start: Start
  readonly onCreated: (id: number) => void
}) => {
  const page = useEventForm(start, onCreated)
  const [open, setOpen] = useState<'preview' | 'history'>()
  const { stored, isChanged, isDraft } = page
  const close = (): void => setOpen(undefined)
  /** A draft is shown as it is in the form; what is public is not changed by looking at it. */
  const preview = async (): Promise<void> => {
    if (!stored || (isDraft && isChanged)) {
      if (await page.save()) setOpen('preview')
    } else setOpen('preview')
  }
  return (
    <>
      <Heading title={stored ? plainText(stored.record.title) || t('(no title)') : t('New event')}>
        {stored?.record.status === 'publish' && (
          <a class="button" href={stored.record.url}>
            {t('View')}
          </a>
        )}
        <Button onClick={preview}>{t('Preview')}</Button>
        {stored && (
          <>
            <Button onClick={() => setOpen('history')}>{t('History')}</Button>
            <a class="button" href={`${adminPath}/events/new?copy=${stored.record.id}`}>
              {t('Duplicate')}
            </a>
          </>
        )}
      </Heading>
      {start.stored && <ReviewNotes event={start.stored.record.id} />}
      <EventEditor page={page} />
      {open === 'preview' && stored && <Preview event={stored.record.id} isLatest={!isChanged} onClose={close} />}
      {open === 'history' && stored && <EventHistory page={page} id={stored.record.id} onClose={close} />}
    </>
  )
}
