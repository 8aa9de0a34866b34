import type { Status } from '../../api/calendar.ts'
import { session } from '../../api/session.ts'
import { may } from '../menu.ts'

/** What decides who may change a record; the author is an id in digits; one without an author is nobody’s own. */
type Subject = { readonly author?: string; readonly status: Status }

/** Whether the person may change a record, as the server decides it (contract B5): own ones, unless they are public and need more. */
export const mayEdit = ({ author, status }: Subject): boolean => {
  if (may('edit-others')) return true
  if (Number(author) !== session()?.user) return false
  return may(status === 'publish' || status === 'future' ? 'publish' : 'edit')
}
