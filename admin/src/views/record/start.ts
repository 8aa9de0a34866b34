import type { Tagged } from '../../api/calendar.ts'
import type { StoredRecord } from './record-kind.ts'

/** The initial state of a form; `stored` is missing for a new record. */
export type Start<F, B extends object> = {
  /** The name under which what is typed is kept in this browser. */
  readonly name: string
  readonly form: F
  readonly stored?: Tagged<StoredRecord<F>>
  /** The values that a copy takes over in addition to the fields of the form. */
  readonly extra?: Partial<B>
}

/** A form, and the version of the record with which it began. */
export type State<F, B extends object> = Start<F, B> & {
  /** The saved values: the form differs from them where something was typed. */
  readonly saved: F
  /** The version of the record with which the form began. */
  readonly etag: string
}

/** The form as it is before somebody types. */
export const begin = <F, B extends object>(start: Start<F, B>): State<F, B> => ({
  ...start,
  saved: start.form,
  etag: start.stored?.etag ?? '',
})

/** The form of a stored record. */
export const startOf = <F, B extends object>(singular: string, stored: Tagged<StoredRecord<F>>): Start<F, B> => ({
  name: `${singular}:${stored.record.id}`,
  form: stored.record.form,
  stored,
})
