import { sql } from 'kysely'
import { after } from '../../lib/awaitable.ts'
import type { SearchIndex } from './search-index.ts'

/** Creates the extension pg_trgm where it is installed; since PostgreSQL 13 the owner of a database may do so. */
const create = `do $$
  declare home text;
  begin
    begin
      create extension if not exists pg_trgm;
    exception when others then null;
    end;
    select nspname into home from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
    if home is not null then
      execute format('create index search_text_trigram on search_text using gin (text %I.gin_trgm_ops)', home);
    end if;
  end $$`

const isThere = `to_regclass('search_text_trigram') is not null`
const isPossible = `exists (select 1 from pg_extension where extname = 'pg_trgm')`
/** In these locales the extension ignores all letters except those of ASCII. */
const isPlain = `(select datctype in ('C', 'POSIX') from pg_database where datname = current_database())`

/** Matches no text. */
const nothing = /^\b$/

/** The index of the extension pg_trgm, when the database has the extension. */
export const postgresSearch: SearchIndex = {
  rebuild: ['drop index if exists search_text_trigram', create],
  isWhole: async (kysely) => {
    const { rows } = await sql<{
      n: number
    }>`select 1 as n where ${sql.raw(isPossible)} and not ${sql.raw(isThere)}`.execute(kysely)
    return rows.length === 0
  },
  findWarnings: async (kysely) => {
    const { rows } = await sql<{ n: number }>`select 1 as n where not (${sql.raw(isThere)})`.execute(kysely)
    return rows.map(
      () =>
        'searches are slow without the extension pg_trgm: create it, then run "kalends check --repair" and start again',
    )
  },
  findReach: (query) =>
    after(query(`select ${isThere}, ${isPlain}`, []), ([row]) => {
      const [hasIndex, hasPlainLetters] = row ?? []
      if (!hasIndex) return nothing
      return hasPlainLetters ? /[a-z0-9]{3}/ : /[\p{L}0-9]{3}/u
    }),
  patternsOf: (needles) => needles.map((needle) => `%${needle.replace(/[\\%_]/g, '\\$&')}%`),
  select: (patterns) =>
    sql`select record_id from search_text where ${sql.join(
      patterns.map((pattern) => sql`text like ${pattern}`),
      sql` and `,
    )}`,
}
