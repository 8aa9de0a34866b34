import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { requireMatch } from '../../core/etag.ts'
import type { Values } from '../../core/params.ts'
import { forbidden, mayEdit, requireRight } from '../../core/policy.ts'
import { deletedRecord, type ListPlan, type Operations, type RecordKey, type Tagged } from '../../core/resource.ts'
import type { Database, Db } from '../../db/database.ts'
import type { ImageTable } from '../../db/schema.ts'
import { strongEtag } from '../../lib/tag.ts'
import { deleteImage, imageSearchFields, insertImage, replaceFiles } from '../../media/images.ts'
import { condition, filterConditions, type Rule } from '../../query/condition.ts'
import { findIds, type PageQuery } from '../../query/find-ids.ts'
import { foldFields, storeSearchText } from '../../query/search-text.ts'
import { modifiedNow } from '../shared/post-publication.ts'
import { readSiteOrder, readSitePage } from '../shared/site-lists.ts'
import type { mediaFields } from './fields.ts'
import { mediaFilters, mediaOrder } from './filters.ts'
import { mediaRecord } from './record.ts'

/** The five operations on images. Every caller may read images, since their files are public. */
export const mediaOperations: Operations<typeof mediaFields, typeof mediaFilters> = {
  list: (database, context, values) => planMedia(database, context, values),
  read: async ({ documents }, context, key) => {
    const [document] = await documents.attachment(context.caller, [Number(key.value)], true)
    if (document) return document
    throw notFound(key)
  },
  create: async (db, context, values) => {
    requireRight(context.caller, 'publish', 'You may not upload images.')
    if (!context.intake.uploaded) throw new ApiError('rest_upload_no_data')
    const row = await insertImage(db, context, context.intake.uploaded, values, null)
    return { id: row.id, ...tag(context, row) }
  },
  update: async (db, context, key, values, { ifMatch }) => {
    const current = await findEditable(db, context, key, ifMatch)
    const { uploaded } = context.intake
    const row = { ...current, ...values, ...(uploaded && replaceFiles(context, current, uploaded)) }
    const { id, ...changed } = { ...row, ...modifiedNow(context) }
    await db.kysely.updateTable('image').set(changed).where('id', '=', id).execute()
    await storeSearchText(db, [id], foldFields(imageSearchFields(row)))
    return tag(context, { id, ...changed })
  },
  remove: async (db, context, key, { ifMatch, isForced }) => {
    const row = await findEditable(db, context, key, ifMatch)
    if (!isForced) throw new ApiError('rest_trash_not_supported')
    await deleteImage(db, context, row)
    return deletedRecord(tag(context, row))
  },
}

const tag = (context: RequestContext, row: ImageTable): Tagged => {
  const bytes = Buffer.from(mediaRecord.render(row, context))
  return { bytes, etag: strongEtag(bytes) }
}

const planMedia = (database: Database, context: RequestContext, values: Values<typeof mediaFilters>): ListPlan => {
  const paging = readSitePage(values)
  const query: PageQuery<'image'> = {
    among: values.orderby === 'id' ? [condition(hasId, undefined)] : [],
    where: filterConditions(mediaFilters, values),
    ...readSiteOrder(mediaOrder, values),
    ...paging,
  }
  return {
    ...paging,
    find: (dependency) => findIds({ database, context, dependency }, 'image', query),
    echo: {},
    dropped: [],
  }
}

/** True of every image; it makes the planners of both databases read the rows by id, in the order of the list. */
const hasId: Rule<'image', undefined> = { isCheap: true, where: () => (eb) => eb('image.id', '>', eb.lit(0)) }

const findOr404 = async (db: Db, key: RecordKey): Promise<ImageTable> => {
  const row = await db.kysely.selectFrom('image').selectAll().where('id', '=', Number(key.value)).executeTakeFirst()
  if (row) return row
  throw notFound(key)
}

const notFound = ({ value }: RecordKey): ApiError =>
  new ApiError('rest_post_invalid_id', { message: `There is no image with the id ${value}.` })

/** Finds an image that the caller may edit. Images count as published: their owner needs the right `publish`, all others `edit-others`. */
const findEditable = async (
  db: Db,
  context: RequestContext,
  key: RecordKey,
  ifMatch: string | undefined,
): Promise<ImageTable> => {
  requireRight(context.caller, 'publish')
  const row = await findOr404(db, key)
  if (!mayEdit(context.caller, { author_id: row.author_id, status: 'publish', trashed_from: '' })) {
    throw forbidden(context.caller, 'You may not change this image.')
  }
  requireMatch(ifMatch, tag(context, row).etag)
  return row
}
