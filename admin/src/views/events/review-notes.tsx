import { useState } from 'preact/hooks'
import { read, write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatInstant, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { AreaField } from '../../ui/field.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'

/** What somebody has decided on an event, or said about it. */
type ReviewNote = {
  readonly id: number
  readonly date: string
  readonly user: { readonly name: string }
  readonly decision: 'approve' | 'return' | 'reject' | 'comment'
  readonly note: string
}

const decisionTexts: Readonly<Record<ReviewNote['decision'], () => string>> = {
  approve: () => t('Published the event'),
  return: () => t('Sent the event back'),
  reject: () => t('Did not accept the event'),
  comment: () => '',
}

/** Statuses of events that are talked about before they are public. */
const talkedAbout: readonly string[] = ['pending', 'draft', 'future']

/** What editors and the author have written to each other about an event, the latest last, with a field for more. */
export const ReviewNotes = ({ event, status }: { readonly event: number; readonly status: string }) => {
  const { data = [], reload } = useLoaded(String(event), () =>
    read<readonly ReviewNote[]>('kalends/v1', `reviews/${event}`),
  )
  const [isAsked, setAsked] = useState(false)
  const isOpen = talkedAbout.includes(status)
  if (data.length === 0 && !isAsked)
    return isOpen ? (
      <p>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          {t('Write a comment')}
        </Button>
      </p>
    ) : null
  // The last word of a reviewer is what the author has to know; of a published event it is in the past.
  return (
    <details class="card review-notes" open={isOpen}>
      <summary>
        {t('Comments')} {data.length > 0 && <span class="badge">{data.length}</span>}
      </summary>
      {data.length > 0 && (
        <ol>
          {data.toReversed().map(({ id, user, date, decision, note }) => (
            <li key={id}>
              <strong>{user.name}</strong>{' '}
              <span class="hint">
                {formatInstant(date)}
                {decision !== 'comment' && ` · ${decisionTexts[decision]()}`}
              </span>
              {note && <p>{note}</p>}
            </li>
          ))}
        </ol>
      )}
      <CommentForm event={event} onSent={reload} />
    </details>
  )
}

/** A field for a comment on an event. */
export const CommentForm = ({ event, onSent }: { readonly event: number; readonly onSent: () => void }) => {
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await write('POST', 'kalends/v1', `reviews/${event}/comments`, { body: { note } })
      setNote('')
      notify(t('The comment is sent.'))
      onSent()
    } catch (error) {
      notifyFault(error)
    }
    setBusy(false)
  }
  return (
    <div class="stack">
      <AreaField
        label={t('Write a comment')}
        hint={t('Editors and the author of the event read it; visitors do not.')}
        value={note}
        onValue={setNote}
      />
      <div>
        <Button isBusy={isBusy} disabled={note.trim() === ''} onClick={send}>
          {t('Send the comment')}
        </Button>
      </div>
    </div>
  )
}
