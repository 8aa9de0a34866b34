import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Dialect } from '../db/dialects/dialect.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { PostTableName, Schema } from '../db/schema.ts'
import { foldText, searchTerms, searchWords } from '../lib/fold.ts'
import type { Rule } from './conditions.ts'

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
export const everyWordSomewhere = <T extends SearchedTable>(table: T) =>
  searchRule(table, searchWords, (words) => words.map((word) => [word]))

/** One field holds all the words, whatever punctuation stands between them (venues and organizers, contract B4.7, F3.8). */
export const oneFieldWithAllWords = <T extends SearchedTable>(table: T) =>
  searchRule(table, searchTerms, (words) => (words.length === 0 ? [] : [words]))

type Words = readonly Expression<string>[]

/** For each group of words there is a field that holds all of them. */
const searchRule = <T extends SearchedTable>(
  table: T,
  split: (query: string) => string[],
  group: (words: Words) => readonly Words[],
): Rule<T, string, number, readonly string[]> => ({
  shape: (query) => split(query).length,
  lookUp: (_database, _scope, query) => split(query),
  needles: split,
  where:
    ({ param, dialect }, count) =>
    (eb) => {
      const words = Array.from({ length: count }, (_, at) => param((all) => all[at] ?? ''))
      return eb.and(group(words).map((some) => hasField(dialect, eb, table, some)))
    },
})

const hasField = <T extends SearchedTable>(
  dialect: Dialect,
  eb: ExpressionBuilder<Schema, T>,
  table: T,
  words: Words,
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
