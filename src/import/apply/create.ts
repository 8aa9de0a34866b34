import { ApiError } from '../../core/errors.ts'
import { lookUpRows } from '../../core/named-rows.ts'
import { settleReading } from '../../core/params.ts'
import { readDocument } from '../../core/resource.ts'
import type { ImportItemTable } from '../../db/schema.ts'
import { withEnding } from '../../lib/text.ts'
import { createTogether } from '../../resources/events/create-together.ts'
import { storeItems } from '../match/import-items.ts'
import { type KeyedItem, makeStoredHash } from '../match/match.ts'
import { findDuplicate, findSameRecord, isShared } from '../match/same-record.ts'
import { type Item, parsePayload, type ReadItem, readItem, readSlug, resources } from '../read/items.ts'
import { cacheLinks, type Links, useCachedLinks, withLinkFields } from './links.ts'
import { changeOccurrence, importImage, resolvePayload } from './update.ts'
import { describeKeptRecord, type GroupWork, makeItemRow, makeUnlinked } from './work.ts'

/** What an item has become: a new record, or one that was here. */
type Created = { readonly id: number; readonly slug?: string; readonly wasHere?: boolean }

/** Creates the records of items that are new. */
export const createItems = async (work: GroupWork, items: readonly KeyedItem[]): Promise<void> => {
  const { db, kind, attempt } = work
  if (kind === 'event') return createNewEvents(work, items)
  for (const keyed of items) {
    const links = await work.link(keyed.item)
    const tried = await attempt(db, () => createOne(work, keyed, links))
    if ('error' in tried) {
      const row = recordRefused(work, keyed, tried.error)
      // What links to it finds the one that is here.
      if (row && isShared(kind)) await storeItems(db, [row])
    }
    // A later one of the group may refer to it.
    else await storeItems(db, [recordCreated(work, keyed, links, tried.result)])
  }
}

const createNewEvents = async (work: GroupWork, items: readonly KeyedItem[]): Promise<void> => {
  const { db, context, linkRows, refusals, attempt } = work
  // The parent of an event may come just before it.
  const below = items.findIndex(({ item }, at) => at > 0 && item.links?.parent !== undefined)
  if (below > 0) {
    await createNewEvents(work, items.slice(0, below))
    return createNewEvents(work, items.slice(below))
  }
  const ready = new Map<ReadItem, { readonly keyed: KeyedItem; readonly links: Links }>()
  for (const keyed of items) {
    const links = await work.link(keyed.item)
    const read = keyed.item.links ? readItem(context, withLinkFields(keyed.item, links.fields)) : keyed.read
    if ('fault' in read) refusals.set(keyed.read, new ApiError('rest_invalid_param', { message: read.fault }))
    else ready.set({ ...read, id: findWantedId(work, keyed.item) }, { keyed, links })
  }
  const { created, refusals: refused } = await createTogether(db, context, [...ready.keys()], {
    attempt,
    // The history needs no versions of them: their source has them.
    keepsVersions: false,
    replace: (values) => useCachedLinks(linkRows, values),
    learn: (links, values) => cacheLinks(linkRows, links, values),
  })
  const rows: ImportItemTable[] = []
  for (const [read, { row }] of created) {
    const own = ready.get(read)
    if (own) rows.push(recordCreated(work, own.keyed, own.links, row))
  }
  for (const [read, error] of refused) {
    const own = ready.get(read)
    if (own) recordRefused(work, own.keyed, error)
  }
  await storeItems(db, rows)
}

/** Records why a record was not created. One that is here already gets a row, without a hash: an import that is to update may do so. */
const recordRefused = (
  work: GroupWork,
  { read, item, key }: KeyedItem,
  error: unknown,
): ImportItemTable | undefined => {
  const here = findDuplicate(item, error)
  if (!here) {
    work.refusals.set(read, error)
    return undefined
  }
  work.outcomes.set(read, { done: 'skipped', reason: here.reason })
  return makeItemRow(work, { key, hash: '', record_id: here.id })
}

/** Records what has become of an item, and returns its row. */
const recordCreated = (
  work: GroupWork,
  { read, ...keyed }: KeyedItem,
  { missing }: Links,
  made: Created,
): ImportItemTable => {
  const { kind, unlinked, outcomes } = work
  const { item } = keyed
  const done = made.wasHere ? 'unchanged' : 'created'
  if (missing.length > 0) unlinked.push(makeUnlinked(kind, keyed, missing, done))
  const wanted = findWantedId(work, item) ?? made.id
  const remark = wanted === made.id ? slugRemark(item, made) : describeKeptRecord(kind, made.id)
  outcomes.set(read, { done, ...(remark !== undefined && { remark }) })
  const hash = makeStoredHash(keyed, missing, item.original !== undefined)
  return makeItemRow(work, { key: keyed.key, hash, record_id: made.id })
}

/** Says that another record has the slug that the source names. */
const slugRemark = ({ json }: Item, { slug }: Created): string | undefined => {
  const [number] = /-\d+$/.exec(slug ?? '') ?? []
  if (slug === undefined || number === undefined || !json.includes('"slug"')) return undefined
  const { slug: wanted } = parsePayload({ json })
  if (typeof wanted !== 'string' || wanted === slug || withEnding(wanted, number) !== slug) return undefined
  return `Its slug is ${slug} here, since another record has ${wanted}.`
}

/** The id that a new record gets, if it is not the next one. */
const findWantedId = ({ run }: GroupWork, { id }: Item): number | undefined => (run.keepsIds ? id : undefined)

/** Creates a record that is no event of its own; a term, a venue or an organizer that is here already is taken. */
const createOne = async (work: GroupWork, { item, read }: KeyedItem, { fields: links }: Links): Promise<Created> => {
  const { db, context, kind, run } = work
  const id = findWantedId(work, item)
  const payload = parsePayload(item)
  if (kind === 'image') return { id: await importImage(db, context, payload, id) }
  if (kind === 'occurrence' || item.kind === 'image')
    return { id: await changeOccurrence(db, context, run.source, withLinkFields(item, links)) }
  const { fields, operations } = resources[item.kind]
  const slug = readSlug(fields, payload)
  const values = item.links
    ? await resolvePayload(db, context, fields, { ...payload, ...links }, true)
    : settleReading(fields, read.reading, await lookUpRows(db, read.references))
  if (isShared(kind) && id === undefined) {
    const found = await findSameRecord(work, kind, item, values)
    if (found !== undefined) return { id: found, wasHere: true }
  }
  try {
    const made = await operations.create(db, context, values, { id, slug })
    return { id: made.id, ...readShownSlug(readDocument(made)) }
  } catch (error) {
    // Nothing has been written before this is found.
    if (!(error instanceof ApiError)) throw error
    const { term_id } = error.data
    if (error.code === 'term_exists' && typeof term_id === 'number') return { id: term_id, wasHere: true }
    if (error.code !== 'duplicate_term_slug') throw error
    const made = await operations.create(db, context, { ...values, slug: '' }, { id })
    return { id: made.id, ...readShownSlug(readDocument(made)) }
  }
}

const readShownSlug = ({ slug }: Readonly<Record<string, unknown>>) => (typeof slug === 'string' ? { slug } : {})
