import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { PostTableName, Schema } from '../db/schema.ts'
import { foldText, searchTerms, searchWords } from '../lib/fold.ts'
import type { Bound, Where } from './conditions.ts'

/** The text of a field, folded as searches compare it. */
export type SearchField = { readonly field: string; readonly text: string }

/** The texts by which a record is found, from those of its fields; empty ones are left out. */
export const foldFields = (fields: Readonly<Record<string, string>>): SearchField[] =>
  Object.entries(fields)
    .map(([field, value]) => ({ field, text: foldText(value) }))
    .filter(({ text }) => text !== '')

/** Replaces the texts by which a record is found. */
export const storeSearchFields = async (db: Db, id: number, fields: readonly SearchField[]): Promise<void> => {
  await db.kysely.deleteFrom('search_field').where('record_id', '=', id).execute()
  await insertSearchFields(db, [{ id, fields }])
}

/** Stores the texts by which new records are found. */
export const insertSearchFields = (
  db: Db,
  records: readonly { readonly id: number; readonly fields: readonly SearchField[] }[],
): Promise<unknown> =>
  insertRows(
    db,
    'search_field',
    records.flatMap(({ id, fields }) => fields.map(({ field, text }) => ({ record_id: id, field, text }))),
  )

/** Tables whose records are found by their texts. */
type SearchedTable = PostTableName | 'image'

/** Every word occurs in some field (events, contract B4.7; images). */
export const everyWordSomewhere = <T extends SearchedTable>(table: T) => ({
  shape: (query: string) => searchWords(query).length,
  where:
    (bound: Bound<string>, count: number): Where<T> =>
    (eb) =>
      eb.and(Array.from({ length: count }, (_, at) => hasField(bound, eb, table, [wordAt(bound, searchWords, at)]))),
})

/** One field holds all the words, whatever punctuation stands between them (venues and organizers, contract B4.7, F3.8). */
export const oneFieldWithAllWords = <T extends SearchedTable>(table: T) => ({
  shape: (query: string) => searchTerms(query).length,
  where:
    (bound: Bound<string>, count: number): Where<T> =>
    (eb) => {
      const words = Array.from({ length: count }, (_, at) => wordAt(bound, searchTerms, at))
      return words.length === 0 ? eb.lit(true) : hasField(bound, eb, table, words)
    },
})

const wordAt = ({ param }: Bound<string>, split: (query: string) => string[], at: number) =>
  param((query) => split(query)[at] ?? '')

const hasField = <T extends SearchedTable>(
  { dialect }: Bound<string>,
  eb: ExpressionBuilder<Schema, T>,
  table: T,
  words: readonly Expression<string>[],
): Expression<SqlBool> => {
  const outer = eb as unknown as ExpressionBuilder<Schema, 'event'>
  return outer.exists(
    outer
      .selectFrom('search_field')
      .select('search_field.field')
      .whereRef('search_field.record_id', '=', `${table}.id` as 'event.id')
      .where((inner) => inner.and(words.map((word) => dialect.contains(inner.ref('search_field.text'), word)))),
  )
}
