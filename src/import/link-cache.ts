import { sql } from 'kysely'
import type { ParamTable, Values } from '../core/params.ts'
import type { Db } from '../db/database.ts'
import type { LinkInput } from '../resources/shared/link-input.ts'

/**
 * The ids of the venues and organizers that payloads inside of events have met or made: events have few of them, and most come again
 * and again. They hold until somebody else changes a venue or an organizer after the change with the number `version`.
 */
export type LinkCache = { readonly version: number; readonly ids: Map<string, number> }

/** Nothing is known. */
export const emptyLinkCache: LinkCache = { version: 0, ids: new Map() }

const tables = ['venue', 'organizer'] as const

/** More are forgotten, so that memory has a bound. */
const maxTwins = 10_000

/** What still holds in this transaction of what was known. */
export const recallLinks = async (db: Db, { version, ids }: LinkCache): Promise<LinkCache['ids']> => {
  const rows = await db.kysely
    .selectFrom('change')
    .select(['id', 'kind'])
    .where('id', '>=', version)
    .orderBy('id')
    .execute()
  // The log is cut at its beginning: where the last change that was known is gone, so may be others.
  const holds = rows[0]?.id === version && !rows.some(({ id, kind }) => id > version && isLinked(kind))
  return new Map(holds && ids.size < maxTwins ? ids : [])
}

const isLinked = (kind: string): boolean => tables.some((table) => table === kind)

/** Remembers what is known at the end of a transaction, for when it is committed. */
export const keepLinks = async (db: Db, ids: LinkCache['ids']): Promise<LinkCache> => {
  const last = db.kysely.selectFrom('change').select((eb) => eb.fn.max('id').as('version'))
  const { version } = await last.executeTakeFirstOrThrow()
  return { version, ids }
}

/** The values with the ids of linkCache in the place of payloads. */
export const replaceLinks = (ids: LinkCache['ids'], values: Values<ParamTable>): Values<ParamTable> => {
  const replace = (table: string): object => {
    const inputs = inputsOf(values, table)
    if (!inputs?.some(isCreate)) return {}
    const replaced = inputs.map((input) => {
      const id = isCreate(input) ? ids.get(keyOf(table, input)) : undefined
      return id === undefined ? input : { id }
    })
    return { [table]: replaced }
  }
  return { ...values, ...replace('venue'), ...replace('organizer') }
}

/** Learns what the payloads of an event that was just created stand for. */
export const learnLinks = async (db: Db, ids: LinkCache['ids'], eventId: number, values: Values<ParamTable>) => {
  for (const table of tables) {
    const inputs = inputsOf(values, table) ?? []
    if (!inputs.some(isCreate)) continue
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(`${table}_id`)} as id from ${sql.table(`event_${table}`)} where event_id = ${eventId} order by position
      `.execute(db.kysely)
    // Two payloads for one record have one link.
    if (rows.length !== inputs.length) continue
    for (const [at, input] of inputs.entries()) {
      const id = rows[at]?.id
      if (id !== undefined && isCreate(input) && !isPeculiar(input)) ids.set(keyOf(table, input), id)
    }
  }
}

type Create = Extract<LinkInput, { readonly create: unknown }>

const isCreate = (input: LinkInput): input is Create => 'create' in input

/** What is created in the trash is nobody's twin. */
const isPeculiar = ({ create }: Create): boolean => create['status'] !== undefined

const keyOf = (table: string, { create }: Create): string => `${table} ${JSON.stringify(create)}`

const inputsOf = (values: Values<ParamTable>, table: string) => values[table] as readonly LinkInput[] | undefined
