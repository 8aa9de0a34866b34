import type { EventFields, Tagged } from '../../api/calendar.ts'
import type { EventRecord } from './event-record.ts'
import type { EventForm } from './form-state.ts'

/** What a form begins with; `stored` is missing for a new event. */
export type Start = {
  /** The name under which what is typed is kept in this browser. */
  readonly name: string
  readonly form: EventForm
  readonly stored?: Tagged<EventRecord>
  /** What a copy takes over besides the fields of the form. */
  readonly extra?: EventFields
}

/** A form, and the version of the event with which it began. */
export type State = Start & {
  /** What counts as saved: the form differs from it where something was typed. */
  readonly saved: EventForm
  /** The version of the event with which the form began. */
  readonly etag: string
}

/** The form as it is before somebody types. */
export const begin = (start: Start): State => ({ ...start, saved: start.form, etag: start.stored?.etag ?? '' })

/** The name under which what is typed is kept; a new event gets another one with its id. */
export const nameOf = ({ name, stored }: Start): string => (stored ? `event:${stored.record.id}` : name)
