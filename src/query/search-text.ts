import { expressionBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ListedTable } from '../db/listed-table.ts'
import { lineSeparator, type PostTableName, type Schema } from '../db/schema.ts'
import { runStatement } from '../db/statement.ts'
import { foldText, searchTerms, searchWords } from '../lib/fold.ts'
import type { Condition, Rule } from './condition.ts'
import type { QuerySource } from './find-ids.ts'
import { isInIds } from './id-set.ts'
import { findRecords } from './search-index.ts'

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

/** Tables whose records have a searched text. */
type SearchedTable = PostTableName | 'image'

/** Keeps rows of which each word occurs in some field (events, contract B4.7; images). The index of searches decides it. */
export const everyWordSomewhere = <T extends SearchedTable>(): Rule<T, string> => ({
  words: searchWords,
  where: () => (eb) => eb.lit(true),
})

/** Keeps rows of which one field holds all words, whatever punctuation is between them (venues and organizers, contract B4.7, F3.8). */
export const oneFieldWithAllWords = <T extends SearchedTable>(
  table: T,
): Rule<T, string, number, readonly string[]> => ({
  words: searchTerms,
  shape: (query) => searchTerms(query).length,
  lookUp: (_database, _context, query) => searchTerms(query),
  // The index finds the rows of which the fields have all words together.
  where:
    ({ param, dialect }, count) =>
    () => {
      const words = Array.from({ length: count }, (_, at) => param((all) => all[at] ?? ''))
      const outer = expressionBuilder<Schema, never>()
      return outer.exists(
        outer
          .selectFrom('search_text')
          .select('search_text.record_id')
          .where('search_text.record_id', '=', sql.ref<number>(`${table}.id`))
          .where((inner) =>
            inner.exists(
              inner
                .selectFrom(dialect.linesOf(inner.ref('search_text.text')).as('lines'))
                .select('lines.line')
                .where((line) => line.and(words.map((word) => dialect.contains(line.ref('lines.line'), word)))),
            ),
          ),
      )
    },
})

/**
 * Adds to the conditions of a list that the records are those which the index of searches finds. The condition of a search is kept where
 * more is asked than that the text of a record contains the words.
 */
export const withSearches = async <T extends ListedTable>(
  source: QuerySource,
  table: T,
  where: readonly Condition<T>[],
): Promise<readonly Condition<T>[]> => {
  const words = new Set<string>()
  const others: Condition<T>[] = []
  for (const one of where) {
    const { rule, value, shape } = one
    for (const word of rule.words?.(value) ?? []) words.add(word)
    if (!rule.words || Number(shape) > 1) others.push(one)
  }
  if (words.size === 0) return others
  const all = [...words].sort()
  const { records, known } = await findRecords(source, all)
  return [isInIds(table, `search ${all.join(' ')}`, records, known), ...others]
}
