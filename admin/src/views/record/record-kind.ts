import type { Status, Tagged } from '../../api/calendar.ts'
import type { FormFields } from '../../ui/form.tsx'
import type { Collection } from '../history/versions.ts'
import type { SeriesPlace } from '../series/series-place.ts'
import type { RecordForm } from './record-fields.tsx'

/** A stored record as its form, with what its page shows besides. */
export type StoredRecord<F> = {
  readonly id: number
  readonly url: string
  readonly status: Status
  readonly mayEdit: boolean
  readonly form: F
  /** Of an occurrence: where it is in its series. */
  readonly series?: SeriesPlace
}

/** The requests for records of a kind; each returns the resulting record. */
export type RecordRequests<F, B> = {
  readonly read: (id: number) => Promise<Tagged<StoredRecord<F>>>
  /** `existed` means that such a record already existed, which is returned unchanged. */
  readonly create: (body: Partial<B>) => Promise<Tagged<StoredRecord<F>> & { readonly existed?: boolean }>
  /** Changes a record, explicitly or automatically; with an ETag only if nobody else has changed it since. */
  readonly update: (
    id: number,
    body: Partial<B>,
    etag?: string,
    isAutosave?: boolean,
  ) => Promise<Tagged<StoredRecord<F>>>
}

/** What the form needs to know about a kind of records. */
export type RecordKind<F extends RecordForm, B extends object> = {
  readonly singular: 'event' | 'venue' | 'organizer'
  /** Where the versions of its records are. */
  readonly collection: Collection
  readonly fields: FormFields<F, B>
  readonly requests: RecordRequests<F, B>
  /** The message if a new record already existed. */
  readonly existedText?: () => string
  /** The head of the comparison with what somebody else has saved. */
  readonly conflictTitle: () => string
  /** Whether a draft with this form may be saved automatically; by default always. */
  readonly mayAutosave?: (form: F) => boolean
}

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
