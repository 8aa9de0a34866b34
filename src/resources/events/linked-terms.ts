import type { RequestContext } from '../../core/context.ts'
import type { TermRow } from '../../core/params.ts'
import { requireRight } from '../../core/policy.ts'
import type { Db } from '../../db/database.ts'
import type { Taxonomy } from '../../db/schema.ts'
import { insertTerm, type TermValues, termRights } from '../shared/term.ts'
import { matchTerm, type TermInput } from '../shared/term-input.ts'

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
