import { outlookOn } from '../cache/change-feed.ts'
import type { InvalidationFlag } from '../cache/fragment-cache.ts'
import { ApiError } from '../core/errors.ts'
import { etagOf } from '../core/etag.ts'
import { type LookUp, type RawParams, readParams } from '../core/params.ts'
import type { ReferenceCache } from '../core/reference-cache.ts'
import type { CacheableContext } from '../core/request-context.ts'
import { type Document, type ListPlan, type Resource, readDocument } from '../core/resource.ts'
import type { Database } from '../db/database.ts'
import type { ChangeKind } from '../db/schema.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import { tagOf } from '../lib/tag.ts'
import type { IdPage } from '../query/find-ids.ts'
import type { Address } from './address.ts'
import type { Caches } from './caches.ts'
import { envelope } from './envelope.ts'
import type { Route } from './routes.ts'

/** A list that is asked for. */
export type ListRequest = {
  readonly route: Route
  readonly resource: Resource
  readonly address: Address
  readonly raw: RawParams
  readonly context: CacheableContext
}

/** What it asks for, understood once: it can be answered again after something has changed. */
export type ParsedList = ListRequest & {
  readonly plan: ListPlan
  /** It names records of these kinds: after a change of them it must be understood anew. */
  readonly refersTo: readonly ChangeKind[]
}

/** What was found, and the marks of everything that went into the records. */
export type KnownList = { readonly found: IdPage; readonly marks: readonly (readonly InvalidationFlag[])[] }

/** The answer: its body is in pieces, which nobody has put together yet. */
export type ListResponse = {
  readonly known: KnownList
  readonly chunks: readonly Buffer[]
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/**
 * Reads the parameters of a list.
 * @throws ApiError `rest_invalid_param` naming all that are wrong.
 */
export const parseList = (database: Database, know: ReferenceCache, request: ListRequest): Awaitable<ParsedList> => {
  const { resource, raw, context } = request
  let refersTo: readonly ChangeKind[] = []
  const lookUp: LookUp = (references) =>
    after(know(references), ({ found, kinds }) => {
      refersTo = kinds
      return found
    })
  const options = { requireAll: false, check: resource.checks?.filters, refuseUnknown: resource.refuseUnknown }
  return after(readParams(resource.filters, raw, context, lookUp, options), (values) => {
    return { ...request, plan: resource.operations.list(database, context, values), refersTo }
  })
}

/** What is known of a list from before, and whether it still holds the same records, which may have changed themselves. */
export type Before = { readonly known: KnownList; readonly isSame: boolean }

/**
 * Answers a list; undefined where it is what was known before.
 * @throws ApiError of the resource for a page past the end (contract B3.2).
 */
export const readList = (
  question: ParsedList,
  { documents, changeFeed: changes }: Pick<Caches, 'documents' | 'changeFeed'>,
  before?: Before,
): Awaitable<ListResponse | undefined> => {
  const { plan, resource, context } = question
  const finding = before?.isSame ? before.known.found : plan.find(outlookOn(changes, resource.dependsOn, plan.range))
  return after(finding, (found) => {
    if (before && isEqual(before.known.found, found) && isCurrent(before.known.marks)) return undefined
    if (resource.pastEnd && plan.page > 1 && found.ids.length === 0) throw new ApiError(resource.pastEnd)
    return after(documents[resource.name](context.caller, found.ids), (pieces) =>
      assemble(question, found, plan.present ? presentAll(pieces, plan.present) : pieces),
    )
  })
}

const isEqual = (one: IdPage, other: IdPage): boolean =>
  one === other || (one.total === other.total && isSame(one.ids, other.ids) && isSame(one.tags, other.tags))

const isSame = (one: readonly unknown[] | undefined, other: readonly unknown[] | undefined): boolean =>
  one?.length === other?.length && (one === undefined || one.every((value, at) => value === other?.[at]))

/** Whether nothing that went into the records has changed since. */
export const isCurrent = (marks: KnownList['marks']): boolean =>
  !marks.some((some) => some.some(({ isStale }) => isStale))

/** The same records as a plan shows them; they last as long as what they were made of. */
const presentAll = (pieces: readonly Document[], present: NonNullable<ListPlan['present']>): Document[] =>
  pieces.map((piece, at) => {
    const text = JSON.stringify(present(readDocument(piece)))
    return { ...piece, chunks: [Buffer.from(at === 0 ? text : `,${text}`)], tag: tagOf(text) }
  })

const assemble = (question: ParsedList, found: IdPage, pieces: readonly Document[]): ListResponse => {
  const frame = envelope(question, question.plan, found.total)
  const chunks: Buffer[] = [Buffer.from(frame.before)]
  let tags = frame.before + frame.after
  for (const piece of pieces) {
    chunks.push(...piece.chunks)
    tags += piece.tag
  }
  chunks.push(Buffer.from(frame.after))
  return {
    known: { found, marks: pieces.map(({ flags: marks }) => marks) },
    chunks,
    headers: frame.headers,
    etag: etagOf(tags),
  }
}
