import { type RawBuilder, sql } from 'kysely'
import { type Caller, readable } from '../../core/policy.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import type { Database } from '../../db/database.ts'
import type { PostTableName } from '../../db/schema.ts'
import type { JsonObject } from '../../lib/json.ts'
import { readInBackground } from '../../query/in-background.ts'
import { refuseUnknownBy } from '../shared/site-lists.ts'
import { boundedIds } from './bounded-ids.ts'

/** Most images of an answer, and most records that are named of each. */
const maxImages = 100
const maxNamed = 20

const usesParams = { include: { type: boundedIds(maxImages, 'images'), isRequired: true } }

const tables = ['event', 'venue', 'organizer'] as const satisfies readonly PostTableName[]

/** The records of a table that show some images, and that the caller may read; those in the trash too. */
const usesIn = (
  { dialect }: Database,
  caller: Caller,
  table: PostTableName,
  ids: readonly number[],
): RawBuilder<unknown> =>
  sql`select image_id, cast(${sql.lit(table)} as text) as kind, id, title, status from ${sql.table(table)}
    where image_id is not null and ${dialect.isIn(sql.ref('image_id'), ids)} and ${readable(caller, table)()}`

type Use = { readonly image: number; readonly total: number; readonly record: JsonObject }

const readUses = async (request: SiteRequest<typeof usesParams>, ids: readonly number[]): Promise<Use[]> => {
  const { database, context } = request
  const all = sql.join(
    tables.map((table) => usesIn(database, context.caller, table, ids)),
    sql` union all `,
  )
  // An image that thousands of events show is counted, and the latest of them are named.
  const query = sql`select image_id, total, kind, id, title, status from (
      select used.*, count(*) over (partition by image_id) as total,
        row_number() over (partition by image_id order by id desc) as place from (${all}) as used) as placed
    where place <= ${sql.lit(maxNamed)} order by image_id, place`
  const rows = await readInBackground(request, query)
  return rows.map(([image, total, kind, id, title, status]) => ({
    image: Number(image),
    total: Number(total),
    record: { kind: `${kind}`, id: Number(id), title: `${title}`, status: `${status}` },
  }))
}

const listUses = async (request: SiteRequest<typeof usesParams>): Promise<SiteResponse> => {
  const ids = [...new Set(request.values.include ?? [])]
  const uses = await readUses(request, ids)
  const body = ids.map((image) => {
    const own = uses.filter((use) => use.image === image)
    return { image, total: own[0]?.total ?? 0, records: own.map(({ record }) => record) }
  })
  return { body }
}

/** Which records show an image, to those who may edit (contract C7). */
export const imageUsesDocument: SiteDocument = {
  path: '/image-uses',
  endpoints: [
    endpoint({
      methods: ['GET'],
      params: usesParams,
      right: 'edit',
      refuseUnknown: refuseUnknownBy(usesParams),
      answer: listUses,
    }),
  ],
}
