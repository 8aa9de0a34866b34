import { invalid, type ParamType } from '../../core/params.ts'
import { readable } from '../../core/policy.ts'
import {
  bool,
  flag,
  idList,
  moment,
  numberBetween,
  recordId,
  recordIds,
  searchText,
  statusList,
  termRefs,
} from '../../core/types.ts'
import type { Status } from '../../db/schema.ts'
import type { Moment } from '../../lib/date-text.ts'
import { filter, idsBy } from '../../query/condition.ts'
import { everyWordSomewhere } from '../../query/search-text.ts'
import { cursorParam } from '../shared/cursor.ts'
import { externalIdFilters } from '../shared/external-id.ts'
import { pageParams } from '../shared/page-params.ts'
import { attendanceFilter, availabilityFilter, eventStatusFilter } from './event-status.ts'
import { inCategories, linkedToRecords, withTags } from './find/link-rules.ts'
import { type EventSortKeys, eventSort, namedWindow } from './find/window.ts'
import { freeFilter } from './free.ts'
import { defaultDistance, hasCoordinates } from './geolocation.ts'
import { moreFilters } from './more-filters.ts'
import { costMaxFilter } from './price.ts'
import { collapse } from './series/collapse.ts'

type Ids = readonly (number | string)[]

type RecordIds = readonly number[]

/** The parameters of the window have no rules of their own: `window.ts` evaluates them together. */
const bound = (about: string, extension?: string) =>
  filter<'event', Moment>({ type: moment, about, ...(extension === undefined ? {} : { extension }) })

/** `true` is refused, as by The Events Calendar (TEC) without its ticket plugin (F3.1). */
const ticketed: ParamType<boolean> = {
  ...bool,
  read: (raw, context) => {
    const value = bool.read(raw, context)
    return value === true ? invalid('This server does not sell tickets; leave it out or send false.') : value
  },
}

/** Returns the id of the parent when the caller may read it, or else none. */
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

/** The filters of the list of events (contract A3, B4); links repeat them in this order (F1.3). */
export const eventFilters = {
  ...pageParams,
  cursor: cursorParam,
  window: namedWindow,
  start_date: bound(
    'Only events that start on or after this moment, read in the site’s time zone unless it carries an offset; default: yesterday at 00:00:00. It is moved to the beginning of its day unless `strict_dates` is `true`.',
  ),
  end_date: bound(
    'Only events that start on or before this moment, read in the site’s time zone unless it carries an offset; default: 24 months from today at 23:59:59. It is moved to the end of its day unless `strict_dates` is `true`.',
  ),
  starts_before: bound(
    'Only events that start before this moment, which is moved to 23:59:59 of its day unless `strict_dates` is `true`. When it is sent, the defaults of `start_date` and `end_date` do not apply.',
    'B4.2',
  ),
  starts_after: bound(
    'Only events that start after this moment, which is moved to 23:59:59 of its day unless `strict_dates` is `true`. When it is sent, the defaults of `start_date` and `end_date` do not apply.',
    'B4.2',
  ),
  ends_before: bound(
    'Only events that end before this moment, which is moved to 23:59:59 of its day unless `strict_dates` is `true`. When it is sent, the defaults of `start_date` and `end_date` do not apply.',
    'B4.2',
  ),
  ends_after: bound(
    'Only events that end after this moment, which is moved to 23:59:59 of its day unless `strict_dates` is `true`. When it is sent, the defaults of `start_date` and `end_date` do not apply.',
    'B4.2',
  ),
  strict_dates: filter<'event', boolean>({
    type: flag(),
    default: 'false',
    about: 'Whether date filters apply to the exact second instead of being widened to whole days; default `false`.',
    extension: 'B4.2',
  }),
  search: filter<'event', string>({
    type: searchText,
    about:
      'Only events whose title, description and excerpt together contain every given word, ignoring case and accents; at most 200 characters.',
    ...everyWordSomewhere(),
  }),
  categories: filter<'event', Ids, undefined, RecordIds>({
    type: termRefs('category'),
    about:
      'Only events in at least one of these categories or their descendants, given by id, slug or name as an array or comma-separated. An unknown category is an error.',
    ...inCategories,
  }),
  tags: filter<'event', Ids, undefined, RecordIds>({
    type: termRefs('tag'),
    about:
      'Only events with at least one of these tags, given by id, slug or name as an array or comma-separated. An unknown tag is an error.',
    ...withTags,
  }),
  venue: filter<'event', RecordIds>({
    type: recordIds('venue'),
    about:
      'Only events at one of the venues with these ids, as an array or comma-separated. An unknown id is an error.',
    ...linkedToRecords('venue'),
  }),
  organizer: filter<'event', RecordIds>({
    type: recordIds('organizer'),
    about:
      'Only events held by one of the organizers with these ids, as an array or comma-separated. An unknown id is an error.',
    ...linkedToRecords('organizer'),
  }),
  featured: filter<'event', boolean, boolean>({
    type: bool,
    about:
      '`true`: only featured events; `false`: only events that are not featured. When not sent, both are returned.',
    isCheap: true,
    shape: (wanted) => wanted,
    facets: (wanted) => (wanted ? ['featured'] : undefined),
    where: (_, wanted) => (eb) => eb('event.featured', '=', eb.lit(wanted ? 1 : 0)),
  }),
  status: filter<'event', readonly Status[]>({
    type: statusList,
    about:
      'Only records with one of these statuses, as an array or comma-separated: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Default: whatever the caller may read outside the trash; anonymous callers may only ask for `publish`.',
  }),
  geoloc: filter<'event', boolean, boolean>({
    type: bool,
    about: '`true`: only events whose venue has coordinates; `false`: only events whose venue has none.',
    shape: (wanted) => wanted,
    where: ({ caller }, wanted) => {
      const has = hasCoordinates(caller)
      return wanted ? has : (eb) => eb.not(has(eb))
    },
  }),
  geoloc_lat: filter<'event', number>({
    type: numberBetween(-90, 90),
    about: 'Latitude of the search centre in decimal degrees, from -90 to 90; must be sent together with `geoloc_lng`.',
  }),
  geoloc_lng: filter<'event', number>({
    type: numberBetween(-180, 180),
    about:
      'Longitude of the search centre in decimal degrees, from -180 to 180; must be sent together with `geoloc_lat`.',
  }),
  geoloc_distance: filter<'event', number>({
    type: numberBetween(0, 20_100),
    default: defaultDistance,
    about:
      'Search radius in kilometres around `geoloc_lat` and `geoloc_lng`, measured along the great circle; default 25.',
    extension: 'B4.6',
  }),
  include: filter<'event', readonly number[]>({
    type: idList,
    about:
      'Only the events with these ids, as an array or comma-separated. The date filters are then ignored, and the list is ordered by publication date.',
    isCheap: true,
    isKey: true,
    where:
      ({ isIn }) =>
      (eb) =>
        isIn(eb.ref('event.id'), (ids) => ids),
  }),
  post_parent: filter<'event', number, undefined, readonly number[]>({
    type: recordId('event'),
    about: 'Only events whose parent is the event with this id.',
    isCheap: true,
    lookUp: readableParent,
    where:
      ({ isIn }) =>
      (eb) =>
        isIn(eb.ref('event.parent_id').$notNull(), (ids) => ids),
  }),
  series: filter<'event', number>({
    type: recordId('series'),
    about: 'Only the occurrences of the series with this id.',
    extension: 'C3.3',
    isCheap: true,
    where:
      ({ param }) =>
      (eb) =>
        eb(
          'event.series_id',
          '=',
          param((id) => id),
        ),
  }),
  collapse: filter<'event', 'series'>({
    type: collapse,
    about: '`series`: lists and counts only the first occurrence of each series.',
    extension: 'C3.3',
  }),
  free: freeFilter,
  cost_max: costMaxFilter,
  event_status: eventStatusFilter,
  attendance_mode: attendanceFilter,
  availability: availabilityFilter,
  ticketed: filter<'event', boolean>({
    type: ticketed,
    about: 'Reserved for ticket sales, which this server does not have: `false` has no effect, `true` is an error.',
    extension: 'F3.1',
  }),
  ...moreFilters,
  ...externalIdFilters('event'),
  sort: filter<'event', EventSortKeys>({
    type: eventSort,
    about:
      'Order of the list: one or more of `start_date`, `end_date`, `title`, `date`, `modified`, `id` and, with `geoloc_lat` and `geoloc_lng`, `distance`, comma-separated; a leading `-` means descending, as in `-start_date,title`. Default: `start_date`.',
    extension: 'C1.3',
  }),
}
