import { sql } from 'kysely'
import { bool, recordIds, termRefs, wordOf } from '../../core/types.ts'
import type { LinkTarget } from '../../db/schema.ts'
import { filter, type Rule } from '../../query/condition.ts'
import { modifiedFilters } from '../shared/modified.ts'
import { siteAuthorFilter } from '../shared/site-lists.ts'
import { inCategories, linkedToRecords, withTags } from './find/link-rules.ts'

type Ids = readonly (number | string)[]

type RecordIds = readonly number[]

/** Leaves out the events that a rule selects by their links. */
const except = <V>(
  target: LinkTarget,
  { lookUp }: Rule<'event', V, undefined, RecordIds>,
): Rule<'event', V, undefined, RecordIds> => ({
  ...(lookUp ? { lookUp } : {}),
  where:
    ({ isIn, dialect }) =>
    (eb) => {
      const link = `event_${target}` as const
      // A count, which planners do not turn into a join: for each event they look up its few links.
      const links = eb
        .selectFrom(sql.table(link).as(link))
        .select(sql<number>`count(*)`.as('links'))
        .where(sql.ref(`${link}.event_id`), '=', eb.ref('event.id'))
        .where(isIn(dialect.compared(sql.ref<number>(`${link}.${target}_id`)), (ids) => ids))
      return eb(links, '=', sql.lit(0))
    },
})

/** Most categories that one request asks for all at once. */
export const mostCategories = 20

/** Filters of events that the interface document does not have (contract C1.4). */
export const moreFilters = {
  categories_relation: filter<'event', 'and' | 'or'>({
    type: wordOf('and', 'or'),
    default: 'or',
    about: `Whether an event must be in at least one of the \`categories\` (\`or\`, the default) or in all of them (\`and\`, at most ${mostCategories}).`,
    extension: 'C1.4',
  }),
  categories_exclude: filter<'event', Ids, undefined, RecordIds>({
    type: termRefs('category'),
    about:
      'Excludes events in any of these categories or their descendants, given by id, slug or name as an array or comma-separated. An unknown category is an error.',
    extension: 'C1.4',
    ...except('term', inCategories),
  }),
  tags_exclude: filter<'event', Ids, undefined, RecordIds>({
    type: termRefs('tag'),
    about:
      'Excludes events with any of these tags, given by id, slug or name as an array or comma-separated. An unknown tag is an error.',
    extension: 'C1.4',
    ...except('term', withTags),
  }),
  venue_exclude: filter<'event', RecordIds, undefined, RecordIds>({
    type: recordIds('venue'),
    about:
      'Excludes events at any of the venues with these ids, as an array or comma-separated. An unknown id is an error.',
    extension: 'C1.4',
    ...except('venue', linkedToRecords('venue')),
  }),
  organizer_exclude: filter<'event', RecordIds, undefined, RecordIds>({
    type: recordIds('organizer'),
    about:
      'Excludes events held by any of the organizers with these ids, as an array or comma-separated. An unknown id is an error.',
    extension: 'C1.4',
    ...except('organizer', linkedToRecords('organizer')),
  }),
  has_image: filter<'event', boolean, boolean>({
    type: bool,
    about: '`true`: only events with a featured image; `false`: only events without one.',
    extension: 'C1.4',
    isCheap: true,
    shape: (wanted) => wanted,
    where: (_, wanted) => (eb) => eb('event.image_id', wanted ? 'is not' : 'is', null),
  }),
  author: {
    ...siteAuthorFilter('event', false),
    about: 'Only events of the users with these ids, as an array or comma-separated.',
    extension: 'C1.4',
  },
  ...modifiedFilters('event'),
}
