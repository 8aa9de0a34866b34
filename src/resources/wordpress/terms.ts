import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import type { ParamTable, Values } from '../../core/params.ts'
import { hasRight, requireRight } from '../../core/policy.ts'
import { deletedRecord, type RecordJson, type Resource, showAs, type Tagged } from '../../core/resource.ts'
import { idOrNone } from '../../core/types.ts'
import type { Taxonomy } from '../../db/schema.ts'
import { siteNamespace } from '../../lib/links.ts'
import { filter } from '../../query/condition.ts'
import { categories } from '../categories/resource.ts'
import {
  readSitePage,
  refuseUnknownBy,
  siteIdFilters,
  siteOrderParams,
  sitePageParams,
  siteSlugFilter,
} from '../shared/site-lists.ts'
import { findTermOr404, termOperations } from '../shared/term.ts'
import { termListFilters } from '../shared/term-filters.ts'
import { tags } from '../tags/resource.ts'
import { contextParam, curies, refuseRaw, wantsRaw } from './context.ts'
import { categoryMeta, type TermMeta } from './term-meta.ts'

/** Turns a term of the interface into a term of `wp/v2` (D4); only categories have a parent and a colour. */
const showTerm = ({ links }: RequestContext, path: string, record: RecordJson): RecordJson => {
  const {
    id = 0,
    count = 0,
    description = '',
    url = '',
    name = '',
    slug = '',
    taxonomy = '',
    parent,
    color = '',
  } = record
  const at = (below: string): string => links.api(below, siteNamespace)
  return {
    id,
    count,
    description,
    link: url,
    name,
    slug,
    taxonomy,
    ...(parent === undefined ? { meta: [] } : { parent, meta: { color } }),
    _links: {
      self: [{ href: at(`${path}/${id}`) }],
      collection: [{ href: at(path) }],
      about: [{ href: at(`taxonomies/${taxonomy}`) }],
      ...(parent ? { up: [{ href: at(`${path}/${parent}`) }] } : {}),
      'wp:post_type': [{ href: at(`tribe_events?${path}=${id}`) }],
      curies,
    },
  }
}

/** Values of `orderby`. */
const orders = ['name', 'id', 'slug', 'count', 'description', 'term_group']

const listFilters = (taxonomy: Taxonomy) => {
  const { search, hide_empty, post } = termListFilters(taxonomy)
  return {
    ...sitePageParams,
    ...contextParam,
    search,
    ...siteIdFilters('term'),
    hide_empty: { ...hide_empty, default: false },
    post,
    slug: siteSlugFilter('term'),
    ...siteOrderParams(orders, 'asc'),
  }
}

/** Selects categories by their parent; 0 selects those without a parent. */
const parentFilter = filter<'term', number>({
  type: idOrNone('category'),
  isCheap: true,
  where: ({ param }) => {
    const parent = param((id) => id)
    return (eb) => eb('term.parent_id', '=', parent)
  },
})

type Adapted = {
  readonly taxonomy: Taxonomy
  readonly path: string
  readonly filters: ParamTable
  /** Fields that only `wp/v2` has. */
  readonly fields?: ParamTable
}

/** The values of a payload with those of its `meta`. */
const flatten = ({ meta, ...values }: Values<ParamTable>): Values<ParamTable> => {
  const own: TermMeta | undefined = meta
  return { ...values, ...own }
}

const adaptTerm = (base: Resource, { taxonomy, path, filters, fields = {} }: Adapted): Resource => {
  const { operations, writeRight } = base
  const { list } = termOperations({ taxonomy, filters, writeRight, paging: readSitePage })
  const shown = <W extends Pick<Tagged, 'bytes' | 'more'>>(context: RequestContext, answer: W): W =>
    showAs(answer, (record) => showTerm(context, path, record))
  return {
    ...base,
    plural: path,
    isAdapter: true,
    fields: { ...base.fields, ...fields },
    filters,
    readParams: contextParam,
    refuseUnknown: refuseUnknownBy(filters),
    operations: {
      list: (database, context, values) => {
        if (wantsRaw(values)) requireRight(context.caller, writeRight)
        return {
          ...list(database, context, { hide_empty: false, ...values }),
          present: (record) => showTerm(context, path, record),
        }
      },
      read: async (source, context, key, values = {}) => {
        if (wantsRaw(values) && !hasRight(context.caller, writeRight)) refuseRaw(context)
        return shown(context, await operations.read(source, context, key))
      },
      create: async (db, context, values) => shown(context, await operations.create(db, context, flatten(values))),
      update: async (db, context, key, values, options) =>
        shown(context, await operations.update(db, context, key, flatten(values), options)),
      remove: async (db, context, key, options) => {
        await findTermOr404(db, taxonomy, key)
        if (!options.isForced) throw new ApiError('rest_trash_not_supported')
        return deletedRecord(shown(context, await operations.remove(db, context, key, options)))
      },
    },
  }
}

/** The resources that show tags and categories as terms of WordPress (D4). */
export const termAdapters: readonly Resource[] = [
  adaptTerm(tags, { taxonomy: 'tag', path: 'tags', filters: listFilters('tag') }),
  adaptTerm(categories, {
    taxonomy: 'category',
    path: 'tribe_events_cat',
    filters: { ...listFilters('category'), parent: parentFilter },
    fields: { meta: categoryMeta },
  }),
]
