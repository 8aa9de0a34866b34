import { setImmediate as nextTurn } from 'node:timers/promises'
import { positionOf } from '../../core/change-position.ts'
import { createSlots } from '../../core/limiter.ts'
import { anonymous, type Caller, requireRight } from '../../core/policy.ts'
import { type Document, readDocument } from '../../core/resource.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { textParams } from '../../core/text-params.ts'
import { numberBetween, positiveInteger, someText, wordOf, wordsOf } from '../../core/types.ts'
import { type ChangeKind, type FollowedKind, followedKinds } from '../../db/schema.ts'
import { ownNamespace } from '../../lib/links.ts'
import { strongEtag } from '../../lib/tag.ts'
import { resources } from '../list.ts'
import { refuseUnknownBy, wholeNumber } from '../shared/site-lists.ts'
import { type Item, readItems, requireKnown, tooManyWait, type Wanted } from './change-items.ts'
import { streamDocument } from './changes-stream.ts'

const longestPage = 1000
const usualPage = 500

/** Most seconds for which a request waits for a change. */
const longestWait = 30

const changeParams = {
  afterChangeNumber: { type: wholeNumber, default: 0 },
  epoch: { type: someText(64) },
  reading: { type: wholeNumber },
  kinds: { type: wordsOf(...followedKinds) },
  limit: { type: positiveInteger(longestPage), default: usualPage },
  wait: { type: numberBetween(0, longestWait), default: 0 },
  view: { type: wordOf('public', 'edit'), default: 'public' as const },
  text: textParams.text,
}

type Request = SiteRequest<typeof changeParams>

/** Changes of these kinds change what a page shows, or add to it. */
const dependsOn: readonly ChangeKind[] = ['event', 'venue', 'organizer', 'image', 'term', 'count', 'setting', 'number']

/** Most bytes of a page, which ends before its limit where its records are long; and what an item has about besides its record. */
const [mostBytes, besides] = [8 * 1024 * 1024, 100]

/** Records that are read at once. */
const portion = 100

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
  await requireKnown(database, position, { after, reading, epoch: values.epoch })
  const wanted = { after, limit: limit + 1, kinds, isEdit }
  const ready = await readItems(database, wanted)
  const found = ready.length > 0 ? ready : await waitForItems(request, wanted, position.number)
  // What is kept in memory must be as new as the numbers that go with it: nobody would come back for a later state.
  if ((found.at(-1)?.number ?? 0) > changeFeed.position().number) await changeFeed.catchUp()
  // A copy that is made from the beginning would drop what others read from memory.
  const readers = after < reading ? request.passing : request.documents
  const page = await writeItems(request, readers, found.slice(0, limit))
  const number = page.last ?? after
  const next = addressOf(request, { number, epoch: position.epoch, reading })
  const isFull = found.length > limit || page.count < found.length
  const before = `{"next":${JSON.stringify(next)},"items":[`
  return {
    body: null,
    bytes: [Buffer.from(before), ...page.body, Buffer.from(']}')],
    etag: strongEtag(before + page.tag),
    ...(values.wait ? {} : { dependsOn }),
    // What is behind a full page comes with other numbers: it never has to be read again.
    ...(isFull && after > 0 && values.epoch !== undefined && { maxAge: 3600 }),
  }
}

const waiters = createSlots(200, 8)

/** Waits for items for as long as the request says; there were none at the number `newest`. */
const waitForItems = async (request: Request, wanted: Wanted, newest: number): Promise<readonly Item[]> => {
  const { database, context, values, changeFeed, waiting } = request
  const seconds = values.wait ?? 0
  const asker = context.asker?.()
  if (seconds === 0 || !asker) return []
  const leave = waiters.take(asker.client)
  if (!leave) throw tooManyWait()
  try {
    const end = performance.now() + seconds * 1000
    for (let seen = newest; ; ) {
      const left = end - performance.now()
      if (left <= 0 || asker.signal.aborted || waiting.isClosed()) return []
      await waiting.next(seen, left, asker.signal)
      seen = changeFeed.position().number
      const found = await readItems(database, wanted)
      if (found.length > 0) return found
    }
  } finally {
    leave()
  }
}

/** The JSON of items, and what their ETag is made of. */
type Page = { body: Buffer[]; tag: string; count: number; last: number | undefined }

const writeItems = async (
  { context, values }: Request,
  readers: Request['documents'],
  items: readonly Item[],
): Promise<Page> => {
  const caller = values.view === 'edit' ? context.caller : anonymous
  const page: Page = { body: [], tag: '', count: 0, last: undefined }
  let bytes = 0
  for (let at = 0; at < items.length; at += portion) {
    if (at > 0) await nextTurn()
    const some = items.slice(at, at + portion)
    const found = await readRecords(readers, caller, some)
    const chunks: Buffer[] = []
    for (const item of some) {
      const document = item.isShown ? found(item) : undefined
      const data = document && dataOf(item, document, values.text === 'plain')
      bytes += (data?.length ?? 0) + besides
      if (bytes > mostBytes && page.count > 0) break
      const { kind, id, number } = item
      const base = `"kind":"${kind}","id":${id},"modified":${number}`
      chunks.push(Buffer.from(`${page.count > 0 ? ',' : ''}{"state":"${data ? 'updated' : 'deleted'}",${base}`))
      if (data) chunks.push(beforeData, data)
      chunks.push(afterItem)
      page.tag += base + (document?.tag ?? '-')
      page.count++
      page.last = number
    }
    page.body.push(Buffer.concat(chunks))
    if (bytes > mostBytes) return page
  }
  return page
}

const beforeData = Buffer.from(',"data":')
const afterItem = Buffer.from('}')

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

const dataOf = ({ kind }: Item, document: Document, wantsPlainText: boolean): Buffer => {
  const plain = wantsPlainText ? plainBy.get(kind) : undefined
  return plain ? Buffer.from(JSON.stringify(plain(readDocument(document)))) : document.bytes
}

/** The address behind a page: the same question, after its last number. */
const addressOf = (
  { context, values, fields }: Request,
  { number, epoch, reading }: { readonly number: number; readonly epoch: string; readonly reading: number },
): string => {
  const query = new URLSearchParams({ afterChangeNumber: String(number), epoch })
  if (number < reading) query.set('reading', String(reading))
  if (values.kinds) query.set('kinds', values.kinds.join())
  const { limit = usualPage } = values
  if (limit !== usualPage) query.set('limit', String(limit))
  if (values.wait) query.set('wait', String(values.wait))
  if (values.view === 'edit') query.set('view', 'edit')
  if (values.text === 'plain') query.set('text', 'plain')
  if (fields !== '') query.set('_fields', fields)
  return `${context.links.api('changes', ownNamespace)}?${query}`
}

/** The feed of changes, and its stream (contract C8). */
export const changeDocuments: readonly SiteDocument[] = [
  {
    path: '/changes',
    endpoints: [
      endpoint({
        methods: ['GET'],
        params: changeParams,
        refuseUnknown: refuseUnknownBy(changeParams),
        answer: answerChanges,
      }),
    ],
  },
  streamDocument,
]
