import { sql } from 'kysely'
import type { SearchIndex } from './search-index.ts'

const add = 'insert into search_index (rowid, text) values (new.record_id, new.text)'
const remove = `insert into search_index (search_index, rowid, text) values ('delete', old.record_id, old.text)`
const rebuild = `insert into search_index (search_index) values ('rebuild')`

/** SQLite's own full-text index, whose tokens are all runs of three characters as they are; it has the ids, and no texts. */
export const sqliteSearch: SearchIndex = {
  create: [
    `create virtual table search_index using fts5 (text, tokenize = 'trigram case_sensitive 1', detail = none,
      content = search_text, content_rowid = record_id)`,
    // Bytes of a page: 64 of them and more are merged at a time in the midst of a write, for which all requests wait.
    `insert into search_index (search_index, rank) values ('pgsz', 1000)`,
    rebuild,
    `create trigger search_text_insert_indexed after insert on search_text begin ${add}; end`,
    `create trigger search_text_update_indexed after update on search_text when old.text <> new.text begin ${remove}; ${add}; end`,
    `create trigger search_text_delete_indexed after delete on search_text begin ${remove}; end`,
  ],
  rebuild: [rebuild],
  // Comparing all of their content takes minutes for a million events.
  isWhole: async (kysely) => {
    const { rows } = await sql`select record_id from search_text except select id from search_index_docsize
      union all select id from search_index_docsize where id not in (select record_id from search_text) limit 1`.execute(
      kysely,
    )
    return rows.length === 0
  },
  findWarnings: async () => [],
  findReach: () => /.{3}/su,
  patternsOf: (needles) => [needles.flatMap(trigramsOf).map(quote).join(' ')],
  select: ([pattern]) => sql`select rowid from search_index where search_index match ${pattern}`,
}

/** Runs of three characters that make up the needle: reading the lists of all that overlap takes twice as long, and rules out few more. */
const trigramsOf = (needle: string): string[] => {
  const characters = [...needle]
  const last = characters.length - 3
  const starts = characters.flatMap((_, at) => (at % 3 === 0 ? [Math.min(at, last)] : []))
  return starts.map((at) => characters.slice(at, at + 3).join(''))
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
