import { postgresSearch } from '../dialects/postgres-search.ts'
import { sqliteSearch } from '../dialects/sqlite-search.ts'
import type { Migration } from './list.ts'

/** A thread brings texts into the index of searches: a write does it only where that thread is kept busy, for many at a time. */
export const gatheredAside: Migration = {
  name: '0008-gathered-aside',
  statements: (_, dialect) => ({ sqlite: sqliteSearch, postgres: postgresSearch })[dialect].gatherMore,
}
