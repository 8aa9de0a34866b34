import type { Selectable } from 'kysely'
import type { ChangeFeed } from '../../cache/change-feed.ts'
import {
  createFragmentCache,
  type Fragment,
  type FragmentCache,
  joinBytes,
  newBytes,
  newFragment,
} from '../../cache/fragment-cache.ts'
import type { Site } from '../../core/context.ts'
import { member, membersFor, optionalMember, singleMember } from '../../core/members.ts'
import { address, dateTime, id, jsonLd, listOf, oneOf, text, textLike } from '../../core/parts.ts'
import type { PolicySubject } from '../../core/policy.ts'
import type { RecordDefinition } from '../../core/record.ts'
import type { RecordJson } from '../../core/resource.ts'
import { readPosts, type StoredPost } from '../../core/stored-post.ts'
import type { Database } from '../../db/database.ts'
import { type LinkedTable, type PostTable, type PostTableName, statuses } from '../../db/schema.ts'
import { isJsonObject, type Json, type JsonObject } from '../../lib/json.ts'
import { htmlToPlain } from '../../lib/plain-html.ts'
import { plainText } from '../../lib/text.ts'
import { imagePart, type Shown, showImage } from './post-image.ts'

type Row = Selectable<PostTable>

const columns = membersFor<Row>()

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

/** A record and what decides who may read it. */
export type PostFragment = Fragment & { readonly subject: PolicySubject }

/** The columns on which the policy depends. */
export const selectSubject = ({ author_id, status, trashed_from }: PolicySubject): PolicySubject => ({
  author_id,
  status,
  trashed_from,
})

/** How venues or organizers become fragments, and these become documents. */
export type LinkedFragments<T extends LinkedTable> = {
  readonly table: T
  readonly make: (row: StoredPost<T>, site: Site) => PostFragment
  /** Returns the record in terms of schema.org, which single reads show, also of events that link to it. */
  readonly singleOf: (fragment: PostFragment) => Buffer
  /** Returns the record in chunks, as single reads have it. */
  readonly singleChunks: (fragment: PostFragment) => readonly Buffer[]
  /** Makes the documents of a record that is no committed content yet. */
  readonly compose: (site: Site, stored: { readonly row: StoredPost<T> }) => (isSingle: boolean) => Buffer
}

/** Describes how venues or organizers become fragments; `thing` is a record in terms of schema.org. */
export const linkedFragments = <T extends LinkedTable, M, R extends Json>(
  table: T,
  { render, insertSingle }: Pick<RecordDefinition<StoredPost<T>, M>, 'render' | 'insertSingle'>,
  thing: (record: R) => JsonObject,
): LinkedFragments<T> => {
  const singleOf = (fragment: PostFragment): Buffer => {
    fragment.single ??= newBytes(JSON.stringify(thing(JSON.parse(fragment.bytes.toString()))))
    return fragment.single
  }
  const make = (row: StoredPost<T>, site: Site): PostFragment => ({
    ...newFragment(row.id, render(row, site)),
    subject: selectSubject(row),
  })
  const singleChunks = (fragment: PostFragment): readonly Buffer[] =>
    insertSingle(fragment.bytes, [jsonLdStart, singleOf(fragment).subarray(1)])
  return {
    table,
    make,
    singleOf,
    singleChunks,
    compose: (site, { row }) => {
      const fragment = make(row, site)
      return (isSingle) => (isSingle ? joinBytes(singleChunks(fragment)) : fragment.bytes)
    },
  }
}

const jsonLdStart = Buffer.from('{"@context":"http://schema.org",')

/** Caches venues or organizers as lists and events hold them. */
export const createLinkedFragments = <T extends LinkedTable>(
  { site, database, changeFeed }: FragmentSource,
  { table, make, singleOf }: LinkedFragments<T>,
  maxBytes: number,
): FragmentCache<PostFragment> => {
  const read = readPosts(database, table)
  return createFragmentCache(changeFeed, {
    maxBytes,
    kinds: [table],
    others: ['image'],
    load: read,
    make: (row) => make(row, site()),
    singleOf,
  })
}

/** Where fragments come from. */
export type FragmentSource = {
  /** A function, since the public URL may name a port that is known only when the server listens. */
  readonly site: () => Site
  readonly database: Database
  readonly changeFeed: ChangeFeed
}

const { made, stored } = membersFor<Shown<PostTable>>()

/** The members that venues and organizers have besides their fields (F2.2, F2.3). */
export const linkedMembers = (table: LinkedTable) => {
  const members = postMembers(table)
  return {
    ...members,
    author: { ...members.author, isOptional: true as const },
    description: optionalMember(
      text,
      'Full description as HTML; absent when empty.',
      stored('description', { omitsEmpty: true }),
    ),
    excerpt: optionalMember(text, 'Short summary as HTML; absent when empty.', stored('excerpt', { omitsEmpty: true })),
    image: optionalMember(imagePart, 'Featured image; absent when there is none.', made('image', showImage)),
    json_ld: singleMember(
      jsonLd,
      'The record as structured data of schema.org in JSON-LD; only present when a single record is read.',
    ),
  }
}

/** The members with which venues and organizers begin, and those with which they end. */
export const [linkedStart, linkedEnd] = [
  ['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url'],
  ['global_id', 'global_id_lineage'],
] as const

type PlainOptions = {
  /** Lines of text in which `&`, `<` and `>` are entities. */
  readonly lines: readonly string[]
  /** Members that link to other records: one, or a list of them. */
  readonly linked?: Readonly<Record<string, (record: RecordJson) => RecordJson>>
}

/** Members that are HTML. */
const html = ['description', 'excerpt']

/** Makes the function that turns the texts of a record into plain text (contract C1.1). */
export const plainRecord = ({ lines, linked = {} }: PlainOptions): ((record: RecordJson) => RecordJson) => {
  const steps = new Map<string, (value: Json) => Json>()
  for (const name of lines) steps.set(name, ofText(plainText))
  for (const name of html) steps.set(name, ofText(htmlToPlain))
  for (const [name, plain] of Object.entries(linked)) steps.set(name, ofRecords(plain))
  return (record) => {
    const plain: Record<string, Json> = {}
    for (const [name, value] of Object.entries(record))
      if (value !== undefined) plain[name] = steps.get(name)?.(value) ?? value
    return plain
  }
}

const ofText =
  (plain: (text: string) => string) =>
  (value: Json): Json =>
    typeof value === 'string' ? plain(value) : value

const ofRecords =
  (plain: (record: RecordJson) => RecordJson) =>
  (value: Json): Json =>
    Array.isArray(value)
      ? value.map((one: Json) => (isJsonObject(one) ? plain(one) : one))
      : isJsonObject(value)
        ? plain(value)
        : value
