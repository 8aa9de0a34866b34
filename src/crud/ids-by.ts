import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { after } from '../lib/awaitable.ts'
import { type Bound, bind, boundTo, keyOf, type LookUpRule, type Prepared, prepare } from './conditions.ts'
import { remember } from './remember.ts'

/** A query for ids, as a builder for each role and shape. */
type Build<V, S> = (
  kysely: Kysely<Schema>,
  bound: Bound<V>,
  shape: S,
) => { compile: () => Parameters<typeof prepare>[0] }

/** What {@link idsBy} answers instead of more ids than are worth knowing. */
export const tooMany: readonly number[] = []

/** Looks up the ids that a value stands for. The statement is built once for each shape, and its answer remembered until a change. */
export const idsBy = <V, S = undefined>(
  build: Build<V, S>,
  shapeOfValue?: (value: V) => S,
  most = Number.POSITIVE_INFINITY,
): LookUpRule<V, readonly number[]> => {
  const statements = new Map<string, Prepared<V>>()
  return (database, scope, value, outlook) => {
    const { dialect, kysely } = database
    const { role } = scope.caller
    const shape = shapeOfValue?.(value) as S
    const key = `${dialect.name} ${role} ${shape}`
    const statement =
      statements.get(key) ??
      prepare<V>(
        build(
          kysely,
          boundTo<V, V>(dialect, role, (asked) => asked),
          shape,
        ).compile(),
      )
    statements.set(key, statement)
    const parameters = bind(statement, value, scope)
    return remember(outlook, keyOf(statement, parameters), () =>
      after(database.query(statement.text, parameters), (rows) =>
        rows.length > most ? tooMany : rows.map(([id]) => Number(id)),
      ),
    )
  }
}
