import { useState } from 'preact/hooks'
import { calendar, dataOf, type Event } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatLocal, t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField } from '../../ui/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'

type Decision = 'approve' | 'return' | 'reject'

const doneTexts: Readonly<Record<Decision, () => string>> = {
  approve: () => t('Published.'),
  return: () => t('Sent back to its author.'),
  reject: () => t('Moved to the trash.'),
}

const readPending = async () => {
  const query = { status: ['pending' as const], start_date: '1000-01-01', end_date: '9999-12-31', per_page: 50 }
  return dataOf(await calendar.GET('/events', { params: { query } }))
}

/** What contributors have submitted: published, sent back with a note, or rejected. */
export const Review = () => {
  const loaded = useLoaded('', readPending)
  const [asked, setAsked] = useState<{ readonly event: Event; readonly decision: Decision }>()
  const decide = async (event: Event, decision: Decision, note: string): Promise<void> => {
    try {
      await write('POST', 'kalends/v1', `reviews/${event.id}`, { body: { decision, note } })
      setAsked(undefined)
      loaded.reload()
      const undo = () =>
        calendar.POST('/events/{id}', { params: { path: { id: event.id } }, body: { status: 'pending' } })
      notify(doneTexts[decision](), () => undo().then(loaded.reload))
    } catch (error) {
      notifyFault(error)
    }
  }
  return (
    <>
      <Heading title={t('Review')} />
      <LoadedState
        loaded={loaded}
        isEmpty={({ total }) => total === 0}
        empty={<p>{t('Nothing waits for a review.')}</p>}
      >
        {({ events, total }) => (
          <>
            <p class="quiet">{tn('{count} event', '{count} events', total)}</p>
            <ul class="reviews">
              {events.map((event) => (
                <Submitted
                  key={event.id}
                  event={event}
                  onDecide={(decision) =>
                    decision === 'approve' ? decide(event, decision, '') : setAsked({ event, decision })
                  }
                />
              ))}
            </ul>
          </>
        )}
      </LoadedState>
      {asked && (
        <Note
          {...asked}
          onClose={() => setAsked(undefined)}
          onSend={(note) => decide(asked.event, asked.decision, note)}
        />
      )}
    </>
  )
}

const Submitted = ({ event, onDecide }: { readonly event: Event; readonly onDecide: (decision: Decision) => void }) => {
  const title = plainText(event.title) || t('(no title)')
  return (
    <li class="card">
      <h2>
        <a href={`${adminPath}/events/${event.id}`}>{title}</a>
      </h2>
      <p>
        {formatLocal(event.start_date, event.all_day)}
        {Array.isArray(event.venue) ? '' : ` · ${plainText(event.venue.venue)}`}
      </p>
      <div class="actions">
        <Button kind="primary" aria-label={t('Publish “{title}”', { title })} onClick={() => onDecide('approve')}>
          {t('Publish')}
        </Button>
        <Button aria-label={t('Send back “{title}”', { title })} onClick={() => onDecide('return')}>
          {t('Send back')}
        </Button>
        <Button kind="danger" aria-label={t('Reject “{title}”', { title })} onClick={() => onDecide('reject')}>
          {t('Reject')}
        </Button>
      </div>
    </li>
  )
}

const Note = ({
  event,
  decision,
  onClose,
  onSend,
}: {
  readonly event: Event
  readonly decision: Decision
  readonly onClose: () => void
  readonly onSend: (note: string) => void
}) => {
  const [note, setNote] = useState('')
  const title = plainText(event.title)
  return (
    <Dialog
      title={decision === 'return' ? t('Send back “{title}”', { title }) : t('Reject “{title}”', { title })}
      onClose={onClose}
    >
      <div class="stack">
        <AreaField label={t('A note that the author sees')} value={note} onValue={setNote} />
        <div class="actions">
          <Button kind="primary" onClick={() => onSend(note)}>
            {decision === 'return' ? t('Send back') : t('Reject')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
