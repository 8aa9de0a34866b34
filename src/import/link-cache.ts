import type { ParamTable, Values } from '../core/params.ts'
import type { StoredPost } from '../core/stored-post.ts'
import type { Db } from '../db/database.ts'
import type { EventLinks } from '../resources/events/links.ts'
import type { LinkInput } from '../resources/shared/nested-input.ts'

/**
 * The venues and organizers found or created for nested payloads of events, by payload: most events repeat a few of
 * them. Entries are valid until somebody else changes a venue or an organizer after change `version`.
 */
export type LinkCache = { readonly version: number; readonly rows: Map<string, StoredPost<'venue' | 'organizer'>> }

/** The empty cache. */
export const emptyLinkCache: LinkCache = { version: 0, rows: new Map() }

const tables: readonly string[] = ['venue', 'organizer']

/** Most venues and organizers in the cache; with more, it is emptied, to limit memory. */
const maxKnown = 10_000

/** Returns the entries that are still valid in this transaction. */
export const loadLinkCache = async (db: Db, { version, rows: known }: LinkCache): Promise<LinkCache['rows']> => {
  const rows = await db.kysely
    .selectFrom('change')
    .select(['id', 'kind'])
    .where('id', '>=', version)
    .orderBy('id')
    .execute()
  // The log is trimmed at its beginning: if the last known change is gone, others may be missing too.
  const holds = rows[0]?.id === version && !rows.some(({ id, kind }) => id > version && isLinked(kind))
  return new Map(holds && known.size < maxKnown ? known : [])
}

const isLinked = (kind: string): boolean => tables.includes(kind)

/** Returns the cache as of the end of a transaction, to use after its commit. */
export const saveLinkCache = async (db: Db, rows: LinkCache['rows']): Promise<LinkCache> => {
  const last = db.kysely.selectFrom('change').select((eb) => eb.fn.max('id').as('version'))
  const { version } = await last.executeTakeFirstOrThrow()
  return { version, rows }
}

/** The values with nested payloads replaced by cached rows. */
export const useCachedLinks = (known: LinkCache['rows'], values: Values<ParamTable>): Values<ParamTable> => {
  const replace = (table: string): object => {
    const inputs = readInputs(values, table)
    if (!inputs?.some(isCreate)) return {}
    const replaced = inputs.map((input) => {
      const row = isCreate(input) ? known.get(makeCacheKey(table, input)) : undefined
      return row === undefined ? input : { id: row.id, row }
    })
    return { [table]: replaced }
  }
  return { ...values, ...replace('venue'), ...replace('organizer') }
}

/** Caches the links of an event that was just created by their payloads. */
export const cacheLinks = (known: LinkCache['rows'], links: EventLinks, values: Values<ParamTable>): void => {
  for (const [table, rows] of [
    ['venue', links.venues],
    ['organizer', links.organizers],
  ] as const) {
    const inputs = readInputs(values, table) ?? []
    // Two payloads for one record have one link.
    if (rows.length !== inputs.length) continue
    for (const [at, input] of inputs.entries()) {
      const row = rows[at]
      if (row && isCreate(input) && !isPeculiar(input)) known.set(makeCacheKey(table, input), row)
    }
  }
}

type Create = Extract<LinkInput, { readonly create: unknown }>

const isCreate = (input: LinkInput): input is Create => 'create' in input

/** A payload with a status may create a record in the trash, which the next payload of that name would not find. */
const isPeculiar = ({ create }: Create): boolean => create['status'] !== undefined

const makeCacheKey = (table: string, { create }: Create): string => `${table} ${JSON.stringify(create)}`

const readInputs = (values: Values<ParamTable>, table: string): readonly LinkInput[] | undefined => values[table]
