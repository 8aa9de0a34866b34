import { sql } from 'kysely'
import type { SearchIndex } from './search-index.ts'

/** Most bytes of texts that are indexed at a time, while other writes wait; a single text may have more. */
const maxFetched = 2_000_000

/** The script that indexes waiting texts. They are indexed together, since FTS5 writes a segment for each insertion and merges segments later. */
const index = (only: string) => `
  insert into search_index (search_index, rowid, text)
    select 'delete', record_id, indexed from search_pending where indexed is not null and ${only};
  insert into search_index (rowid, text)
    select record_id, text from search_text where record_id in (select record_id from search_pending where ${only});
  delete from search_pending where ${only}`

/** The script that indexes some of the waiting texts, to be run in a transaction. */
export const indexSome = index(`record_id <= (
  select coalesce(max(record_id) filter (where bytes <= ${maxFetched}), min(record_id)) from (
    select record_id, sum(ifnull(octet_length(text), 0) + ifnull(octet_length(indexed), 0)) over (order by record_id) as bytes
      from search_pending left join search_text using (record_id)))`)

/**
 * The FTS5 index of SQLite with trigrams as tokens; it stores ids and no texts. Changed texts wait in `search_pending`, together with the
 * text that the index has of them, and are indexed in groups by the background worker, or by a write that leaves too many waiting.
 */
export const sqliteSearch: SearchIndex = {
  rebuild: [`insert into search_index (search_index) values ('rebuild')`, 'delete from search_pending'],
  // Comparing the whole content would take minutes for a million events.
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

/** The trigrams that cover the needle without needless overlap: using all trigrams takes twice as long and excludes few more texts. */
const trigramsOf = (needle: string): string[] => {
  const characters = [...needle]
  const last = characters.length - 3
  const starts = characters.flatMap((_, at) => (at % 3 === 0 ? [Math.min(at, last)] : []))
  return starts.map((at) => characters.slice(at, at + 3).join(''))
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
