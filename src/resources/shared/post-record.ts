import type { Selectable } from 'kysely'
import type { Site } from '../../core/context.ts'
import type { PostTable, PostTableName } from '../../db/schema.ts'
import type { Json } from '../../lib/json.ts'
import { showDateUtc } from './post-publication.ts'

type Row = Selectable<PostTable>

/** Author, status and dates, in the order in which every post-like record shows them (F2). */
export const showPublication = (row: Row) => ({
  author: String(row.author_id),
  status: row.status,
  date: row.date,
  date_utc: showDateUtc(row.date_utc),
  modified: row.modified,
  modified_utc: row.modified_utc,
})

/** `global_id` and its lineage (F2.1). */
export const globalIds = ({ links }: Site, { id }: Pick<Row, 'id'>) => {
  const global_id = `${links.host}?id=${id}`
  return { global_id, global_id_lineage: [global_id] }
}

/** The page of a record in this server (contract B6.3). */
export const pageUrl = ({ links }: Site, table: PostTableName, { slug }: Pick<Row, 'slug'>): string =>
  links.page(`/${table}/${slug}/`)

/** Venues and organizers leave out what is empty (F2.2); a "0" is empty too, as clients of the peer know it. */
export const withoutEmpty = <T extends Readonly<Record<string, Json>>>(record: T): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '0' && Boolean(value))) as Partial<T>
