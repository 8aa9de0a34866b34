import type { ComponentChildren } from 'preact'
import type { Status, Tagged } from '../../api/calendar.ts'
import type { Collection } from '../history/versions.ts'
import type { SeriesPlace } from '../series/series-place.ts'
import type { FormKind, FormProps, RecordForm } from './form.ts'

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

/** The requests for the records of a kind; each answers the record as it is then. */
export type RecordRequests<F, B> = {
  readonly read: (id: number) => Promise<Tagged<StoredRecord<F>>>
  /** `existed` says that there was such a record already, which is answered as it is. */
  readonly create: (body: B) => Promise<Tagged<StoredRecord<F>> & { readonly existed?: boolean }>
  /** Changes a record, as somebody asks or by itself; with an ETag only unless somebody else has changed it since that version. */
  readonly update: (id: number, body: B, etag?: string, isAutosave?: boolean) => Promise<Tagged<StoredRecord<F>>>
}

/** What the form of a kind of records needs to know of it. */
export type RecordKind<F extends RecordForm, B extends object> = {
  readonly singular: 'event' | 'venue' | 'organizer'
  /** Where the versions of its records are. */
  readonly collection: Collection
  readonly form: FormKind<F, B>
  readonly requests: RecordRequests<F, B>
  readonly fields: (props: FormProps<F>) => ComponentChildren
  /** What the box of the publication has besides. */
  readonly switches?: (props: FormProps<F>) => ComponentChildren
  /** What is said where a new record existed already. */
  readonly existedText?: () => string
  /** The head of the comparison with what somebody else has saved. */
  readonly conflictTitle: () => string
  /** Whether a draft with this form may be saved by itself; always without it. */
  readonly mayAutosave?: (form: F) => boolean
}
