import type { Kysely } from 'kysely'
import { dependencyOn } from '../cache/change-feed.ts'
import { cachedResult } from '../cache/result-cache.ts'
import type { ChangeKind, Schema } from '../db/schema.ts'
import { idsOf } from '../db/statement.ts'
import { after } from '../lib/awaitable.ts'
import { type Bound, boundTo, type LookUpRule, type Prepared, resultKey } from './condition.ts'
import { bind, prepare, shapeBy } from './statement-cache.ts'

/** Builds the query for ids, once for each role and shape. */
type Build<V, S> = (
  kysely: Kysely<Schema>,
  bound: Bound<V>,
  shape: S,
) => { compile: () => Parameters<typeof prepare>[0] }

type Options<V, S> = {
  /** Changes of these kinds invalidate the ids; without `kinds`, they depend on the same changes as the list. */
  readonly kinds?: readonly ChangeKind[]
  /** The property of a value that determines the text of the statement. */
  readonly shape?: (value: V) => S
}

/** Makes a rule's look-up of ids. Its statement is compiled once for each shape, and its result is cached until a change. */
export const idsBy = <V, S = undefined>(
  build: Build<V, S>,
  { kinds, shape: shapeOfValue }: Options<V, S>,
): LookUpRule<V, readonly number[]> => {
  const statements = new Map<string, Prepared<V>>()
  return (database, context, value, dependency) => {
    const { dialect, kysely } = database
    const { role } = context.caller
    const shape = shapeBy(shapeOfValue, value)
    const key = `${dialect.name} ${role} ${shape}`
    let statement = statements.get(key)
    if (!statement) {
      const bound = boundTo<V, V>(dialect, role, (asked) => asked)
      statement = prepare(build(kysely, bound, shape).compile())
      statements.set(key, statement)
    }
    const { text } = statement
    const parameters = bind(statement, value, context)
    return cachedResult(
      kinds ? dependencyOn(dependency.changeFeed, kinds, undefined, dependency.version) : dependency,
      resultKey(statement, parameters),
      () => after(database.query(text, parameters), (rows) => idsOf(rows, 0)),
    )
  }
}
