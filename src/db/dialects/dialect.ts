import type { Expression, RawBuilder, SqlBool } from 'kysely'

/**
 * What SQLite and PostgreSQL say differently. A dialect is a file that exports these names; the queries use nothing else that
 * belongs to one of them.
 */
export type Dialect = {
  readonly name: 'sqlite'
  /** `column` is one of `values`; one parameter whatever their number, so that the statement stays the same text. */
  readonly isIn: (column: Expression<unknown>, values: readonly (number | string)[]) => RawBuilder<SqlBool>
  /** `text` contains `needle`, byte for byte. */
  readonly contains: (text: Expression<string>, needle: string) => RawBuilder<SqlBool>
  /** A JSON object of the given columns, as text. */
  readonly json: (columns: Readonly<Record<string, Expression<unknown>>>) => RawBuilder<string>
  /** The great-circle distance in kilometres from a point to (lat, lng); null where either is null. */
  readonly distance: (
    from: { lat: number; lng: number },
    lat: Expression<number | null>,
    lng: Expression<number | null>,
  ) => RawBuilder<number>
  /** A fault of the engine that passes by itself (locked, busy, full disk): 503 instead of 500. */
  readonly isUnavailable: (error: unknown) => boolean
  /** A row that another writer made meanwhile: the caller may try anew. */
  readonly isUniqueViolation: (error: unknown) => boolean
}
