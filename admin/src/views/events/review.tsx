import { useState } from 'preact/hooks'
import { allDates, calendar, type Event, readData, unlessChanged } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { read, writeTagged } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatInstant, formatPeriod, t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField } from '../../ui/field.tsx'
import { textOf } from '../../ui/form.tsx'
import { Heading } from '../../ui/heading.tsx'
import { isOutdated, notify, notifyFault } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { useCounts } from '../list/use-counts.ts'
import { titleOf } from './event-list.tsx'
import { CommentForm } from './review-notes.tsx'

type Decision = 'approve' | 'return' | 'reject'

const doneTexts: Readonly<Record<Decision, () => string>> = {
  approve: () => t('Published.'),
  return: () => t('Sent back to its author.'),
  reject: () => t('Moved to the trash.'),
}

/** Data that only the calendar has: the ETag of this version or an earlier one, the author, and whether something was submitted with it. */
type Facts = { readonly etag: string; readonly author: { readonly name: string }; readonly submitted?: boolean }

type Pending = Omit<Event, 'author'> & Facts & { readonly submission: Submission | undefined }

const readPending = async () => {
  type Tags = { readonly events: readonly (Facts & { readonly id: number })[] }
  // The ETags are read first: an event that changes between both requests then counts as changed.
  const tags = await read<Tags>('kalends/v1', 'calendar', { ...allDates, status: 'pending', _fields: 'events' })
  const query = { ...allDates, status: ['pending' as const], per_page: 50, collapse: 'series' as const }
  const { events, total } = readData(await calendar.GET('/events', { params: { query } }))
  const facts = new Map(tags.events.map((one) => [one.id, one]))
  const submissions = await readSubmissions(events.map(({ id }) => id).filter((id) => facts.get(id)?.submitted))
  const complete = (event: Event): Pending => {
    const { etag, author } = facts.get(event.id) ?? {}
    // One without an ETag has come between both requests: no version has this one.
    const submission = submissions.find((one) => one.event === event.id)
    return { ...event, etag: etag || '"unknown"', author: author ?? { name: '' }, submission }
  }
  return { events: events.map(complete), total }
}

/** The events that contributors and visitors have submitted, to publish, send back with a note, or reject; a series is decided on as a whole. */
export const Review = () => {
  const loaded = useLoaded('', readPending)
  // The number in the menu follows each decision.
  useCounts(loaded.data)
  const [asked, setAsked] = useState<{ readonly event: Pending; readonly decision: Decision }>()
  const decide = async (event: Pending, decision: Decision, note: string): Promise<void> => {
    try {
      const sent = { body: { decision, note, scope: 'all' }, ifMatch: event.etag }
      const { etag } = await writeTagged('POST', 'kalends/v1', `reviews/${event.id}`, sent)
      setAsked(undefined)
      loaded.reload()
      const params = { path: { id: event.id }, header: unlessChanged(etag) }
      const undo = () => calendar.POST('/events/{id}', { params, body: { status: 'pending', scope: 'all' } })
      notify(doneTexts[decision](), () => undo().finally(loaded.reload))
    } catch (error) {
      if (!isOutdated(error)) return notifyFault(error)
      setAsked(undefined)
      loaded.reload()
      notifyFault(
        t('“{title}” has been changed since you opened this page. Nothing was decided; look at it again.', {
          title: titleOf(event),
        }),
      )
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
        {({ events, total = 0 }) => (
          <>
            <p class="quiet">{tn('{count} event', '{count} events', total ?? 0)}</p>
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

const Submitted = ({
  event,
  onDecide,
}: {
  readonly event: Pending
  readonly onDecide: (decision: Decision) => void
}) => {
  const [isCommented, setCommented] = useState(false)
  const title = titleOf(event)
  const text = beginningOf(event.description)
  return (
    <li class="card">
      <h2>
        <a href={`${adminPath}/events/${event.id}`}>{title}</a>
      </h2>
      <p>
        {formatPeriod(event.start_date, event.end_date, event.all_day)}
        {[event.venue]
          .flat()
          .map(({ venue }) => ` · ${plainText(venue)}`)
          .join('')}
        {event.author.name && ` · ${t('by {name}', { name: event.author.name })}`}
      </p>
      {text && <p class="quiet">{text}</p>}
      {event.submission && <Submitter submission={event.submission} />}
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
        {event.author.name && (
          <Button kind="quiet" aria-label={t('Comment on “{title}”', { title })} onClick={() => setCommented(true)}>
            {t('Comment')}
          </Button>
        )}
      </div>
      {isCommented && (
        <Dialog title={t('Comment on “{title}”', { title })} onClose={() => setCommented(false)}>
          <CommentForm event={event.id} onSent={() => setCommented(false)} />
        </Dialog>
      )}
    </li>
  )
}

/** Characters of a description that are shown. */
const shownLength = 300

const beginningOf = (description: string): string => {
  // Paragraphs and lines stay apart.
  const text = textOf(description.replaceAll('<', ' <')).replace(/\s+/g, ' ').trim()
  return text.length > shownLength ? `${text.slice(0, shownLength).trimEnd()} …` : text
}

const Note = ({
  event,
  decision,
  onClose,
  onSend,
}: {
  readonly event: Pending
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

/** Who has submitted an event without an account; the name is '' where only a picture was sent, by the author of the event. */
type Submission = {
  readonly id: number
  readonly event: number
  readonly date: string
  readonly name: string
  readonly email: string
  readonly confirmed: boolean
  /** A small picture as a `data:` URL. */
  readonly picture: string | null
}

/** The submissions of some events; most events have none. */
const readSubmissions = async (events: readonly number[]): Promise<readonly Submission[]> =>
  events.length === 0 ? [] : read('kalends/v1', 'submissions', { include: events.join() })

/** Says who has submitted an event, and shows the picture that becomes public with it. */
const Submitter = ({ submission }: { readonly submission: Submission }) => {
  const { name, email, confirmed, date, picture } = submission
  return (
    <div class="submitter">
      {picture && <img src={picture} alt={t('The submitted picture')} />}
      {name && (
        <p class="quiet">
          {t('Submitted by {name} on {date}', { name, date: formatInstant(date) })}{' '}
          <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{email}</a>{' '}
          {confirmed ? t('(address confirmed)') : t('(address not confirmed)')}
        </p>
      )}
    </div>
  )
}
