import { sql } from 'kysely'
import type { SearchIndex } from './search-index.ts'

/** Texts that a write lets wait for the index at most: those who search look at each of them. Mostly they are fetched before. */
const maxPending = 512

/** Bytes of texts that are brought into the index at a time, while others wait to write; one text may have more. */
const maxFetched = 2_000_000

/** Each text by itself, as the first releases had it. */
const add = 'insert into search_index (rowid, text) values (new.record_id, new.text)'
const remove = `insert into search_index (search_index, rowid, text) values ('delete', old.record_id, old.text)`

/** What is in the index of a text that is about to be another, or none; of one that waits already, it is known. */
const putOff = (row: string) => `insert into search_pending ${row} on conflict (record_id) do nothing`

/** Brings those that wait into the index. FTS5 writes a piece of its own for each time that it is given texts, and merges pieces later. */
const index = (only?: string) => `
  insert into search_index (search_index, rowid, text)
    select 'delete', record_id, indexed from search_pending where indexed is not null${only ? ` and ${only}` : ''};
  insert into search_index (rowid, text)
    select record_id, text from search_text where record_id in (select record_id from search_pending${only ? ` where ${only}` : ''});
  delete from search_pending${only ? ` where ${only}` : ''}`

/** Published migrations are made of it. */
const indexAt = (count: number) => `create trigger search_pending_full after insert on search_pending
  when (select count(*) from search_pending) >= ${count} begin ${index()}; end`

/** Brings as many of those that wait into the index as a moment allows, in a transaction. */
export const indexSome = index(`record_id <= (
  select coalesce(max(record_id) filter (where bytes <= ${maxFetched}), min(record_id)) from (
    select record_id, sum(ifnull(octet_length(text), 0) + ifnull(octet_length(indexed), 0)) over (order by record_id) as bytes
      from search_pending left join search_text using (record_id)))`)

const rebuildIndex = `insert into search_index (search_index) values ('rebuild')`
const rebuild = [rebuildIndex, 'delete from search_pending']

const triggers = ['insert', 'update', 'delete'].map((operation) => `search_text_${operation}_indexed`)

/**
 * SQLite's own full-text index, whose tokens are all runs of three characters as they are; it has the ids, and no texts. What is
 * written waits in `search_pending`, with the text that the index has of it, until there is enough for one piece of the index: the thread
 * for what takes long sees to that, and the write that leaves too many waiting.
 */
export const sqliteSearch: SearchIndex = {
  create: [
    `create virtual table search_index using fts5 (text, tokenize = 'trigram case_sensitive 1', detail = none,
      content = search_text, content_rowid = record_id)`,
    // Bytes of a page: 64 of them and more are merged at a time in the midst of a write, for which all requests wait.
    `insert into search_index (search_index, rank) values ('pgsz', 1000)`,
    rebuildIndex,
    `create trigger ${triggers[0]} after insert on search_text begin ${add}; end`,
    `create trigger ${triggers[1]} after update on search_text when old.text <> new.text begin ${remove}; ${add}; end`,
    `create trigger ${triggers[2]} after delete on search_text begin ${remove}; end`,
  ],
  gather: [
    'create table search_pending (record_id integer primary key, indexed text)',
    ...triggers.map((name) => `drop trigger ${name}`),
    `create trigger ${triggers[0]} after insert on search_text begin ${putOff('values (new.record_id, null)')}; end`,
    // The first of the two may be the last that fits, and take the new text into the index: it does not wait any more then.
    `create trigger ${triggers[1]} after update on search_text
      when old.text <> new.text or old.record_id <> new.record_id begin
      ${putOff('values (old.record_id, old.text)')};
      ${putOff('select new.record_id, null where new.record_id <> old.record_id')}; end`,
    `create trigger ${triggers[2]} after delete on search_text begin ${putOff('values (old.record_id, old.text)')}; end`,
    indexAt(32),
  ],
  gatherMore: ['drop trigger search_pending_full', indexAt(maxPending)],
  rebuild,
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
