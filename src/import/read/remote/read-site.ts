import type { FieldTable } from '../../../core/fields.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../lib/json.ts'
import { eventFields } from '../../../resources/events/fields.ts'
import { organizerFields } from '../../../resources/organizers/fields.ts'
import { venueFields } from '../../../resources/venues/fields.ts'
import { isBlank, isLost } from '../items.ts'
import {
  type ExternalLinks,
  type ImportedKind,
  type ImportRecord,
  isLinked,
  parentsFirst,
  type UnreadPart,
} from '../record.ts'
import { type AskSite, type SiteAddresses, SiteError, withQuery } from './client.ts'

/** Records of a page: what sites allow at most unless they were changed. */
const perPage = '50'

/** A span that has every event. */
const allTime = { start_date: '1900-01-01 00:00:00', end_date: '2100-12-31 23:59:59' }

/** The statuses that credentials may show. */
const allStatuses = 'publish,future,draft,pending,private'

/**
 * Reads a live site of the interface, one page after the other: first what events refer to, then all events, past ones too. The records are in
 * memory one page at a time. `isPrivate` asks for drafts and private records as well, which only credentials show.
 */
export async function* readSite(
  { events, site }: SiteAddresses,
  ask: AskSite,
  isPrivate: boolean,
): AsyncGenerator<ImportRecord | UnreadPart> {
  const images = new Set<string>()
  for (const [kind, path] of [
    ['category', 'categories'],
    ['tag', 'tags'],
  ] as const) {
    const terms: ImportRecord[] = []
    for await (const record of pagesOf(ask, `${events}/${path}`, path, { hide_empty: 'false' }))
      if ('fault' in record) yield record
      else terms.push(recordOfTerm(kind, record.record))
    yield* parentsFirst(terms)
  }
  const status: Readonly<Record<string, string>> = isPrivate ? { status: allStatuses } : {}
  for (const [kind, path, params] of [
    ['venue', 'venues', status],
    ['organizer', 'organizers', status],
    ['event', 'events', { ...allTime, ...status }],
  ] as const) {
    for await (const record of pagesOf(ask, `${events}/${path}`, path, params)) {
      if ('fault' in record) {
        yield record
        continue
      }
      const image = imageOf(record.record)
      if (image?.externalId !== undefined && !images.has(image.externalId)) {
        images.add(image.externalId)
        yield await withTexts(image, site, ask)
      }
      yield recordOfPost(kind, record.record)
    }
  }
}

/**
 * All records of a list. Records that are created or removed meanwhile move others to other pages: each is yielded once, and when the total
 * says that some were missed, the list is read a second time. Caches that answer with another page are passed by.
 */
async function* pagesOf(
  ask: AskSite,
  address: string,
  name: string,
  params: Readonly<Record<string, string>>,
): AsyncGenerator<{ readonly record: JsonObject } | UnreadPart> {
  const seen = new Set<unknown>()
  let total = 0
  for (let pass = 1; pass <= 2; pass++) {
    let last = Number.POSITIVE_INFINITY
    for (let page = 1; page <= last; page++) {
      const found = await readPage(ask, address, name, { ...params, per_page: perPage, page: String(page) }, page)
      if (!found) break
      if ('fault' in found) {
        yield found
        // How many there are is not known yet, and may never be.
        if (last === Number.POSITIVE_INFINITY) return
        continue
      }
      ;({ total, last } = found)
      // Whatever the site says: a page without records is after the last one.
      if (found.records.length === 0) break
      for (const record of found.records) {
        if (seen.has(record['id'])) continue
        seen.add(record['id'])
        yield { record }
      }
    }
    if (!(seen.size < total)) return
  }
  yield { place: name, fault: `The site says that it has ${total}, and shows ${seen.size}.`, isMissing: true }
}

type Page = { readonly records: readonly JsonObject[]; readonly total: number; readonly last: number }

/** Attempts to get a page from a site whose cache answers with another one. */
const attempts = 3

/** A page; undefined past the last one. */
const readPage = async (
  ask: AskSite,
  address: string,
  name: string,
  params: Readonly<Record<string, string>>,
  page: number,
): Promise<Page | UnreadPart | undefined> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const fresh: Readonly<Record<string, string>> = attempt > 1 ? { _: `${Date.now()}` } : {}
    const { status, body } = await ask(withQuery(address, { ...params, ...fresh }))
    const list = isJsonObject(body) ? body[name] : undefined
    if (status === 404 || (status === 400 && page > 1)) return undefined
    if (status === 401 || status === 403)
      throw new SiteError(`${address} answers ${status}: the site wants other credentials.`)
    if (!isJsonObject(body) || !Array.isArray(list)) continue
    // A cache that ignores the query answers with the first page.
    if (isOtherPage(body, page)) continue
    const records = list.filter(isJsonObject)
    return { records, total: Number(body['total'] ?? records.length), last: Number(body['total_pages'] ?? page) }
  }
  return { place: `${name}, page ${page}`, fault: 'The site answers with something else than this page.' }
}

const isOtherPage = ({ rest_url }: JsonObject, page: number): boolean => {
  if (typeof rest_url !== 'string') return false
  const sent = /[?&]page=(\d+)/.exec(rest_url)?.[1]
  return sent === undefined ? false : Number(sent) !== page
}

/** An image with its texts, where the site tells them. */
const withTexts = async (image: ImportRecord, site: string, ask: AskSite): Promise<ImportRecord> => {
  if (image.id === undefined) return image
  try {
    const { status, body } = await ask(`${site}/media/${image.id}`)
    if (status !== 200 || !isJsonObject(body)) return image
    const { alt_text, source_url, title, caption } = body
    const texts = {
      ...(typeof alt_text === 'string' && { alt_text }),
      ...renderedText('title', title),
      ...renderedText('caption', caption),
    }
    // The record of an event may have a smaller size.
    const url = typeof source_url === 'string' && source_url !== '' ? source_url : (image.payload['url'] ?? null)
    return { ...image, payload: { ...image.payload, ...texts, url } }
  } catch (error) {
    if (error instanceof SiteError) return image
    throw error
  }
}

const renderedText = (name: string, value: unknown) =>
  isJsonObject(value) && typeof value['rendered'] === 'string' ? { [name]: value['rendered'] } : {}

/** Fields that only make sense at the site itself; `date_utc` says the same as `date`, wherever it is read. */
const leftOut: readonly string[] = ['date', 'external_id', 'source']

const fieldsOf = { event: eventFields, venue: venueFields, organizer: organizerFields } as const

/** Turns an event, a venue or an organizer, as the interface answers it, into a record to import. */
const recordOfPost = (kind: 'event' | 'venue' | 'organizer', record: JsonObject): ImportRecord => {
  const payload: Record<string, Json> = {}
  for (const [name, field] of Object.entries<FieldTable[string]>(fieldsOf[kind])) {
    const value = record[name]
    if (value !== undefined && value !== null && !isLinked(field) && !leftOut.includes(name)) payload[name] = value
  }
  // What is not imported stays in sight: it is named.
  for (const [name, value] of Object.entries(record))
    if (isLost(kind, name, value) && !isBlank(value)) payload[name] = value
  // Those of venues and organizers are no fields, but kept.
  if (typeof record['slug'] === 'string') payload['slug'] = record['slug']
  // A slug of the trash is not free for the next one.
  if (record['status'] === 'trash') delete payload['slug']
  const links = linksOf(kind, record)
  return { kind, ...identify(kind, record), payload, ...(Object.keys(links).length > 0 && { links }) }
}

/** Turns a category or a tag into a record to import. */
const recordOfTerm = (kind: 'category' | 'tag', record: JsonObject): ImportRecord => {
  const { name = '', slug = '', description = '', parent } = record
  const isBelow = kind === 'category' && typeof parent === 'number' && parent > 0
  return {
    kind,
    ...identify(kind, record),
    payload: { name, slug, description },
    ...(isBelow && { links: { parent: String(parent) } }),
  }
}

/** The image of a record, in its original size; undefined for a record without one. */
const imageOf = ({ image }: JsonObject): ImportRecord | undefined => {
  if (!isJsonObject(image)) return undefined
  const { id, url } = image
  if (typeof url !== 'string' || url === '') return undefined
  return {
    kind: 'image',
    externalId: String(id ?? url),
    place: `image ${String(id ?? url)}`,
    payload: { url },
    ...(typeof id === 'number' && { id }),
  }
}

const identify = (kind: ImportedKind, { id }: JsonObject) => ({
  externalId: String(id),
  place: `${kind} ${String(id)}`,
  ...(typeof id === 'number' && { id }),
})

const linksOf = (kind: ImportedKind, record: JsonObject): ExternalLinks => {
  const image = imageOf(record)?.externalId
  if (kind !== 'event') return { ...(image !== undefined && { image }) }
  const ids = (name: string): readonly string[] => idsOf(record[name])
  return {
    venue: ids('venue'),
    organizer: ids('organizer'),
    categories: ids('categories'),
    tags: ids('tags'),
    ...(image !== undefined && { image }),
  }
}

/** The ids of linked records; sites answer one object, a list, or an empty list. */
const idsOf = (value: Json | undefined): readonly string[] => {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((one) => (isJsonObject(one) && one['id'] !== undefined ? [String(one['id'])] : []))
}
