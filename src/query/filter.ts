import type { Param, Values } from '../core/params.ts'
import type { Schema } from '../db/schema.ts'
import { type Condition, condition, type Rule } from './condition.ts'

/** A list parameter with the rule that selects rows; parameters without a rule are evaluated together with others. */
export type Filter<T extends keyof Schema, V, S = undefined, R = V> = Param<V> & Partial<Rule<T, V, S, R>>

/** Declares a list parameter; the type of its value follows from `type`. */
export const filter = <T extends keyof Schema, V, S = undefined, R = V>(
  entry: Filter<T, V, S, R>,
): Filter<T, V, S, R> => entry

// biome-ignore lint/suspicious/noExplicitAny: filters of different types meet in one table; each keeps its own type in it.
type AnyFilter<T extends keyof Schema> = Filter<T, any, any, any>

// biome-ignore lint/suspicious/noExplicitAny: as above.
type FilterRule<T extends keyof Schema> = Rule<T, any, any, any>

/** The filters of a list of rows of one table. */
export type FilterTable<T extends keyof Schema> = { readonly [name: string]: AnyFilter<T> }

/** Returns the conditions of all filters that were sent. */
export const filterConditions = <T extends keyof Schema>(
  filters: FilterTable<T>,
  values: Values<FilterTable<T>>,
): Condition<T>[] => {
  const conditions: Condition<T>[] = []
  for (const name in values) {
    const entry = filters[name]
    // With a condition, the entry of a filter is the rule.
    if (entry?.where) conditions.push(condition(entry as FilterRule<T>, values[name]))
  }
  return conditions
}
