import { sql } from 'kysely'
import { imageFormats } from '../../core/image-file.ts'
import type { ParamTable, ParamType } from '../../core/params.ts'
import { idOrNone, searchText, text, wordOf } from '../../core/types.ts'
import { filter } from '../../query/condition.ts'
import { everyWordSomewhere } from '../../query/search-text.ts'
import {
  type SiteOrder,
  siteAuthorFilter,
  siteDateFilters,
  siteIdFilters,
  siteOrderParams,
  sitePageParams,
  slugList,
} from '../shared/site-lists.ts'

/** The orders of the list of images. */
export const mediaOrder: SiteOrder<'image'> = {
  columns: {
    date: 'date_utc',
    relevance: 'date_utc',
    id: 'id',
    author: 'author_id',
    modified: 'modified_utc',
  },
  direction: 'desc',
  indexed: ['date', 'relevance', 'id', 'author', 'modified'],
}

const extensions = Object.values(imageFormats).map(({ extension }) => extension)

/** The length of the year and the month at the beginning of a path. */
const monthLength = '2026/11/'.length

/** Gives parameters that the lists below `wp/v2` share the descriptions that fit this list. */
const describeParams = <P extends ParamTable>(params: P, texts: { readonly [N in keyof P]: string }): P => {
  const described: ParamTable = Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, { ...param, about: texts[name] ?? '' }]),
  )
  // Only the descriptions differ; the names and types are those of `params`.
  return described as P
}

/** Makes a filter that selects all images or none, for properties that all images share. */
const allOrNone = <V>(type: ParamType<V>, isKept: (value: V) => boolean, about: string) =>
  filter<'image', V, boolean>({
    type,
    about,
    isCheap: true,
    shape: isKept,
    where: (_, kept) => (eb) => eb.lit(kept),
  })

/** The parameters of the list of images: those of WordPress that clients of The Events Calendar (TEC) use (D4). */
export const mediaFilters = {
  ...describeParams(sitePageParams, {
    page: 'Number of the page to return, a positive integer; default 1.',
    per_page: 'Number of images per page, from 1 to 100; default 10.',
    offset: 'Number of images to skip; replaces `page`.',
  }),
  search: filter<'image', string>({
    type: searchText,
    about:
      'Only images whose title, caption and alternative text together contain every given word, ignoring case and accents; at most 200 characters.',
    ...everyWordSomewhere(),
  }),
  ...describeParams(siteIdFilters('image'), {
    include: 'Only the images with these ids, as an array or comma-separated.',
    exclude: 'Leaves out the images with these ids, as an array or comma-separated.',
  }),
  author: {
    ...siteAuthorFilter('image', true),
    about: 'Only images added by the users with these ids, as an array or comma-separated.',
  },
  // The slug of an image is the name of its file.
  slug: filter<'image', readonly string[]>({
    type: slugList,
    about:
      'Only the images with these slugs (names of their files without the extension), as an array or comma-separated.',
    where:
      ({ isText }) =>
      (eb) =>
        isText(sql<string>`substr(${eb.ref('image.path')}, ${sql.lit(monthLength + 1)})`, (slugs) =>
          slugs.flatMap((slug) => extensions.map((extension) => `${slug}.${extension}`)),
        ),
  }),
  // Images belong to no record, so that all have the parent 0.
  parent: allOrNone(
    idOrNone('record'),
    (id) => id === 0,
    'Only images that belong to the record with this id. Images do not belong to records: `0` selects all, any other id none.',
  ),
  media_type: allOrNone(
    wordOf('image', 'video', 'text', 'application', 'audio'),
    (type) => type === 'image',
    'Only files of this kind: `image` selects all; `video`, `text`, `application` and `audio` select none.',
  ),
  mime_type: filter<'image', string>({
    type: text(100),
    about: 'Only images of this media type, such as `image/png`.',
    where:
      ({ param }) =>
      (eb) =>
        eb(
          'image.mime_type',
          '=',
          param((type) => type.toLowerCase()),
        ),
  }),
  status: allOrNone(wordOf('inherit', 'any'), () => true, '`inherit` or `any`; both select all images.'),
  ...describeParams(siteDateFilters('image', 'date_utc'), {
    after: 'Only images that were added after this date.',
    before: 'Only images that were added before this date.',
  }),
  ...describeParams(siteOrderParams(Object.keys(mediaOrder.columns)), {
    order: 'Direction of the order: `asc` (ascending) or `desc` (descending, the default).',
    orderby:
      'What to order by: `date` (the default), `relevance` (the same as `date`), `id`, `author`, `modified`, or `include` (the order of that list).',
  }),
}
