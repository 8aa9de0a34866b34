import type { Status } from '../../api/calendar.ts'
import { siteClock } from '../../api/root.ts'
import { mayPublish } from '../../api/session.ts'
import { formatLocal, t } from '../../texts.ts'
import type { RecordForm } from './record-fields.tsx'

/** What is known of a record before it is saved: `stored` is its status on the server, or undefined while it has none. */
type Chosen = Pick<RecordForm, 'status' | 'date'>

/** The status after which a form asks, and which a button beside that of the form chooses. */
type NextStatus = { readonly status: Status; readonly text: string }

/**
 * The step that most probably comes next for a record that nobody has given another status: a draft is published, or handed in by those who
 * may not publish. Undefined where the button of the form takes it already.
 */
export const findNextStatus = (stored: Status = 'draft', { status }: Chosen): NextStatus | undefined => {
  if (status !== stored) return undefined
  if (mayPublish() && (status === 'draft' || status === 'pending')) return { status: 'publish', text: t('Publish') }
  return status === 'draft' ? { status: 'pending', text: t('Submit for review') } : undefined
}

/** What the button of a form does, in the words of what will happen. */
export const sayWhatSaves = (stored: Status | undefined, { status, date }: Chosen): string => {
  if (status === 'draft') return stored === undefined || stored === 'draft' ? t('Save the draft') : t('Make it a draft')
  // The server publishes at once what is scheduled for a moment that is over.
  if (status === 'future' && date && date <= siteClock(Date.now())) return t('Publish')
  if (status === 'future') return date ? t('Schedule for {date}', { date: formatLocal(date) }) : t('Schedule')
  if (status === stored) return t('Update')
  if (status === 'publish') return t('Publish')
  if (status === 'private') return t('Publish privately')
  return status === 'pending' ? t('Submit for review') : t('Save')
}

/** What has happened to a record that was saved, by its name. */
export const sayWhatWasSaved = (before: Status | undefined, { title: name, status, date }: RecordForm): string => {
  const title = name || t('(no title)')
  if (status === 'draft') return t('“{title}” is saved as a draft.', { title })
  if (status === 'future') return t('“{title}” becomes public on {date}.', { title, date: formatLocal(date) })
  if (status === before) return t('“{title}” is saved.', { title })
  if (status === 'publish') return t('“{title}” is published.', { title })
  if (status === 'private') return t('“{title}” is published privately.', { title })
  return status === 'pending' ? t('“{title}” is submitted for review.', { title }) : t('“{title}” is saved.', { title })
}
