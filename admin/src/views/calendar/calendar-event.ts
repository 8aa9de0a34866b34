import type { EventState } from '../events/event-state.ts'

/** An event as `kalends/v1/calendar` lists it; dates are on the wall clock of its zone. */
export type CalendarEvent = {
  readonly id: number
  readonly title: string
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
  readonly status: string
  /** Only if it does not take place as planned (contract C2.1). */
  readonly event_status?: EventState
  readonly categories: readonly number[]
  /** That of its category. */
  readonly color?: string | undefined
  readonly etag: string
  readonly may_edit: boolean
  /** The id of its series. */
  readonly series?: number
}
