import type { Expression, RawBuilder } from 'kysely'
import type { Awaitable } from '../../lib/awaitable.ts'
import type { Query } from '../database.ts'
import type { Querying } from './dialect.ts'

/** The index of the trigrams in `search_text`: how a database has it, and what it can be asked. */
export type SearchIndex = {
  /** Statements that make it anew of the texts that are there; they make none where it cannot be had. */
  readonly rebuild: readonly string[]
  /** Whether it has the texts that are there, where it can be had. */
  readonly isWhole: (kysely: Querying) => Promise<boolean>
  /** What the operator should know of it, a line each. */
  readonly findWarnings: (kysely: Querying) => Promise<string[]>
  /** Tells of a needle whether the index helps to find it. */
  readonly findReach: (query: Query) => Awaitable<RegExp>
  /** What it is asked for, so that it finds every text that holds all of these needles. */
  readonly patternsOf: (needles: readonly string[]) => readonly string[]
  /** Ids of records, among them all whose text holds what the patterns are made of. */
  readonly select: (patterns: readonly Expression<string>[]) => RawBuilder<unknown>
}
