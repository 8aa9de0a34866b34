import type { ComponentChildren } from 'preact'
import type { Status, Tagged } from '../../api/calendar.ts'
import type { FormKind, FormProps, RecordForm } from '../record/form.ts'

/** What the forms of venues and organizers share. */
export type PlaceForm = RecordForm & {
  readonly description: string
  readonly excerpt: string
  readonly phone: string
  readonly website: string
  readonly image: { readonly id: number; readonly url: string } | null
}

/** A stored venue or organizer as its form, with what the page of it shows besides. */
export type StoredPlace<F> = { readonly id: number; readonly url: string; readonly status: Status; readonly form: F }

/** The requests for the records of a kind. */
export type PlaceRequests<F, B> = {
  readonly read: (id: number) => Promise<Tagged<StoredPlace<F>>>
  /** Returns the id. */
  readonly create: (body: B) => Promise<number>
  readonly update: (id: number, body: B, etag?: string) => Promise<unknown>
  readonly trash: (id: number) => Promise<unknown>
  readonly remove: (id: number) => Promise<unknown>
}

/** Texts of the views of a kind. */
export type PlaceTexts = {
  readonly all: string
  readonly one: string
  readonly add: string
  readonly count: (count: number) => string
  readonly none: string
  readonly noneFits: string
  readonly selectAll: string
  readonly bulkLabel: string
  readonly selected: (count: number) => string
  readonly done: (count: number, text: string) => string
  readonly progress: string
  readonly mergeTitle: string
  readonly conflictTitle: string
}

/** What tells venues and organizers apart: everything else about them is the same. */
export type PlaceKind<F extends PlaceForm, B extends object> = {
  readonly plural: 'venues' | 'organizers'
  readonly singular: 'venue' | 'organizer'
  readonly form: FormKind<F, B>
  readonly newForm: () => F
  readonly requests: PlaceRequests<F, B>
  readonly fields: (props: FormProps<F>) => ComponentChildren
  readonly switches?: (props: FormProps<F>) => ComponentChildren
  readonly texts: () => PlaceTexts
}
