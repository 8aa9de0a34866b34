import { invalid, type ParamType } from '../../core/params.ts'
import { readable } from '../../core/policy.ts'
import { filter } from '../../core/resource.ts'
import { moment } from '../../core/types/dates.ts'
import { idList, statusList } from '../../core/types/lists.ts'
import { recordId, recordIds, termRefs } from '../../core/types/references.ts'
import { bool, flag, numberBetween, searchText } from '../../core/types/values.ts'
import type { Status } from '../../db/schema.ts'
import type { Moment } from '../../lib/date-text.ts'
import { idsBy } from '../../query/ids-by.ts'
import { everyWordSomewhere } from '../../query/search-text.ts'
import { pageParams } from '../shared/page-params.ts'
import { freeFilter } from './free.ts'
import { defaultDistance, hasCoordinates } from './geolocation.ts'
import { inCategories, linkedToRecords, withTags } from './link-rules.ts'

type Ids = readonly (number | string)[]

type Known = readonly number[]

/** `start_date` and the others of the window act together: see `window.ts`. */
const bound = filter<'event', Moment>({ type: moment })

/** Tickets are not sold here: to ask for ticketed events is refused, as by a peer without its companion (F3.1). */
const ticketed: ParamType<boolean> = {
  ...bool,
  read: (raw, context) => {
    const value = bool.read(raw, context)
    return value === true ? invalid('This server sells no tickets; leave it out or send false.') : value
  },
}

/** The event, as far as the caller may know of it. */
const readableParent = idsBy<number>(
  (kysely, { param, caller }) =>
    kysely
      .selectFrom('event')
      .select('event.id')
      .where(
        'event.id',
        '=',
        param((id) => id),
      )
      .where((eb) => readable(caller, 'event')(eb)),
  { kinds: ['event'] },
)

/** How the list of events is narrowed (contract A3, B4); the order is that of the links (F1.3). */
export const eventFilters = {
  ...pageParams,
  start_date: bound,
  end_date: bound,
  starts_before: bound,
  starts_after: bound,
  ends_before: bound,
  ends_after: bound,
  strict_dates: filter<'event', boolean>({ type: flag(), default: 'false' }),
  search: filter<'event', string, number, readonly string[]>({ type: searchText, ...everyWordSomewhere('event') }),
  categories: filter<'event', Ids, undefined, Known>({ type: termRefs('category'), ...inCategories }),
  tags: filter<'event', Ids, undefined, Known>({ type: termRefs('tag'), ...withTags }),
  venue: filter<'event', Known>({ type: recordIds('venue'), ...linkedToRecords('venue') }),
  organizer: filter<'event', Known>({ type: recordIds('organizer'), ...linkedToRecords('organizer') }),
  featured: filter<'event', boolean, boolean>({
    type: bool,
    isCheap: true,
    shape: (wanted) => wanted,
    tags: (wanted) => (wanted ? ['featured'] : undefined),
    where: (_, wanted) => (eb) => eb('event.featured', '=', eb.lit(wanted ? 1 : 0)),
  }),
  status: filter<'event', readonly Status[]>({ type: statusList }),
  geoloc: filter<'event', boolean, boolean>({
    type: bool,
    shape: (wanted) => wanted,
    where: ({ caller }, wanted) => {
      const has = hasCoordinates(caller)
      return wanted ? has : (eb) => eb.not(has(eb))
    },
  }),
  geoloc_lat: filter<'event', number>({ type: numberBetween(-90, 90) }),
  geoloc_lng: filter<'event', number>({ type: numberBetween(-180, 180) }),
  geoloc_distance: filter<'event', number>({ type: numberBetween(0, 20_100), default: defaultDistance }),
  include: filter<'event', readonly number[]>({
    type: idList,
    isCheap: true,
    isKey: true,
    where:
      ({ isIn }) =>
      (eb) =>
        isIn(eb.ref('event.id'), (ids) => ids),
  }),
  post_parent: filter<'event', number, undefined, readonly number[]>({
    type: recordId('event'),
    isCheap: true,
    lookUp: readableParent,
    where:
      ({ isIn }) =>
      (eb) =>
        isIn(eb.ref('event.parent_id') as never, (ids) => ids),
  }),
  free: freeFilter,
  ticketed: filter<'event', boolean>({ type: ticketed }),
}
