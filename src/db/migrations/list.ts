import type { Db } from '../database.ts'
import type { ColumnTypes, Dialect } from '../dialects/dialect.ts'
import { calendar } from './0001-calendar.ts'
import { images } from './0002-images.ts'
import { throttle } from './0003-throttle.ts'
import { changes } from './0004-changes.ts'
import { listing } from './0005-listing.ts'
import { search } from './0006-search.ts'
import { gatheredSearch } from './0007-gathered-search.ts'
import { gatheredAside } from './0008-gathered-aside.ts'
import { boundedLists } from './0009-bounded-lists.ts'
import { free } from './0010-free.ts'
import { orderByModified } from './0011-order-by-modified.ts'
import { safeTexts } from './0012-safe-texts.ts'

/** A step of the schema: plain statements, with the types of columns as the database spells them; each runs once. */
export type Migration = {
  readonly name: string
  readonly statements: (types: ColumnTypes, dialect: Dialect['name']) => readonly string[]
  /** What statements cannot do: it runs after them, in the same transaction. */
  readonly revise?: (db: Db) => Promise<void>
}

/** All migrations in the order in which they run; a published one is never changed. */
export const migrations: readonly Migration[] = [
  calendar,
  images,
  throttle,
  changes,
  listing,
  search,
  gatheredSearch,
  gatheredAside,
  boundedLists,
  free,
  orderByModified,
  safeTexts,
]
