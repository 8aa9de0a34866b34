import type { RecordJson, Resource } from '../core/resource.ts'
import type { EventRecord } from '../resources/events/schema.ts'
import type { MediaRecord } from '../resources/media/schema.ts'
import type { OrganizerRecord } from '../resources/organizers/schema.ts'
import type { TermRecord } from '../resources/shared/term-schema.ts'
import type { VenueRecord } from '../resources/venues/schema.ts'

/** The types of records by the names of their resources. */
export type RecordTypes = {
  readonly event: EventRecord
  readonly venue: VenueRecord
  readonly organizer: OrganizerRecord
  readonly category: TermRecord
  readonly tag: TermRecord
  readonly attachment: MediaRecord
}

/**
 * The record of a resource with the type that its schema has. This is the only place where pages and feeds assert it: the tests compare
 * every record with its schema.
 */
export const asRecord = <N extends Resource['name']>(_name: N, record: RecordJson): RecordTypes[N] =>
  record as unknown as RecordTypes[N]
