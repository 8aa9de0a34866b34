import { fieldsFor } from '../../core/fields.ts'
import { member, membersFor, optionalMember } from '../../core/members.ts'
import { invalid, type ParamType } from '../../core/params.ts'
import { oneOf, text } from '../../core/parts.ts'
import { dateText, orNull, recordId, slugText, timeZone, url, wordOf } from '../../core/types.ts'
import { attendanceModes, type EventTable, eventStatuses } from '../../db/schema.ts'
import { wallOrInstant } from '../../lib/time-zone.ts'
import { categoryFields } from '../categories/fields.ts'
import { organizerFields } from '../organizers/fields.ts'
import { linkInputs, termInputs } from '../shared/nested-input.ts'
import { postFields, titleField } from '../shared/post-fields.ts'
import { tagFields } from '../tags/fields.ts'
import { venueFields } from '../venues/fields.ts'
import { readCost } from './cost.ts'
import { eventStatusWord } from './event-status.ts'
import { offerColumns, offerList, offersPart, shownOffers } from './offers.ts'
import { costColumns } from './price.ts'
import { recurrence, scope } from './series/params.ts'

const { made, stored } = membersFor<EventTable>()

const { field, switchField, textField, urlField } = fieldsFor<EventTable>()

const cost: ParamType<string> = {
  schema: { type: ['string', 'number', 'array'], items: { type: ['string', 'number'] } },
  index: {},
  isList: true,
  read: (raw) =>
    readCost(raw)?.stored ??
    invalid(
      'It must be a string such as "$10", a non-negative number, or a list of these, of at most 20,000 characters.',
    ),
}

const existing = orNull(recordId('event'))

const parent: ParamType<number | null> = {
  ...existing,
  schema: { type: 'integer', minimum: 0 },
  read: (raw, context) => (raw === 0 || raw === '0' ? null : existing.read(raw, context)),
}

/** The writable fields of an event (contract A1). */
export const eventFields = {
  ...postFields,
  title: titleField('Title of the event'),
  slug: field({
    type: slugText,
    empty: '',
    outlivesImport: true,
    step: 'slug',
    storedIn: ['slug'],
    about:
      'Last part of the event’s address. When not sent on creation, it is made from the title; a number is added when it is already taken.',
  }),
  timezone: field({
    type: timeZone,
    empty: null,
    outlivesImport: true,
    step: 'dates',
    storedIn: ['timezone', 'timezone_abbr'],
    about:
      'Time zone of the event: an IANA name such as `Europe/Paris` or an offset such as `UTC+2`. Default on creation: the site’s time zone.',
    inRecord: member(
      text,
      'Time zone of the event: an IANA name or an offset such as `UTC+2`.',
      membersFor<EventTable>().stored('timezone'),
    ),
  }),
  all_day: switchField({
    column: 'all_day',
    blank: false,
    default: false,
    inRecord: 'always',
    about:
      'Whether the event lasts whole days: the time of the start is then set to 00:00:00 and that of the end to 23:59:59. Default `false`.',
    aboutRecord: 'Whether the event lasts whole days.',
  }),
  start_date: field({
    type: dateText,
    isRequired: true,
    step: 'dates',
    storedIn: ['start_date', 'start_utc', 'timezone'],
    readFieldValue: ({ start_date, start_utc, timezone }) => wallOrInstant(start_date, start_utc, timezone),
    about:
      'Start of the event in its own `timezone` unless the text carries an offset; required on creation. ISO 8601 texts, unix timestamps and English phrases such as `tomorrow 9am` are understood.',
  }),
  end_date: field({
    type: dateText,
    isRequired: true,
    step: 'dates',
    storedIn: ['end_date', 'end_utc', 'timezone'],
    readFieldValue: ({ end_date, end_utc, timezone }) => wallOrInstant(end_date, end_utc, timezone),
    about: 'End of the event, in the same forms as `start_date`; required on creation and never before the start.',
  }),
  cost: field({
    type: cost,
    empty: '',
    outlivesImport: true,
    columns: costColumns,
    about:
      'Price as text, with its currency symbol if wanted, such as `$20`, or an array of several prices. Without a symbol the site’s currency is shown; an empty value clears the price.',
  }),
  website: field({
    type: { ...orNull(url), index: {} },
    empty: null,
    column: 'website',
    about: 'Absolute URL of the website; an empty value clears it.',
  }),
  show_map: switchField({
    column: 'show_map',
    blank: true,
    inRecord: 'always',
    about: 'Whether the event’s page shows a map of the venue; default on creation: `true`.',
    aboutRecord: 'Whether the event’s page shows a map of the venue.',
  }),
  show_map_link: switchField({
    column: 'show_map_link',
    blank: true,
    inRecord: 'always',
    about: 'Whether the event’s page links to a map of the venue; default on creation: `true`.',
    aboutRecord: 'Whether the event’s page links to a map of the venue.',
  }),
  hide_from_listings: switchField({
    column: 'hide_from_listings',
    blank: false,
    inRecord: 'always',
    about:
      'Whether the event is kept out of all lists; it stays readable by id and slug. Default on creation: `false`.',
    aboutRecord: 'Whether the event is kept out of all lists.',
  }),
  sticky: switchField({
    column: 'sticky',
    blank: false,
    inRecord: 'always',
    about: 'Whether the event comes first in the calendar view; default on creation: `false`.',
    aboutRecord: 'Whether the event comes first in the calendar view.',
  }),
  featured: switchField({
    column: 'featured',
    blank: false,
    inRecord: 'always',
    about: 'Whether the event is highlighted on the site; default on creation: `false`.',
    aboutRecord: 'Whether the event is highlighted on the site.',
  }),
  event_status: field({
    type: eventStatusWord,
    empty: 'scheduled' as const,
    default: 'scheduled',
    column: 'event_status',
    about:
      'Whether the event takes place as planned: `scheduled` (default), `cancelled`, `postponed` to an unknown date, `rescheduled` to its current dates, or `moved_online`. A cancelled event stays in all lists; pages and feeds show the status.',
    inRecord: optionalMember(
      oneOf(...eventStatuses),
      'Status of an event that does not take place as planned: `cancelled`, `postponed`, `rescheduled` or `moved_online`; absent otherwise.',
      stored('event_status', { omits: 'scheduled' }),
    ),
    extension: 'C2.1',
  }),
  event_status_reason: textField({
    column: 'event_status_reason',
    max: 300,
    inRecord: 'omitWhenEmpty',
    about: 'Why the event does not take place as planned, in a line.',
    extension: 'C2.1',
  }),
  attendance_mode: field({
    type: wordOf(...attendanceModes),
    empty: 'offline' as const,
    default: 'offline',
    column: 'attendance_mode',
    about: 'How the event is attended: `offline` at its venue (default), `online`, or `mixed` (both).',
    inRecord: optionalMember(
      oneOf(...attendanceModes),
      'How the event is attended: `online` or `mixed`; absent if only at the venue.',
      stored('attendance_mode', { omits: 'offline' }),
    ),
    extension: 'C2.2',
  }),
  virtual_url: urlField({
    column: 'virtual_url',
    inRecord: 'omitWhenEmpty',
    about: 'Address at which the event is attended online.',
    extension: 'C2.2',
  }),
  offers: field({
    type: offerList,
    empty: [],
    columns: offerColumns,
    about:
      'Offers with their prices: a list of objects with `price` and `currency` (ISO 4217), and optionally `name`, `url`, `availability` (`in_stock`, the default, `limited`, `pre_order` or `sold_out`), `valid_from` and `valid_until`; at most 50. `cost` is derived from them unless it is sent too.',
    inRecord: optionalMember(
      offersPart,
      'Offers with their prices; absent when there are none.',
      made('offers', shownOffers),
    ),
    extension: 'C2.3',
  }),
  categories: field({
    type: termInputs('category', categoryFields),
    empty: [],
    step: 'links',
    storedIn: [],
    about:
      'Categories of the event by id, slug or name, as an array or comma-separated. They replace the current ones, missing names are created, and an empty value removes all.',
  }),
  tags: field({
    type: termInputs('tag', tagFields),
    empty: [],
    step: 'links',
    storedIn: [],
    about:
      'Tags of the event by id, slug or name, as an array or comma-separated. They replace the current ones, missing names are created, and an empty value removes all.',
  }),
  venue: field({
    type: linkInputs('venue', venueFields),
    empty: [],
    step: 'links',
    storedIn: [],
    about:
      'Venue of the event: an id, a list of ids, or an object with venue fields that is created together with the event. An empty value removes the link.',
  }),
  organizer: field({
    type: linkInputs('organizer', organizerFields),
    empty: [],
    step: 'links',
    storedIn: [],
    about:
      'Organizers of the event: an id, a list of ids, or objects with organizer fields that are created together with the event. An empty value removes the links.',
  }),
  recurrence: field({
    type: recurrence,
    empty: null,
    outlivesImport: true,
    step: 'series',
    storedIn: [],
    about:
      'How the event recurs: the lines `RRULE`, `RDATE` and `EXDATE` of RFC 5545, or an object with `rrule`, `rdate` and `exdate`. The event’s own start is the first occurrence; each occurrence is a separate event. An empty value removes the event from its series.',
    extension: 'C3.1',
  }),
  scope: field({
    type: scope,
    step: 'series',
    storedIn: [],
    default: 'this',
    about:
      'Which occurrences of a series to change: `this` one (default), this one and all `following`, or `all`. Ignored for events that do not recur.',
    extension: 'C3.4',
  }),
  post_parent: field({
    type: parent,
    empty: null,
    outlivesImport: true,
    column: 'parent_id',
    about: 'Id of the parent event; an empty value removes the link. An event cannot be its own ancestor.',
    extension: 'B4.8',
  }),
}
