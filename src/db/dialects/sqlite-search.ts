import { sql } from 'kysely'
import type { SearchIndex } from './search-index.ts'

/** Bytes of texts that are brought into the index at a time, while others wait to write; one text may have more. */
const maxFetched = 2_000_000

/** Brings those that wait into the index. FTS5 writes a piece of its own for each time that it is given texts, and merges pieces later. */
const index = (only: string) => `
  insert into search_index (search_index, rowid, text)
    select 'delete', record_id, indexed from search_pending where indexed is not null and ${only};
  insert into search_index (rowid, text)
    select record_id, text from search_text where record_id in (select record_id from search_pending where ${only});
  delete from search_pending where ${only}`

/** Brings as many of those that wait into the index as a moment allows, in a transaction. */
export const indexSome = index(`record_id <= (
  select coalesce(max(record_id) filter (where bytes <= ${maxFetched}), min(record_id)) from (
    select record_id, sum(ifnull(octet_length(text), 0) + ifnull(octet_length(indexed), 0)) over (order by record_id) as bytes
      from search_pending left join search_text using (record_id)))`)

/**
 * SQLite's own full-text index, whose tokens are all runs of three characters as they are; it has the ids, and no texts. What is
 * written waits in `search_pending`, with the text that the index has of it, until there is enough for one piece of the index: the thread
 * for what takes long sees to that, and the write that leaves too many waiting.
 */
export const sqliteSearch: SearchIndex = {
  rebuild: [`insert into search_index (search_index) values ('rebuild')`, 'delete from search_pending'],
  // Comparing all of their content takes minutes for a million events.
  isWhole: async (kysely) => {
    const { rows } = await sql`
      select record_id from search_text except select id from search_index_docsize except select record_id from search_pending
      union all
      select id from search_index_docsize where id not in (select record_id from search_text)
        and id not in (select record_id from search_pending) limit 1`.execute(kysely)
    return rows.length === 0
  },
  findWarnings: async () => [],
  findReach: () => /.{3}/su,
  patternsOf: (needles) => [needles.flatMap(trigramsOf).map(quote).join(' ')],
  select: ([pattern]) => sql`select rowid from search_index where search_index match ${pattern}
    union all select record_id from search_pending`,
}

/** Runs of three characters that make up the needle: reading the lists of all that overlap takes twice as long, and rules out few more. */
const trigramsOf = (needle: string): string[] => {
  const characters = [...needle]
  const last = characters.length - 3
  const starts = characters.flatMap((_, at) => (at % 3 === 0 ? [Math.min(at, last)] : []))
  return starts.map((at) => characters.slice(at, at + 3).join(''))
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
