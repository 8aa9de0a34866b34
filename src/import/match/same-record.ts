import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { blankColumns } from '../../core/fields.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import type { Db } from '../../db/database.ts'
import type { PostRow } from '../../db/schema.ts'
import { organizerDefinition } from '../../resources/organizers/resource.ts'
import { noExternalId } from '../../resources/shared/external-id.ts'
import { type ImageInput, settleImage } from '../../resources/shared/image-input.ts'
import { type BegunPost, beginPost, draftPost, findNamesake } from '../../resources/shared/post.ts'
import type { PostDefinition } from '../../resources/shared/post-definition.ts'
import { venueDefinition } from '../../resources/venues/resource.ts'
import { type Item, parsePayload } from '../read/items.ts'
import type { Run } from './match.ts'

/** Where venues and organizers are looked for, and for which source. */
type Search = { readonly db: Db; readonly context: RequestContext; readonly run: Pick<Run, 'source'> }

/** The kinds of records of which a write takes one that is here already, if that says the same. */
type SharedKind = 'venue' | 'organizer'

/** Whether an import takes a record of this kind that is here already. */
export const isShared = (kind: string): kind is SharedKind => kind === 'venue' || kind === 'organizer'

/**
 * Finds the venue or the organizer that is here already. One without an id at the source is found as in a write (contract B7.5). One with an id
 * has to be the same in all that it says of itself, must not belong to another system, and stands for one record of the source: two that differ
 * in nothing but their ids stay two.
 */
export const findSameRecord = (
  search: Search,
  kind: SharedKind,
  item: Item,
  values: Values<ParamTable>,
): Promise<number | undefined> =>
  kind === 'venue'
    ? findOfKind(search, venueDefinition, item, values)
    : findOfKind(search, organizerDefinition, item, values)

const findOfKind = async <T extends SharedKind>(
  { db, context, run: { source } }: Search,
  definition: PostDefinition<T, undefined, undefined>,
  { externalId }: Item,
  values: Values<ParamTable>,
): Promise<number | undefined> => {
  const begun = beginPost(context, definition, values)
  const { image }: { readonly image?: ImageInput | null } = values
  const image_id = image ? await settleImage(db, context, image) : image
  if (externalId === undefined) return (await findNamesake(db, context, definition, begun, image_id))?.id
  const isFree = (id: number): Promise<boolean> => isUnclaimed(db, source, definition.name, id)
  return (
    await findNamesake(db, context, definition, withAllValues(context, definition, begun, source), image_id, isFree)
  )?.id
}

/** All that a record says of itself: when it was published, and by whom, is no part of it. */
const withAllValues = <T extends SharedKind>(
  context: RequestContext,
  definition: PostDefinition<T, undefined, undefined>,
  begun: BegunPost<T>,
  source: string,
): BegunPost<T> => {
  const { author: _, date: __, date_utc: ___, ...values } = begun.values
  const columns: Readonly<Record<string, unknown>> = draftPost(context, definition, begun.values).columns
  const names = Object.keys(blankColumns(definition.fields))
  const own = Object.fromEntries(names.map((name) => [name, columns[name]]))
  // The import has given it the id that it has at the source; the one that is here has none.
  const id = begun.values['source'] === source ? noExternalId : {}
  return { ...begun, values, sent: { ...own, ...id } as Partial<PostRow<T>> }
}

const isUnclaimed = async ({ kysely }: Db, source: string, kind: SharedKind, record_id: number): Promise<boolean> => {
  const items = kysely.selectFrom('import_item').select('source').where('record_id', '=', record_id)
  return !(await items.where('kind', '=', kind).where('source', '=', source).limit(1).executeTakeFirst())
}

/** A record that is here already under the external id that the source names, and the reason to leave the other out. */
type Duplicate = { readonly id: number; readonly reason: string }

/** What is here already, if that is why a record was refused. */
export const findDuplicate = ({ kind, json }: Item, error: unknown): Duplicate | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'duplicate_external_id') return undefined
  const { id } = error.data
  if (typeof id !== 'number') return undefined
  const { source } = parsePayload({ json })
  return { id, reason: `It is here already as ${kind} ${id} (source ${String(source)}), and was left out.` }
}
