import type { Selectable } from 'kysely'
import type { Site } from '../../core/context.ts'
import { columnsOf, member } from '../../core/members.ts'
import { address, dateTime, id, listOf, oneOf, text, textLike } from '../../core/parts.ts'
import { type PostTable, type PostTableName, statuses } from '../../db/schema.ts'
import type { Json, JsonObject } from '../../lib/json.ts'

type Row = Selectable<PostTable>

const columns = columnsOf<Row>()

/** The members that every post-like record has (F2); the author is a text of digits. */
export const postMembers = (table: PostTableName) => ({
  id: member(id, 'Id of the record, unique among events, venues, organizers and images.', columns.stored('id')),
  author: member(textLike('^\\d+$'), 'Id of the author as a string of digits.', columns.digits('author_id')),
  status: member(
    oneOf(...statuses),
    'Status of the record: `publish`, `future`, `draft`, `pending`, `private` or `trash`.',
    columns.stored('status'),
  ),
  date: member(dateTime, 'Publication date in the site’s time zone, as `YYYY-MM-DD HH:MM:SS`.', columns.date('date')),
  date_utc: member(
    dateTime,
    'Publication date in UTC, as `YYYY-MM-DD HH:MM:SS`; all zeros as long as an unpublished record has no date.',
    columns.date('date_utc'),
  ),
  modified: member(
    dateTime,
    'Time of the last change in the site’s time zone, as `YYYY-MM-DD HH:MM:SS`.',
    columns.date('modified'),
  ),
  modified_utc: member(
    dateTime,
    'Time of the last change in UTC, as `YYYY-MM-DD HH:MM:SS`.',
    columns.date('modified_utc'),
  ),
  url: member(address, 'Address of the record’s public page.', columns.address('site', `/${table}/`, 'slug', '/')),
  slug: member(text, 'Last part of the record’s public address.', columns.stored('slug')),
  global_id: member(
    text,
    'Identifier of the record across sites: host and path of the site, followed by the id.',
    columns.address('host', '?id=', 'id'),
  ),
  global_id_lineage: member(
    listOf(text),
    'All global identifiers the record has had, beginning with the current one.',
    columns.addressList('host', '?id=', 'id'),
  ),
})

/** The page of a record in this server (contract B6.3). */
export const pageUrl = ({ links }: Site, table: PostTableName, { slug }: Pick<Row, 'slug'>): string =>
  links.page(`/${table}/${slug}/`)

/** The properties of an object in terms of schema.org that are not empty; a "0" is (F2.2). */
export const withoutEmpty = <T extends Readonly<Record<string, Json | undefined>>>(properties: T): JsonObject => {
  const present: Record<string, Json> = {}
  for (const name in properties) {
    const value = properties[name]
    if (value && value !== '0') present[name] = value
  }
  return present
}
