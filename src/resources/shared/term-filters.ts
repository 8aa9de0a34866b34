import { sql } from 'kysely'
import { invalid } from '../../core/params.ts'
import { readable } from '../../core/policy.ts'
import { bool, recordId, searchText, slugText, termRefs, text } from '../../core/types.ts'
import type { Taxonomy } from '../../db/schema.ts'
import { searchWords } from '../../lib/text.ts'
import { type Bound, filter, type Where } from '../../query/condition.ts'
import { pageParams } from './page-params.ts'

const word = text(50, (it) => (it.trim() === '' ? invalid('It must not be empty.') : it))

/** The list parameters that categories and tags share (contract A3). */
export const termListFilters = (taxonomy: Taxonomy) => ({
  ...pageParams,
  search: filter<'term', string, number, readonly string[]>({
    type: searchText,
    about: 'Only terms whose name or slug contains this text, whatever its letter case; at most 200 characters.',
    isCheap: true,
    shape: (query) => searchWords(query).length,
    lookUp: (_database, _scope, query) => searchWords(query),
    where: ({ param, dialect }, count) => {
      const words = Array.from({ length: count }, (_, at) => param((all) => all[at] ?? ''))
      return (eb) => eb.and(words.map((it) => dialect.contains(eb.ref('term.search_text'), it)))
    },
  }),
  exclude: filter<'term', readonly (number | string)[]>({
    type: termRefs(taxonomy),
    about: 'Leaves out the terms with these ids, as an array or comma-separated.',
    isCheap: true,
    where:
      ({ isIn }) =>
      (eb) =>
        eb.not(isIn(eb.ref('term.id'), (ids) => ids)),
  }),
  include: filter<'term', readonly (number | string)[]>({
    type: termRefs(taxonomy),
    about: 'Only the terms with these ids, as an array or comma-separated.',
    isCheap: true,
    where:
      ({ isIn }) =>
      (eb) =>
        isIn(eb.ref('term.id'), (ids) => ids),
  }),
  order: filter<'term', string>({
    type: word,
    about: 'Direction of the sort order: `asc` (ascending, the default) or `desc` (descending).',
  }),
  orderby: filter<'term', string>({
    type: word,
    about:
      'Attribute of the term by which the list is sorted, such as `name`, `id`, `slug` or `count`; default `name`.',
  }),
  hide_empty: filter<'term', boolean, boolean>({
    type: bool,
    about: '`true`: leaves out terms that no published event carries; `false`: lists them too. Default `true`.',
    default: true,
    isCheap: true,
    shape: (wanted) => wanted,
    where: (_, wanted) => (wanted ? hasEvents(taxonomy) : (eb) => eb.lit(true)),
  }),
  post: filter<'term', number>({
    type: recordId('event'),
    about:
      'Only terms assigned to the event with this id. An older name of `event`, which takes precedence when both are sent.',
    isCheap: true,
    where: ofEvent,
  }),
  event: filter<'term', number>({
    type: recordId('event'),
    about: 'Only terms assigned to the event with this id; the same filter as `post`.',
    isCheap: true,
    where: ofEvent,
  }),
  slug: filter<'term', string>({
    type: slugText,
    about: 'Only the term with exactly this slug.',
    isCheap: true,
    where:
      ({ param }) =>
      (eb) =>
        eb(
          'term.slug',
          '=',
          param((slug) => slug),
        ),
  }),
})

/** A term of published events, or a category above one (F3.14). */
const hasEvents =
  (taxonomy: Taxonomy): Where<'term'> =>
  (eb) => {
    const isUsed = eb('term.count', '>', 0)
    if (taxonomy === 'tag') return isUsed
    const above = sql<boolean>`${eb.ref('term.id')} in (
      with recursive above (id) as (
        select parent_id from term where taxonomy = 'category' and count > 0 and parent_id <> 0
        union select term.parent_id from term join above on term.id = above.id where term.parent_id <> 0)
      select id from above)`
    return eb.or([isUsed, above])
  }

/** The terms of an event that the caller may read; those of a hidden one are not told (contract B5.2). */
function ofEvent({ param, caller }: Bound<number>): Where<'term'> {
  const id = param((event) => event)
  return (eb) =>
    eb(
      'term.id',
      'in',
      eb
        .selectFrom('event_term')
        .innerJoin('event', 'event.id', 'event_term.event_id')
        .select('event_term.term_id')
        .where('event.id', '=', id)
        .where(readable(caller, 'event')),
    )
}
