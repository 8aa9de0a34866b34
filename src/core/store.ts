import type { Selectable } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** Tables that are listed, and addressed by id. */
export type ListedTable = 'event' | 'venue' | 'organizer' | 'term' | 'image'

/** The tables share these columns; the compiler cannot follow a table that is a type parameter through Kysely. */
export const asListed = <T extends ListedTable>(table: T) => table as unknown as 'event'

/** A row as it is read. */
export type Row<T extends ListedTable> = Selectable<Schema[T]>
