import type { Kysely } from 'kysely'
import { dependencyWith } from '../cache/change-feed.ts'
import { cached } from '../cache/result-cache.ts'
import type { ChangeKind, Schema } from '../db/schema.ts'
import { after } from '../lib/awaitable.ts'
import { type Bound, boundTo, keyOf, type LookUpRule, type Prepared } from './condition.ts'
import { bind, prepare } from './statement-cache.ts'

/** A query for ids, as a builder for each role and shape. */
type Build<V, S> = (
  kysely: Kysely<Schema>,
  bound: Bound<V>,
  shape: S,
) => { compile: () => Parameters<typeof prepare>[0] }

/** What {@link idsBy} answers instead of more ids than are worth knowing. */
export const tooMany: readonly number[] = []

type Options<V, S> = {
  /** The ids are the same as long as no record of these kinds changes; without them, as the list to which they belong. */
  readonly kinds?: readonly ChangeKind[]
  /** What of the value changes the structure of the query. */
  readonly shape?: (value: V) => S
  /** More are not worth knowing. */
  readonly most?: number
}

/** Looks up the ids that a value stands for. The statement is built once for each shape, and its answer remembered until a change. */
export const idsBy = <V, S = undefined>(
  build: Build<V, S>,
  { kinds, shape: shapeOfValue, most = Number.POSITIVE_INFINITY }: Options<V, S>,
): LookUpRule<V, readonly number[]> => {
  const statements = new Map<string, Prepared<V>>()
  return (database, context, value, dependency) => {
    const { dialect, kysely } = database
    const { role } = context.caller
    const shape = shapeOfValue?.(value) as S
    const key = `${dialect.name} ${role} ${shape}`
    let statement = statements.get(key)
    if (!statement) {
      const bound = boundTo<V, V>(dialect, role, (asked) => asked)
      statement = prepare(build(kysely, bound, shape).compile())
      statements.set(key, statement)
    }
    const { text } = statement
    const parameters = bind(statement, value, context)
    return cached(kinds ? dependencyWith(dependency, kinds, undefined) : dependency, keyOf(statement, parameters), () =>
      after(database.query(text, parameters), (rows) => (rows.length > most ? tooMany : idsOf(rows))),
    )
  }
}

const idsOf = (rows: readonly (readonly unknown[])[]): number[] => {
  const ids: number[] = []
  for (const [id] of rows) ids.push(Number(id))
  return ids
}
