import type { Selectable } from 'kysely'
import type { Site } from '../../core/context.ts'
import { dateTime, id, listOf, oneOf, text, textLike } from '../../core/parts.ts'
import { columnsOf, member } from '../../core/record.ts'
import { floatingDate } from '../../core/types/dates.ts'
import { type PostTable, type PostTableName, statuses } from '../../db/schema.ts'
import type { Json } from '../../lib/json.ts'

type Row = Selectable<PostTable>

const stored = columnsOf<Row>()

/** The members that every post-like record has, which show its own row: id, author (a text of digits), status, dates and slug (F2). */
export const postMembers = {
  id: member(id, 'Id of the record, unique among events, venues, organizers and images.', stored('id')),
  author: member(textLike('^\\d+$'), 'Id of the author as a string of digits.', (row: Row) => String(row.author_id)),
  status: member(
    oneOf(...statuses),
    'Status of the record: `publish`, `future`, `draft`, `pending`, `private` or `trash`.',
    stored('status'),
  ),
  date: member(dateTime, 'Publication date in the site’s time zone, as `YYYY-MM-DD HH:MM:SS`.', stored('date')),
  date_utc: member(
    dateTime,
    'Publication date in UTC, as `YYYY-MM-DD HH:MM:SS`; all zeros as long as an unpublished record has no date.',
    (row: Row) => row.date_utc ?? floatingDate,
  ),
  modified: member(
    dateTime,
    'Time of the last change in the site’s time zone, as `YYYY-MM-DD HH:MM:SS`.',
    stored('modified'),
  ),
  modified_utc: member(dateTime, 'Time of the last change in UTC, as `YYYY-MM-DD HH:MM:SS`.', stored('modified_utc')),
  slug: member(text, 'Last part of the record’s public address.', stored('slug')),
}

type OnSite = { readonly site: Site }

/** `global_id` and its lineage (F2.1). */
export const globalIdMembers = {
  global_id: member(
    text,
    'Identifier of the record across sites: host and path of the site, followed by the id.',
    (row: Row, { site: { links } }: OnSite) => `${links.host}?id=${row.id}`,
  ),
  global_id_lineage: member(
    listOf(text),
    'All global identifiers the record has had, beginning with the present one.',
    (row: Row, { site: { links } }: OnSite): readonly string[] => [`${links.host}?id=${row.id}`],
  ),
}

/** The page of a record in this server (contract B6.3). */
export const pageUrl = ({ links }: Site, table: PostTableName, { slug }: Pick<Row, 'slug'>): string =>
  links.page(`/${table}/${slug}/`)

/** The properties of an object in terms of schema.org that are not empty; a "0" is (F2.2). */
export const withoutEmpty = <T extends Readonly<Record<string, Json>>>(properties: T): Partial<T> => {
  const present: Partial<T> = {}
  for (const name in properties) if (properties[name] && properties[name] !== '0') present[name] = properties[name]
  return present
}
