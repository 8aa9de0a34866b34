import { sql } from 'kysely'
import type { ParamType } from '../../core/params.ts'
import { filter } from '../../core/resource.ts'
import { idOrNone, searchText, text } from '../../core/types/values.ts'
import { imageFormats } from '../../media/image-file.ts'
import { everyWordSomewhere } from '../../query/search-text.ts'
import {
  type SiteOrder,
  siteAuthorFilter,
  siteDateFilters,
  siteIdFilters,
  siteOrderParams,
  sitePageParams,
  slugList,
  wordOf,
} from '../shared/site-lists.ts'

/** How images can be ordered. */
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

/** The length of the year and the month, which a path begins with. */
const monthLength = '2026/11/'.length

/** Keeps everything, or nothing: where all images are alike. */
const allOrNone = <V>(type: ParamType<V>, isKept: (value: V) => boolean) =>
  filter<'image', V, boolean>({
    type,
    isCheap: true,
    shape: isKept,
    where: (_, kept) => (eb) => eb.lit(kept),
  })

/** How the list of images is narrowed and ordered: what clients of the peer use of its parameters (D4). */
export const mediaFilters = {
  ...sitePageParams,
  search: filter<'image', string, number, readonly string[]>({ type: searchText, ...everyWordSomewhere('image') }),
  ...siteIdFilters('image'),
  author: siteAuthorFilter('image', true),
  // The slug of an image is the name of its file.
  slug: filter<'image', readonly string[]>({
    type: slugList,
    where:
      ({ isText }) =>
      (eb) =>
        isText(sql<string>`substr(${eb.ref('image.path')}, ${sql.lit(monthLength + 1)})`, (slugs) =>
          slugs.flatMap((slug) => extensions.map((extension) => `${slug}.${extension}`)),
        ),
  }),
  // Images belong to the library, and to no record.
  parent: allOrNone(idOrNone('record'), (id) => id === 0),
  media_type: allOrNone(wordOf('image', 'video', 'text', 'application', 'audio'), (type) => type === 'image'),
  mime_type: filter<'image', string>({
    type: text(100),
    where:
      ({ param }) =>
      (eb) =>
        eb(
          'image.mime_type',
          '=',
          param((type) => type.toLowerCase()),
        ),
  }),
  status: allOrNone(wordOf('inherit', 'any'), () => true),
  ...siteDateFilters('image', 'date_utc'),
  ...siteOrderParams(Object.keys(mediaOrder.columns)),
}
