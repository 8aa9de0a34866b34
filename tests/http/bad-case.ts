import type { Login } from '../support/calendar.ts'

/** A request that must be refused, and how. */
export type BadCase = {
  readonly name: string
  readonly ask: string
  readonly as?: Login
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly payload?: string | Buffer
  readonly status: number
  readonly code: string
  /** The names in `data.params`. */
  readonly params?: readonly string[]
}

/** What creates an event. */
export const event = { title: 'Concert', start_date: '2026-12-01 10:00', end_date: '2026-12-01 12:00' }

/** What creates a record of each resource; event 1, venue 2, organizer 3, category 1 and tag 2 exist. */
export const creates = {
  events: event,
  venues: { venue: 'Hall' },
  organizers: { organizer: 'Club' },
  categories: { name: 'Music' },
  tags: { name: 'Jazz' },
}
/** A record of each resource. */
export const items = { events: 1, venues: 2, organizers: 3, categories: 1, tags: 2 }
/** The five resources. */
export const plurals = Object.keys(creates) as (keyof typeof creates)[]
