import { postgresSearch } from '../dialects/postgres-search.ts'
import { sqliteSearch } from '../dialects/sqlite-search.ts'
import type { Migration } from './list.ts'

/** The index of searches takes texts by the dozen, since each time costs more than one text. */
export const gatheredSearch: Migration = {
  name: '0007-gathered-search',
  statements: (_, dialect) => ({ sqlite: sqliteSearch, postgres: postgresSearch })[dialect].gather,
}
