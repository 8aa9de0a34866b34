import type { ParamTable, Values } from '../core/params.ts'
import type { StoredPost } from '../core/stored-post.ts'
import type { Db } from '../db/database.ts'
import type { EventLinks } from '../resources/events/relations.ts'
import type { LinkInput } from '../resources/shared/link-input.ts'

/**
 * The venues and organizers that nested payloads of events have found or created, by these payloads: most events repeat a few of
 * them. They hold until somebody else changes a venue or an organizer after the change with the number `version`.
 */
export type LinkCache = { readonly version: number; readonly rows: Map<string, StoredPost<'venue' | 'organizer'>> }

/** Nothing is known. */
export const emptyLinkCache: LinkCache = { version: 0, rows: new Map() }

const tables: readonly string[] = ['venue', 'organizer']

/** Venues and organizers that are kept; when there are more, all are forgotten, so that memory has a bound. */
const maxKnown = 10_000

/** What was known before this transaction and is still true in it. */
export const recallLinks = async (db: Db, { version, rows: known }: LinkCache): Promise<LinkCache['rows']> => {
  const rows = await db.kysely
    .selectFrom('change')
    .select(['id', 'kind'])
    .where('id', '>=', version)
    .orderBy('id')
    .execute()
  // The log is cut at its beginning: where the last change that was known is gone, so may be others.
  const holds = rows[0]?.id === version && !rows.some(({ id, kind }) => id > version && isLinked(kind))
  return new Map(holds && known.size < maxKnown ? known : [])
}

const isLinked = (kind: string): boolean => tables.includes(kind)

/** Remembers what is known at the end of a transaction, for when it is committed. */
export const keepLinks = async (db: Db, rows: LinkCache['rows']): Promise<LinkCache> => {
  const last = db.kysely.selectFrom('change').select((eb) => eb.fn.max('id').as('version'))
  const { version } = await last.executeTakeFirstOrThrow()
  return { version, rows }
}

/** The values with the known rows in the place of nested payloads. */
export const replaceLinks = (known: LinkCache['rows'], values: Values<ParamTable>): Values<ParamTable> => {
  const replace = (table: string): object => {
    const inputs = inputsOf(values, table)
    if (!inputs?.some(isCreate)) return {}
    const replaced = inputs.map((input) => {
      const row = isCreate(input) ? known.get(keyOf(table, input)) : undefined
      return row === undefined ? input : { id: row.id, row }
    })
    return { [table]: replaced }
  }
  return { ...values, ...replace('venue'), ...replace('organizer') }
}

/** Learns what the payloads of an event that was just created stand for. */
export const learnLinks = (known: LinkCache['rows'], links: EventLinks, values: Values<ParamTable>): void => {
  for (const [table, rows] of [
    ['venue', links.venues],
    ['organizer', links.organizers],
  ] as const) {
    const inputs = inputsOf(values, table) ?? []
    // Two payloads for one record have one link.
    if (rows.length !== inputs.length) continue
    for (const [at, input] of inputs.entries()) {
      const row = rows[at]
      if (row && isCreate(input) && !isPeculiar(input)) known.set(keyOf(table, input), row)
    }
  }
}

type Create = Extract<LinkInput, { readonly create: unknown }>

const isCreate = (input: LinkInput): input is Create => 'create' in input

/** A payload with a status may create a record in the trash, which the next payload of that name would not find. */
const isPeculiar = ({ create }: Create): boolean => create['status'] !== undefined

const keyOf = (table: string, { create }: Create): string => `${table} ${JSON.stringify(create)}`

const inputsOf = (values: Values<ParamTable>, table: string): readonly LinkInput[] | undefined => values[table]
