import { sql } from 'kysely'
import { readable } from '../../../core/policy.ts'
import { asListed } from '../../../db/listed-table.ts'
import type { LinkedTable, LinkTarget } from '../../../db/schema.ts'
import { idsBy, type LookUpRule, type Rule } from '../../../query/condition.ts'

type Ids = readonly (number | string)[]

/** Makes the rule that selects events linked to one of the ids which are looked up for a value. */
export const linkedTo = <V>(
  target: LinkTarget,
  lookUp: LookUpRule<V, readonly number[]>,
): Rule<'event', V, undefined, readonly number[]> => ({
  key: target,
  facets: (ids) => ids.map((id) => `${target}:${id}`),
  lookUp,
  where:
    ({ isIn, dialect }) =>
    (eb) => {
      const link = `event_${target}` as const
      return eb.exists(
        eb
          .selectFrom(sql.table(link).as(link))
          .select(sql.lit(1).as('one'))
          .where(sql.ref(`${link}.event_id`), '=', eb.ref('event.id'))
          .where(isIn(dialect.compared(sql.ref<number>(`${link}.${target}_id`)), (ids) => ids)),
      )
    },
})

/** Selects events in one of the categories or one of their descendants (contract B4.8). */
export const inCategories = linkedTo<Ids>(
  'term',
  idsBy(
    (kysely, { isIn }) =>
      kysely
        .withRecursive('below(id)', (db) =>
          db
            .selectFrom('term')
            .select('term.id')
            .where((eb) => isIn(eb.ref('term.id'), (ids) => ids))
            .union(
              db
                .selectFrom('term')
                .innerJoin('below', 'below.id', 'term.parent_id')
                .select('term.id')
                .where('term.parent_id', '<>', sql.lit(0)),
            ),
        )
        .selectFrom('below')
        .select('below.id'),
    { kinds: ['term'] },
  ),
)

/** Selects events with one of the tags. */
export const withTags = linkedTo<Ids>('term', (_database, _context, ids) => ids.map(Number))

/** Selects events linked to one of the records that the caller may read (contract B5.3). */
export const linkedToRecords = (table: LinkedTable) =>
  linkedTo<readonly number[]>(
    table,
    idsBy(
      (kysely, { isIn, caller }) =>
        kysely
          .selectFrom(asListed(table))
          .select(sql.ref<number>(`${table}.id`).as('id'))
          .where(isIn(sql.ref(`${table}.id`), (ids) => ids))
          .where(readable(caller, table)()),
      { kinds: [table] },
    ),
  )
