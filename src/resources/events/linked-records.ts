import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import type { ParamTable, TermRow, Values } from '../../core/params.ts'
import { mayRead, requireRight } from '../../core/policy.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import type { Taxonomy } from '../../db/schema.ts'
import { keyOf } from '../../lib/text.ts'
import { ImageWanted } from '../../media/intake.ts'
import type { LinkedTable } from '../shared/linked-filters.ts'
import { findNamesake } from '../shared/namesake.ts'
import { type LinkInput, matchTerm, type TermInput } from '../shared/nested-input.ts'
import type { PostDefinition } from '../shared/post-definition.ts'
import { type BegunPost, beginPost, createPost } from '../shared/post-write.ts'
import { insertTerm, type TermValues, termRights } from '../shared/term.ts'

/** A venue or an organizer that an event will link to: one that exists, or one to be created. */
export type PlannedRecord<T extends LinkedTable> = StoredPost<T> | NewRecord<T>

/** A record to be created, unless the namesake that is being looked for is found. */
type NewRecord<T extends LinkedTable> = BegunPost<T> & { namesake?: Promise<StoredPost<T> | undefined> }

/**
 * Settles what a payload links.
 * @throws ApiError `rest_forbidden` for a new record that the caller may not create, `rest_invalid_param` for one that is not there to
 * be linked: the caller may not read it, or it lies in the trash.
 */
export const planRecords = <T extends LinkedTable>(
  context: RequestContext,
  definition: PostDefinition<T, undefined>,
  inputs: readonly LinkInput<T>[],
  present: readonly StoredPost<T>[],
): readonly PlannedRecord<T>[] => {
  const planned: PlannedRecord<T>[] = []
  const hidden: number[] = []
  for (const input of inputs) {
    if ('create' in input) planned.push(beginNested(context, definition, input.create))
    else if (!input.row) hidden.push(input.id)
    else {
      const isMissing = input.row.status === 'trash' || !mayRead(context.caller, input.row)
      if (isMissing && !hasId(present, input.id)) hidden.push(input.id)
      planned.push(input.row)
    }
  }
  if (hidden.length === 0) return planned
  const { name } = definition
  throw invalidParams(new Map([[name, `No ${name} that you may read has the id ${hidden.join(', ')}.`]]))
}

/** Begins to look for the namesakes of records that are to be created, together with what is asked next. */
export const seekNamesakes = <T extends LinkedTable>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, undefined>,
  planned: readonly PlannedRecord<T>[],
): void => {
  const names = new Set<string>()
  for (const one of planned) {
    if (!('sent' in one) || one.values['image'] !== undefined) continue
    const name = keyOf(String(one.values[definition.titleField]))
    // One of the same name may be created before it.
    if (names.has(name)) continue
    names.add(name)
    one.namesake = findNamesake(db, context, definition, one, undefined)
    // Avoids an unhandled rejection if another statement fails first.
    one.namesake.catch(() => undefined)
  }
}

const beginNested = <T extends LinkedTable>(
  context: RequestContext,
  definition: PostDefinition<T, undefined>,
  values: Values<ParamTable>,
): BegunPost<T> => {
  try {
    return beginPost(context, definition, values)
  } catch (error) {
    throw error instanceof ImageWanted ? new ImageWanted(error.url, definition.name) : error
  }
}

/** Whether one of the rows has the id. */
export const hasId = (rows: readonly { readonly id: number }[], id: number): boolean => {
  for (const row of rows) if (row.id === id) return true
  return false
}

/** The records that an event links to from now on; those that do not exist yet are created, under the same policy as on their own routes. */
export const settleRecords = async <T extends LinkedTable>(
  db: Db,
  context: RequestContext,
  definition: PostDefinition<T, undefined>,
  planned: readonly PlannedRecord<T>[],
  present: readonly StoredPost<T>[],
): Promise<readonly StoredPost<T>[]> => {
  const rows: StoredPost<T>[] = []
  for (const one of planned) {
    const row = 'sent' in one ? (await createPost(db, context, definition, one, { known: one.namesake })).row : one
    if (!hasId(rows, row.id)) rows.push(row)
  }
  // Links that the caller cannot see are kept (contract B5.3, B7.2).
  for (const [position, row] of present.entries())
    if (!mayRead(context.caller, row) && !hasId(rows, row.id)) rows.splice(position, 0, row)
  // Equal links are not written again.
  const isSame = rows.length === present.length && rows.every(({ id }, at) => id === present[at]?.id)
  return isSame ? present : rows
}

/** The categories and tags that the payload of an event names; undefined where it says nothing of them. */
export type PlannedTerms = { readonly [T in Taxonomy]: readonly TermInput[] | undefined }

const taxonomies = ['category', 'tag'] as const satisfies readonly Taxonomy[]

/** @throws ApiError `rest_forbidden` where a term would have to be created by a caller who may not. */
export const requireTermRights = ({ caller }: RequestContext, planned: PlannedTerms): void => {
  for (const taxonomy of taxonomies) {
    for (const input of planned[taxonomy] ?? [])
      if (!('id' in input)) requireRight(caller, termRights[taxonomy], `You may not create a ${taxonomy}.`)
  }
}

/** The terms of an event from now on; those that do not exist yet are created, and join `created`. */
export const settleTerms = async (
  db: Db,
  context: RequestContext,
  planned: PlannedTerms,
  present: readonly TermRow[],
  created: TermRow[],
): Promise<readonly TermRow[]> => {
  const terms = new Map<number, TermRow>()
  for (const term of present) if (planned[term.taxonomy] === undefined) terms.set(term.id, term)
  for (const taxonomy of taxonomies) {
    for (const input of planned[taxonomy] ?? []) {
      const term = 'id' in input ? input.row : await findOrCreate(db, context, taxonomy, { input, created })
      if (term) terms.set(term.id, term)
    }
  }
  return [...terms.values()]
}

/** Another input of the same payload may have made it. */
const findOrCreate = async (
  db: Db,
  context: RequestContext,
  taxonomy: Taxonomy,
  { input, created }: { readonly input: Exclude<TermInput, { readonly id: number }>; readonly created: TermRow[] },
): Promise<TermRow> => {
  const values: TermValues = 'named' in input ? { name: input.named } : input.create
  const known = matchTerm(created, taxonomy, values)
  if (known) return known
  const term = await insertTerm(db, context, taxonomy, values)
  created.push(term)
  return term
}
