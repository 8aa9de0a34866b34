import type { RequestContext } from '../../core/context.ts'
import { ImageWanted } from '../../core/intake.ts'
import { invalid, isInvalid, type ParamType } from '../../core/params.ts'
import { requireRight } from '../../core/policy.ts'
import { maxId, readRaw } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import { insertImage } from '../../media/images.ts'
import { fullPath } from '../../media/paths.ts'

/**
 * A featured image as a payload names it: by its id, or by an address, whose `key` is what the library knows it by. With an
 * address it has an id only when it is in the library already.
 */
export type ImageInput =
  | { readonly id: number }
  | { readonly url: string; readonly key: string; readonly id: number | undefined }

const fault = 'It must be the id of an image, or the http or https address of one.'

/**
 * The id of an image of the library, or the address of any (contract B7.9). `false` is what events without one show (F2.6), and
 * may be written back.
 */
export const imageInput: ParamType<ImageInput | null> = {
  schema: { anyOf: [{ type: ['integer', 'string'] }, { type: 'boolean', const: false }] },
  index: { type: 'string' },
  read: (raw, { links }) => {
    if (raw === false) return null
    const text = readRaw(raw, 2000)
    if (isInvalid(text)) return invalid(fault)
    if (/^\d{1,16}$/.test(text)) {
      const id = Number(text)
      return id >= 1 && id <= maxId ? { id } : invalid(fault)
    }
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return invalid(fault)
    const url = new URL(text)
    url.hash = ''
    // Of our own, whatever the scheme and the query that keeps caches away.
    const own = new URL(links.media(''))
    const isOwn = url.host === own.host && url.pathname.startsWith(own.pathname)
    const key = isOwn ? fullPath(url.pathname.slice(own.pathname.length)) : url.href
    return { url: url.href, key, id: undefined }
  },
  references: (input) => (input === null ? [] : ['key' in input ? { images: [input.key] } : { records: [input.id] }]),
  resolve: (input, found) => {
    if (input === null) return null
    if ('key' in input) return { ...input, id: found.images.get(input.key) }
    return found.kinds.get(input.id) === 'image' ? input : invalid(`No image has the id ${input.id}.`)
  },
}

/**
 * Refuses an image that the caller may not give.
 * @throws ApiError `rest_forbidden` for an address from a caller who may not upload (contract B10; an id needs no right).
 * @throws ImageWanted for an address that has to be fetched first, or why that was in vain.
 */
export const requireImage = (context: RequestContext, input: ImageInput): void => {
  if (!('key' in input)) return
  requireRight(context.caller, 'publish', 'You may not give an image by its address; give the id of an uploaded one.')
  const { fetched, unfetched } = context.intake
  if (input.id !== undefined || fetched.has(input.url)) return
  throw unfetched?.get(input.url) ?? new ImageWanted(input.url)
}

/** The id of the image that a payload names; one that was fetched joins the library with this write, with the `id` that an import keeps. */
export const settleImage = async (db: Db, context: RequestContext, input: ImageInput, id?: number): Promise<number> => {
  if (!('key' in input)) return input.id
  if (input.id !== undefined) return input.id
  const incoming = context.intake.fetched.get(input.url)
  if (!incoming) throw new ImageWanted(input.url)
  // A record nested in the same payload may have brought it.
  const known = await db.kysely.selectFrom('image').select('id').where('source_url', '=', input.url).executeTakeFirst()
  return known?.id ?? (await insertImage(db, context, incoming, {}, input.url, id)).id
}
