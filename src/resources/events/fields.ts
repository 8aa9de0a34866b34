import { invalid, type ParamType } from '../../core/params.ts'
import { dateText, timeZone } from '../../core/types/dates.ts'
import { recordId } from '../../core/types/references.ts'
import { bool, name, orNull, slugText, url } from '../../core/types/values.ts'
import type { EventTable } from '../../db/schema.ts'
import { categoryFields } from '../categories/fields.ts'
import { organizerFields } from '../organizers/fields.ts'
import { linkInputs } from '../shared/link-input.ts'
import { field, maxTitle, postFields, toNumber } from '../shared/post-fields.ts'
import { termInputs } from '../shared/term-input.ts'
import { tagFields } from '../tags/fields.ts'
import { venueFields } from '../venues/fields.ts'
import { readCost } from './cost.ts'
import { isFree } from './free.ts'

const own = field<EventTable>()

const cost: ParamType<string> = {
  schema: { type: ['string', 'number', 'array'], items: { type: ['string', 'number'] } },
  index: {},
  isList: true,
  read: (raw) =>
    readCost(raw)?.stored ??
    invalid('It must be a text such as "$10", a number that is not negative, or a list of them, in 20,000 characters.'),
}

const existing = orNull(recordId('event'))

const parent: ParamType<number | null> = {
  ...existing,
  schema: { type: 'integer', minimum: 0 },
  read: (raw, context) => (raw === 0 || raw === '0' ? null : existing.read(raw, context)),
}

/** What may be written on an event (contract A1; `post_parent` is ours, B4.8). */
export const eventFields = {
  ...postFields,
  title: own({ type: name(maxTitle), isRequired: true, columns: (title) => ({ title }) }),
  slug: own({ type: slugText, empty: '' }),
  timezone: own({ type: timeZone, empty: null }),
  all_day: own({ type: bool, default: false, columns: (on) => ({ all_day: toNumber(on) }) }),
  start_date: own({ type: dateText, isRequired: true }),
  end_date: own({ type: dateText, isRequired: true }),
  cost: own({ type: cost, empty: '', columns: (stored) => ({ cost: stored, is_free: toNumber(isFree(stored)) }) }),
  website: own({ type: { ...orNull(url), index: {} }, empty: null, columns: (website) => ({ website }) }),
  show_map: own({ type: bool, columns: (on) => ({ show_map: toNumber(on) }) }),
  show_map_link: own({ type: bool, columns: (on) => ({ show_map_link: toNumber(on) }) }),
  hide_from_listings: own({ type: bool, columns: (on) => ({ hide_from_listings: toNumber(on) }) }),
  sticky: own({ type: bool, columns: (on) => ({ sticky: toNumber(on) }) }),
  featured: own({ type: bool, columns: (on) => ({ featured: toNumber(on) }) }),
  categories: own({ type: termInputs('category', categoryFields), empty: [] }),
  tags: own({ type: termInputs('tag', tagFields), empty: [] }),
  venue: own({ type: linkInputs('venue', venueFields), empty: [] }),
  organizer: own({ type: linkInputs('organizer', organizerFields), empty: [] }),
  post_parent: own({ type: parent, empty: null, columns: (parent_id) => ({ parent_id }) }),
}
