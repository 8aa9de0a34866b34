import type { Selectable } from 'kysely'
import type { Schema } from './schema.ts'

/** Tables of records, which have ids and are listed. */
export type ListedTable = 'event' | 'venue' | 'organizer' | 'term' | 'image'

/** Casts a table to that of events, whose shared columns all have: Kysely's types cannot follow a table that is a type parameter. */
export const asListed = <T extends ListedTable>(table: T) => table as unknown as 'event'

/** A row of a table. */
export type Row<T extends ListedTable> = Selectable<Schema[T]>
