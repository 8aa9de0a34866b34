import type { RecordJson, Resource } from '../core/resource.ts'
import type { EventRecord } from '../resources/events/record.ts'
import type { SeriesRecord } from '../resources/events/series/record.ts'
import type { MediaRecord } from '../resources/media/record.ts'
import type { OrganizerRecord } from '../resources/organizers/record.ts'
import type { TermRecord } from '../resources/shared/term-record.ts'
import type { VenueRecord } from '../resources/venues/record.ts'

/** The types of records by the names of their resources. */
export type RecordTypes = {
  readonly event: EventRecord
  readonly venue: VenueRecord
  readonly organizer: OrganizerRecord
  readonly category: TermRecord
  readonly tag: TermRecord
  readonly attachment: MediaRecord
  readonly series: SeriesRecord
}

/**
 * The record of a resource with the type that its schema has. This is the only place where pages and feeds assert it: the tests compare
 * every record with its schema.
 */
export const asRecord = <N extends Resource['name']>(_name: N, record: RecordJson): RecordTypes[N] =>
  record as unknown as RecordTypes[N]
