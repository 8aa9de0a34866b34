import type { FieldTable } from '../../core/fields.ts'
import type { JsonObject } from '../../lib/json.ts'

/**
 * Reads the records of a source; times that name no zone are in `timezone`. `onBytes` gets the number of bytes that were read since its last
 * call, where the source has a size.
 */
export type ReadRecords = (
  options: ReadOptions,
  onBytes: (bytes: number) => void,
) => AsyncIterable<ImportRecord | JsonRecord | UnreadPart>

/** The kinds of records that can be imported, in the order in which they refer to each other. */
export const importedKinds = ['image', 'category', 'tag', 'venue', 'organizer', 'event'] as const

/** A kind of record that can be imported. */
export type ImportedKind = (typeof importedKinds)[number]

/** The kinds of records, many of each. */
export const plurals = {
  image: 'images',
  category: 'categories',
  tag: 'tags',
  venue: 'venues',
  organizer: 'organizers',
  event: 'events',
} as const

/** Other records of the same source to which a record refers, by their external ids. */
export type ExternalLinks = {
  /** Of an event. */
  readonly venue?: readonly string[]
  readonly organizer?: readonly string[]
  readonly categories?: readonly string[]
  readonly tags?: readonly string[]
  /** The featured image of an event, a venue or an organizer. */
  readonly image?: string
  /** The parent of a category or of an event. */
  readonly parent?: string
}

/** Whether a record to import has a field in its links or its occurrences, not in its payload: it names other records, or says how an event recurs. */
export const isLinked = (field: FieldTable[string]): boolean =>
  field.type.references !== undefined || ('step' in field && field.step === 'series')

/** A record of another calendar, in the form that readers of all formats give and the engine imports. */
export type ImportRecord = {
  readonly kind: ImportedKind
  /** Its id at the source, by which it is found again; without one, by a hash of its content. */
  readonly externalId?: string
  /**
   * What a request that creates the record takes (such as `POST /events`), without what `links` has. Texts of `start_date` are in the
   * event's `timezone`, which the payload contains. Of an image: `url`, from which it is fetched, `alt_text`, `title`, `caption`.
   */
  readonly payload: JsonObject
  readonly links?: ExternalLinks
  /**
   * Of an event that changes an occurrence of a series: the external id of the series, and the start that the rule gave the occurrence,
   * `YYYY-MM-DD HH:MM:SS` in the zone of the series (RFC 5545, RECURRENCE-ID). The payload is the whole changed event. One that `follows` differs
   * in nothing from what the series gives: only an import that keeps ids needs it.
   */
  readonly occurrence?: { readonly of: string; readonly start: string; readonly follows?: boolean }
  /** Of an export of Kalends: the columns that the payload does not say, for an import that keeps ids. */
  readonly kept?: JsonObject
  /** Of an export: the slugs that lead to the record besides its own, which it or records that were merged into it have given up. */
  readonly merged?: readonly string[]
  /** The id of the record at the source, for an import that keeps ids. */
  readonly id?: number
  /** The login or display name of its author at the source. */
  readonly author?: string
  /** How new it is, in an order of texts: of several changes of one occurrence the newest counts. */
  readonly revision?: string
  /** The number of its line, in a format that has lines. */
  readonly number?: number
  /** Where it stands in the source, for reports: `line 12`, `UID 7@example.org`, `row 3`, `post 42`. */
  readonly place: string
  /** What of the record cannot be kept, in plain English: `The alarm was left out.` */
  readonly notes?: readonly string[]
  /** Members of its line that nothing reads. */
  readonly unknown?: readonly string[]
}

/** A record whose payload the source has as JSON already, such as a line of NDJSON; it may turn out to be no JSON. */
export type JsonRecord = Omit<ImportRecord, 'payload'> & { readonly json: string }

/** A part of a source that is no record, and why. */
export type UnreadPart = {
  readonly place: string
  readonly fault: string
  /** The external id of the record that it should be, if that could be read: the source still has it. */
  readonly externalId?: string
  /** Nothing is wrong with it: records of other kinds, or columns that are no field, were left out. */
  readonly isExpected?: boolean
  /** It is an event that is not to be imported, and counts as skipped. */
  readonly isSkipped?: boolean
  /** The source has not shown it, although it says that it has it. */
  readonly isMissing?: boolean
}

/** What a reader of a format has to know. */
export type ReadOptions = {
  /** The IANA zone of times that name none. */
  readonly timezone: string
  /** The day of today and the months for which series without an end get events: a series with too many dates until then begins later. */
  readonly series?: { readonly today: string; readonly months: number }
  /** Of CSV: the column of the file for a field of the interface, such as `{ title: 'Name of event' }`. */
  readonly map?: Readonly<Record<string, string>>
  /** Of CSV: what the rows are; by default it follows from the columns. */
  readonly kind?: ImportedKind
}

/**
 * Reads a source as a stream, in constant memory: one part after the other. Faults of a part are yielded and the next part follows; a source
 * that is of another format altogether is one `UnreadPart`. A reader never throws for what the source contains.
 */
export type ReadFormat = (
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
) => AsyncIterable<ImportRecord | JsonRecord | UnreadPart>

/** Categories in an order in which each comes after its parent; where parents run in a circle, the one that the source names first is last. */
export function* parentsFirst(terms: readonly ImportRecord[]): Generator<ImportRecord> {
  const waiting = new Map(terms.map((term) => [term.externalId, term]))
  for (const term of terms) {
    const line: ImportRecord[] = []
    for (let one = waiting.get(term.externalId); one; one = waiting.get(one.links?.parent)) {
      waiting.delete(one.externalId)
      line.push(one)
    }
    yield* line.reverse()
  }
}
