import type { Expression, RawBuilder } from 'kysely'
import type { Awaitable } from '../../lib/awaitable.ts'
import type { Query } from '../database.ts'
import type { Querying } from './dialect.ts'

/** The index of the trigrams in `search_text`, as each database implements it. */
export type SearchIndex = {
  /** Statements that rebuild the index from the stored texts, when the database supports the index. */
  readonly rebuild: readonly string[]
  /** Whether the index contains all stored texts; true when the database does not support it. */
  readonly isWhole: (kysely: Querying) => Promise<boolean>
  /** Warnings on the index for the operator, one line each. */
  readonly findWarnings: (kysely: Querying) => Promise<string[]>
  /** Returns a pattern that matches the needles which the index can find. */
  readonly findReach: (query: Query) => Awaitable<RegExp>
  /** Returns the patterns for `select` that every text with all of these needles matches. */
  readonly patternsOf: (needles: readonly string[]) => readonly string[]
  /** Selects ids of records, a superset of those whose text contains the needles of the patterns. */
  readonly select: (patterns: readonly Expression<string>[]) => RawBuilder<unknown>
}
