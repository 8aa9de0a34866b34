import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Dialect } from '../db/dialects/dialect.ts'
import { lineSeparator, type PostTableName, type Schema } from '../db/schema.ts'
import { runStatement } from '../db/statement.ts'
import { insertRows } from '../db/write-rows.ts'
import { foldText, searchTerms, searchWords } from '../lib/fold.ts'
import type { Rule } from './condition.ts'

/** Returns the searched text of a record: one line for each field that is not empty, folded for comparison (letter case, accents). */
export const foldFields = (fields: Readonly<Record<string, string>>): string => {
  const lines: string[] = []
  for (const name in fields) {
    const line = foldText(fields[name] ?? '')
    if (line !== '') lines.push(line)
  }
  return lines.join(lineSeparator)
}

/** Stores the searched text of a record in place of the one before. */
export const storeSearchText = async (db: Db, id: number, text: string): Promise<void> => {
  const build = () =>
    db.kysely
      .insertInto('search_text')
      .values({ record_id: id, text })
      .onConflict((found) => found.column('record_id').doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })))
  await runStatement(db, 'search text', build, [id, text])
}

/** Stores the searched texts of new records. */
export const insertSearchTexts = (db: Db, texts: readonly Schema['search_text'][]): Promise<unknown> =>
  insertRows(db, 'search_text', texts)

/** Tables whose records have a searched text. */
type SearchedTable = PostTableName | 'image'

/** Keeps rows of which each word occurs in some field (events, contract B4.7; images). */
export const everyWordSomewhere = <T extends SearchedTable>(table: T) => searchRule(table, searchWords, hasWords)

/** Keeps rows of which one field holds all words, whatever punctuation is between them (venues and organizers, contract B4.7, F3.8). */
export const oneFieldWithAllWords = <T extends SearchedTable>(table: T) =>
  searchRule(table, searchTerms, (dialect, eb, words) => [
    ...hasWords(dialect, eb, words),
    // A single word needs no second test: when the text contains it, one of the lines does.
    ...(words.length > 1
      ? [
          eb.exists(
            eb
              .selectFrom(dialect.linesOf(eb.ref('search_text.text')).as('lines'))
              .select('lines.line')
              .where((inner) => inner.and(words.map((word) => dialect.contains(inner.ref('lines.line'), word)))),
          ),
        ]
      : []),
  ])

type Words = readonly Expression<string>[]

/** Builds the conditions on the searched text. */
type Test = (dialect: Dialect, eb: ExpressionBuilder<Schema, 'search_text'>, words: Words) => Expression<SqlBool>[]

const hasWords: Test = (dialect, eb, words) => words.map((word) => dialect.contains(eb.ref('search_text.text'), word))

const searchRule = <T extends SearchedTable>(
  table: T,
  split: (query: string) => string[],
  test: Test,
): Rule<T, string, number, readonly string[]> => ({
  shape: (query) => split(query).length,
  lookUp: (_database, _context, query) => split(query),
  needles: split,
  where:
    ({ param, dialect }, count) =>
    (eb) => {
      if (count === 0) return eb.lit(true)
      const words = Array.from({ length: count }, (_, at) => param((all) => all[at] ?? ''))
      const outer = eb as unknown as ExpressionBuilder<Schema, 'event'>
      return outer.exists(
        outer
          .selectFrom('search_text')
          .select('search_text.record_id')
          .whereRef('search_text.record_id', '=', `${table}.id` as 'event.id')
          .where((inner) => inner.and(test(dialect, inner as never, words))),
      )
    },
})
