import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { type FieldTable, readStoredPayload } from '../../core/fields.ts'
import { isInvalid, settleReading } from '../../core/params.ts'
import { findPost } from '../../core/stored-post.ts'
import type { Database } from '../../db/database.ts'
import type { PostTableName } from '../../db/schema.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import { withEnding } from '../../lib/text.ts'
import { eventDefinition } from '../../resources/events/definition.ts'
import { organizerDefinition } from '../../resources/organizers/resource.ts'
import { draftPost } from '../../resources/shared/post.ts'
import { venueDefinition } from '../../resources/venues/resource.ts'
import { recordKinds } from '../apply/keep-ids/rows.ts'
import { findItems, type StoredKind } from '../match/import-items.ts'
import { describeFault, isLost, readPayload, readSlug } from '../read/items.ts'
import type { ImportRecord, JsonRecord, UnreadPart } from '../read/record.ts'

/** What a site says of a field, and what is here; a difference that the contract explains has the clause. */
type Difference = {
  /** Such as `event 12`, with the id at the site. */
  readonly place: string
  /** '' for a record that is not here. */
  readonly field: string
  readonly there: unknown
  readonly here: unknown
  readonly clause?: string
}

/** What a comparison of a site with the calendar has found. */
type Verification = { compared: number; readonly differences: Difference[] }

/** What the import was asked to change, and what is therefore not compared. */
type Asked = {
  readonly status?: string | undefined
  readonly category?: string | undefined
  readonly since?: string | undefined
  readonly images?: 'copy' | 'no' | undefined
  /** The ids are compared, too. */
  readonly keepsIds?: boolean | undefined
}

type Verifying = {
  readonly database: Database
  readonly context: RequestContext
  readonly source: string
  readonly asked: Asked
  readonly found: Verification
}

/**
 * Reads a site again and compares each record with what has become of it here, field by field: with what the fields make of what the site
 * says. `onRecord` is called for each.
 */
export const verifyImport = async (
  { database, context, source, asked }: Omit<Verifying, 'found'>,
  records: AsyncIterable<ImportRecord | JsonRecord | UnreadPart>,
  onRecord: (compared: number) => void,
): Promise<Verification> => {
  const found: Verification = { compared: 0, differences: [] }
  const work: Verifying = { database, context, source, asked, found }
  for await (const record of records) {
    if ('fault' in record) addDifference(work, { place: record.place, field: '', there: record.fault, here: undefined })
    else if (!('json' in record) && !isLeftOut(record, asked)) await verify(work, record)
    onRecord(found.compared)
  }
  return found
}

const isLeftOut = ({ kind, payload }: ImportRecord, { since, images }: Asked): boolean => {
  const end = payload['end_date']
  return (kind === 'image' && images === 'no') || (since !== undefined && typeof end === 'string' && end < since)
}

const addDifference = ({ found }: Verifying, difference: Difference): void => void found.differences.push(difference)

const verify = async (work: Verifying, record: ImportRecord): Promise<void> => {
  const { kind, place, externalId = '', payload } = record
  work.found.compared++
  const id = await idHere(work, kind, externalId)
  const here = id === undefined ? undefined : await readHere(work, kind, id)
  if (id === undefined || !here) return addDifference(work, { place, field: '', there: 'a record', here: undefined })
  if (work.asked.keepsIds && record.id !== undefined && record.id !== id)
    addDifference(work, { place, field: 'id', there: record.id, here: id })
  const isPost = kind === 'event' || kind === 'venue' || kind === 'organizer'
  const { fields } = recordKinds[kind]
  const expected = isPost ? findExpected(work.context, kind, payload) : readEach(work.context, fields, payload)
  if (expected instanceof ApiError)
    return addDifference(work, { place, field: '', there: describeFault(expected).fault, here: 'a record' })
  for (const [field, there] of Object.entries(payload)) {
    const [wanted, own] = [expected[field], here[field]]
    if (kind !== 'image' && isLost(kind, field, there)) addDifference(work, { place, field, there, here: undefined })
    if (field === 'url' || wanted === undefined || (field === 'status' && work.asked.status !== undefined)) continue
    if (!isSame(wanted, own))
      addDifference(work, { place, field, there: wanted, here: own, ...findClause(field, wanted, own) })
    else if (isMarkup(fields[field]) && there !== own)
      addDifference(work, { place, field, there, here: own, clause: 'B6.2' })
  }
  await verifyLinks(work, record, here)
}

const idHere = async (
  { database, source }: Verifying,
  kind: StoredKind,
  externalId: string,
): Promise<number | undefined> => (await findItems(database, source, kind, [externalId])).get(externalId)?.record_id

/** The values of the fields of a record here, and the ids of what it links to. */
const readHere = async (
  { database }: Verifying,
  kind: ImportRecord['kind'],
  id: number,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const { kysely } = database
  if (kind === 'image') return kysely.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirst()
  if (kind === 'category' || kind === 'tag') {
    const row = await kysely.selectFrom('term').selectAll().where('id', '=', id).executeTakeFirst()
    return row && { ...row, parent: row.parent_id }
  }
  const row = await findPost(database, kind, 'id', id)
  if (!row) return undefined
  const links = kind === 'event' ? eventDefinition.links.idsOf(await eventDefinition.links.load(database, id)) : {}
  return { ...readStoredPayload(recordKinds[kind].fields, row, links), slug: row.slug, image: row.image_id }
}

const definitions = { event: eventDefinition, venue: venueDefinition, organizer: organizerDefinition }

/** The values that a record with this payload would have; a slug is the sent one. */
const findExpected = (
  context: RequestContext,
  kind: PostTableName,
  payload: JsonObject,
): Readonly<Record<string, unknown>> | ApiError => {
  const { fields } = recordKinds[kind]
  try {
    const values = settleReading(fields, readPayload(context, fields, payload, false), undefined)
    const { columns } = draftPost(context, definitions[kind] as typeof eventDefinition, values)
    return { ...readStoredPayload(fields, columns, {}), slug: values['slug'] ?? readSlug(fields, payload) }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const readEach = (
  context: RequestContext,
  fields: FieldTable,
  payload: JsonObject,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]) => {
      const field = fields[name]
      const read = value === '' || value === null ? field?.empty : field?.type.read(value, context)
      return [name, isInvalid(read) ? value : read]
    }),
  )

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

const isMarkup = (field: FieldTable[string] | undefined): boolean =>
  field !== undefined && 'searched' in field && field.searched === 'html'

/** The clause by which a value may become another one. */
const findClause = (field: string, there: unknown, here: unknown): { readonly clause?: string } => {
  const [number] = /-\d+$/.exec(String(here)) ?? []
  const isNumbered = field === 'slug' && number !== undefined && here === withEnding(String(there), number)
  return isNumbered ? { clause: 'B7.6' } : {}
}

const linkKinds = { venue: 'venue', organizer: 'organizer', categories: 'category', tags: 'tag' } as const

const verifyLinks = async (
  work: Verifying,
  { kind, place, links = {} }: ImportRecord,
  here: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { image, parent } = links
  if (image !== undefined && work.asked.images !== 'no')
    await verifyLink(work, place, 'image', 'image', [image], [here['image']])
  if (parent !== undefined && kind === 'category')
    await verifyLink(work, place, 'parent', 'category', [parent], [here['parent']])
  if (kind !== 'event') return
  for (const [field, of] of Object.entries(linkKinds)) {
    const own = here[field]
    const ids = links[field as keyof typeof linkKinds] ?? []
    const isAdded = field === 'categories' && work.asked.category !== undefined
    await verifyLink(work, place, field, of, ids, Array.isArray(own) ? own : [], isAdded)
  }
}

const verifyLink = async (
  work: Verifying,
  place: string,
  field: string,
  kind: StoredKind,
  ids: readonly string[],
  here: readonly unknown[],
  mayHaveMore = false,
): Promise<void> => {
  const wanted: unknown[] = []
  for (const id of ids) wanted.push((await idHere(work, kind, id)) ?? `${kind} ${id}`)
  const isOrdered = kind === 'venue' || kind === 'organizer'
  const same = isOrdered
    ? isSame(wanted, here)
    : wanted.every((id) => here.includes(id)) && (mayHaveMore || wanted.length === here.length)
  if (!same) addDifference(work, { place, field, there: wanted, here })
}

/** Most characters of a value that are printed. */
const shown = 80

const showValue = (value: unknown): string => {
  const text = JSON.stringify(value as Json | undefined) ?? 'nothing'
  return text.length > shown ? `${text.slice(0, shown)}…` : text
}

/** A difference in one line. */
export const describeDifference = ({ place, field, there, here, clause }: Difference): string => {
  const what = field === '' ? `${place}: ` : `${place}: ${field}: `
  return `${what}${showValue(there)} there, ${showValue(here)} here${clause === undefined ? '' : ` (contract ${clause})`}`
}
