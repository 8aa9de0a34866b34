import { idList } from '../../crud/list-types.ts'
import { searchText } from '../../crud/param-types.ts'
import { invalid, type ParamType } from '../../crud/params.ts'
import { filter } from '../../crud/resource.ts'
import { everyWordSomewhere } from '../../crud/search-fields.ts'
import { pageParams } from '../../kinds/page-params.ts'

type Direction = 'asc' | 'desc'

const direction: ParamType<Direction> = {
  schema: { type: 'string', enum: ['asc', 'desc'] },
  index: { type: 'string' },
  read: (raw) => (raw === 'asc' || raw === 'desc' ? raw : invalid('It must be asc or desc.')),
}

const oneOf = (column: 'id' | 'author_id') =>
  filter<'image', readonly number[]>({
    type: idList,
    isCheap: true,
    where:
      ({ isIn }) =>
      (eb) =>
        isIn(eb.ref(`image.${column}`), (ids) => ids),
  })

/** How the list of images is narrowed and ordered: what clients of the peer use of its parameters. */
export const mediaFilters = {
  ...pageParams,
  search: filter<'image', string, number, readonly string[]>({ type: searchText, ...everyWordSomewhere('image') }),
  include: oneOf('id'),
  exclude: filter<'image', readonly number[]>({
    type: idList,
    isCheap: true,
    where:
      ({ isIn }) =>
      (eb) =>
        eb.not(isIn(eb.ref('image.id'), (ids) => ids)),
  }),
  author: oneOf('author_id'),
  order: filter<'image', Direction>({ type: direction, default: 'desc' }),
}
