import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PostTableName, Schema } from '../db/schema.ts'
import { foldText, searchTerms, searchWords } from '../lib/fold.ts'
import type { Where } from './store.ts'

/** Replaces the folded texts by which a record is found. */
export const storeSearchFields = async (
  db: Db,
  id: number,
  fields: Readonly<Record<string, string>>,
): Promise<void> => {
  await db.kysely.deleteFrom('search_field').where('record_id', '=', id).execute()
  const rows = Object.entries(fields).flatMap(([field, value]) => {
    const text = foldText(value)
    return text === '' ? [] : [{ record_id: id, field, text }]
  })
  if (rows.length > 0) await db.kysely.insertInto('search_field').values(rows).execute()
}

/** Tables whose records are found by their texts. */
type SearchedTable = PostTableName | 'image'

/** Every word occurs in some field (events, contract B4.7; images). */
export const everyWordSomewhere =
  <T extends SearchedTable>(db: Db, table: T, query: string): Where<T> =>
  (eb) =>
    eb.and(searchWords(query).map((word) => hasField(db, eb, table, [word])))

/** One field holds all the words, whatever punctuation stands between them (venues and organizers, contract B4.7, F3.8). */
export const oneFieldWithAllWords =
  <T extends SearchedTable>(db: Db, table: T, query: string): Where<T> =>
  (eb) => {
    const words = searchTerms(query)
    return words.length === 0 ? eb.lit(true) : hasField(db, eb, table, words)
  }

const hasField = <T extends SearchedTable>(
  db: Db,
  eb: ExpressionBuilder<Schema, T>,
  table: T,
  words: readonly string[],
): Expression<SqlBool> => {
  const outer = eb as unknown as ExpressionBuilder<Schema, 'event'>
  return outer.exists(
    outer
      .selectFrom('search_field')
      .select('search_field.field')
      .whereRef('search_field.record_id', '=', `${table}.id` as 'event.id')
      .where((inner) => inner.and(words.map((word) => db.dialect.contains(inner.ref('search_field.text'), word)))),
  )
}
