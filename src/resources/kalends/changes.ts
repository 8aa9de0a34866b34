import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { positionOf } from '../../core/change-position.ts'
import { ApiError } from '../../core/errors.ts'
import { anonymous, type Caller, requireRight } from '../../core/policy.ts'
import { type Document, readDocument } from '../../core/resource.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { textParams } from '../../core/text-params.ts'
import { positiveInteger, someText, wordOf, wordsOf } from '../../core/types.ts'
import type { Database } from '../../db/database.ts'
import { type ChangeKind, type FollowedKind, followedKinds } from '../../db/schema.ts'
import { readStatement } from '../../db/statement.ts'
import { ownNamespace } from '../../lib/links.ts'
import { strongEtag } from '../../lib/tag.ts'
import { resources } from '../list.ts'
import { refuseUnknownBy, wholeNumber } from '../shared/site-lists.ts'

const longestPage = 1000
const usualPage = 500

const changeParams = {
  afterChangeNumber: { type: wholeNumber, default: 0 },
  epoch: { type: someText(64) },
  reading: { type: wholeNumber },
  kinds: { type: wordsOf(...followedKinds) },
  limit: { type: positiveInteger(longestPage), default: usualPage },
  view: { type: wordOf('public', 'edit'), default: 'public' as const },
  text: textParams.text,
}

type Request = SiteRequest<typeof changeParams>

/** Changes of these kinds change what a page shows, or add to it. */
const dependsOn: readonly ChangeKind[] = ['event', 'venue', 'organizer', 'image', 'term', 'count', 'setting', 'number']

/** Most bytes of the records of a page, which ends before its limit where they are long; and records that are read at once. */
const mostBytes = 8 * 1024 * 1024
const portion = 100

/** A record at the number of its latest change. Hidden events are not in lists. */
type Item = { readonly kind: FollowedKind; readonly id: number; readonly number: number; readonly isHidden: boolean }

/**
 * Answers the records that have changed after a number, each once, at its latest change and in the order of the commits (contract C8.1). The
 * form is the Realtime Paged Data Exchange 1.0 of OpenActive, ordered by change numbers.
 * @throws ApiError `kalends_changes_gone` for numbers that say nothing about this calendar any more.
 */
const answerChanges = async (request: Request): Promise<SiteResponse> => {
  const { database, context, values, changeFeed } = request
  const { afterChangeNumber: after = 0, limit = usualPage, kinds = ['event'], view = 'public' } = values
  const isEdit = view === 'edit'
  if (isEdit)
    requireRight(context.caller, 'edit-others', 'Only editors and administrators follow the changes of all records.')
  const position = positionOf(changeFeed, context.config)
  // Who reads from the beginning needs no deletion from before that.
  const reading = after === 0 ? position.number : Math.max(values.reading ?? 0, after)
  if (values.epoch !== undefined && values.epoch !== position.epoch) throw new ApiError('kalends_changes_gone')
  if (after > 0) await requireKnown(database, after, { reading, newest: position.number })
  const found = await readItems(database, { after, limit: limit + 1, kinds, isEdit })
  const page = await writeItems(request, found.slice(0, limit), isEdit)
  const number = page.last ?? after
  const next = addressOf(request, { number, epoch: position.epoch, reading })
  const isFull = found.length > limit || page.count < found.length
  const before = `{"next":${JSON.stringify(next)},"items":[`
  return {
    body: null,
    bytes: [Buffer.from(before), ...page.body, Buffer.from(']}')],
    etag: strongEtag(before + page.tag),
    dependsOn,
    // What is behind a full page comes with other numbers: it never has to be read again.
    ...(isFull && after > 0 && values.epoch !== undefined && { maxAge: 3600 }),
  }
}

/** @throws ApiError for a number of the future, and for one from before deletions that have been forgotten. */
const requireKnown = async (
  { kysely }: Database,
  after: number,
  { reading, newest }: { readonly reading: number; readonly newest: number },
): Promise<void> => {
  const { forgotten } = await kysely.selectFrom('change_epoch').select('forgotten').executeTakeFirstOrThrow()
  if (reading < forgotten) throw new ApiError('kalends_changes_gone')
  if (after <= newest) return
  throw new ApiError('rest_invalid_param', {
    data: {
      params: {
        afterChangeNumber: `The newest change has the number ${newest}: take the number of a page or list that you have read.`,
      },
    },
  })
}

type Wanted = {
  readonly after: number
  readonly limit: number
  readonly kinds: readonly FollowedKind[]
  readonly isEdit: boolean
}

/** Reads the records with the least numbers after one. The public never learns of a record that it could not see. */
const readItems = async (database: Database, { after, limit, kinds, isEdit }: Wanted): Promise<readonly Item[]> => {
  const parts = kinds.flatMap((kind) => (isEdit ? [1, 0] : [1]).map((published) => ({ kind, published })))
  const build = () => {
    const queries = parts.map(
      ({ kind, published }) => sql`select * from (select kind, record_id, number from latest_change
        where kind = ${sql.lit(kind)} and published = ${sql.lit(published)} and number > ${after}
        order by number limit ${limit}) as part`,
    )
    return sql`select kind, record_id, number,
        (select hide_from_listings from event where event.id = page.record_id and page.kind = 'event') as hidden
      from (${sql.join(queries, sql` union all `)}) as page order by number limit ${limit}`
  }
  const parameters = [...parts.flatMap(() => [after, limit]), limit]
  const rows = await readStatement(database, `changes ${isEdit} ${kinds.join()}`, build, parameters)
  return rows.map(([kind, id, number, hidden]) => ({
    kind: kinds.find((one) => one === kind) ?? 'event',
    id: Number(id),
    number: Number(number),
    isHidden: Number(hidden) === 1,
  }))
}

/** The JSON of items, and what their ETag is made of. */
type Page = { body: Buffer[]; tag: string; count: number; last: number | undefined }

const writeItems = async (request: Request, items: readonly Item[], isEdit: boolean): Promise<Page> => {
  // A copy that is made from the beginning would drop what others read from memory.
  const readers = items.length > portion ? request.passing : request.documents
  const caller = isEdit ? request.context.caller : anonymous
  const page: Page = { body: [], tag: '', count: 0, last: undefined }
  let bytes = 0
  for (let at = 0; at < items.length; at += portion) {
    if (at > 0) await nextTurn()
    const some = items.slice(at, at + portion)
    const found = await readRecords(readers, caller, some)
    for (const item of some) {
      const document = item.isHidden && !isEdit ? undefined : found(item)
      const { text, tag } = writeItem(item, document, request.values.text === 'plain')
      bytes += text.length
      if (bytes > mostBytes && page.count > 0) return page
      page.body.push(Buffer.from(page.count > 0 ? `,${text}` : text))
      page.tag += tag
      page.count++
      page.last = item.number
    }
  }
  return page
}

/** Reads the records of items, each kind at once; one that is gone, or that the caller may not read, is not found. */
const readRecords = async (
  readers: Request['documents'],
  caller: Caller,
  items: readonly Item[],
): Promise<(item: Item) => Document | undefined> => {
  const found = new Map<FollowedKind, ReadonlyMap<number, Document>>()
  for (const kind of followedKinds) {
    const ids = items.filter((item) => item.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const documents = await readers[kind](caller, ids)
    found.set(kind, new Map(documents.map((document) => [document.id, document])))
  }
  return ({ kind, id }) => found.get(kind)?.get(id)
}

const plainBy = new Map(resources.map(({ name, plain }) => [name, plain]))

const writeItem = (
  { kind, id, number }: Item,
  document: Document | undefined,
  wantsPlainText: boolean,
): { readonly text: string; readonly tag: string } => {
  const base = `"kind":"${kind}","id":${id},"modified":${number}`
  if (!document) return { text: `{"state":"deleted",${base}}`, tag: `${base}-` }
  const plain = wantsPlainText ? plainBy.get(kind) : undefined
  const data = plain ? JSON.stringify(plain(readDocument(document))) : document.bytes.toString()
  return { text: `{"state":"updated",${base},"data":${data}}`, tag: base + document.tag }
}

/** The address behind a page: the same question, after its last number. */
const addressOf = (
  { context, values }: Request,
  { number, epoch, reading }: { readonly number: number; readonly epoch: string; readonly reading: number },
): string => {
  const query = new URLSearchParams({ afterChangeNumber: String(number), epoch })
  if (number < reading) query.set('reading', String(reading))
  if (values.kinds) query.set('kinds', values.kinds.join())
  const { limit = usualPage } = values
  if (limit !== usualPage) query.set('limit', String(limit))
  if (values.view === 'edit') query.set('view', 'edit')
  if (values.text === 'plain') query.set('text', 'plain')
  return `${context.links.api('changes', ownNamespace)}?${query}`
}

/** The feed of changes (contract C8.1). */
export const changesDocument: SiteDocument = {
  path: '/changes',
  endpoints: [
    endpoint({
      methods: ['GET'],
      params: changeParams,
      refuseUnknown: refuseUnknownBy(changeParams),
      answer: answerChanges,
    }),
  ],
}
