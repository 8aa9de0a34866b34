import type { Status } from '../../api/calendar.ts'
import { siteClock } from '../../api/root.ts'
import { mayPublish } from '../../api/session.ts'
import { formatLocal, t } from '../../texts.ts'
import type { RecordForm } from './record-fields.tsx'

/** What a form says of the publication of a record. Its status on the server, `stored` below, is undefined until it is saved. */
type Chosen = Pick<RecordForm, 'status' | 'date'>

/** A status, and the text of the button that saves with it. */
type NextStatus = { readonly status: Status; readonly text: string }

/**
 * The status that most probably comes next, for a button beside that of the form: a draft is published, or submitted by those who may not publish.
 * Undefined once another status is chosen, which the button of the form saves.
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
