import { formatLocal, t } from '../../texts.ts'
import { statusName } from '../../ui/status-tabs.tsx'
import { attendanceNames, availabilityNames, nameIn, stateNames } from '../events/event-state.ts'

/** The names of fields of events, venues and organizers in forms. */
const labels: Readonly<Record<string, () => string>> = {
  title: () => t('Title'),
  venue: () => t('Venue'),
  organizer: () => t('Organizers'),
  description: () => t('Description'),
  excerpt: () => t('Summary'),
  start_date: () => t('Start'),
  end_date: () => t('End'),
  all_day: () => t('All day'),
  timezone: () => t('Time zone'),
  categories: () => t('Categories'),
  tags: () => t('Tags'),
  image: () => t('Picture'),
  cost: () => t('Price'),
  website: () => t('Website'),
  event_status: () => t('Event status'),
  event_status_reason: () => t('Reason'),
  attendance_mode: () => t('Attendance'),
  virtual_url: () => t('Address online'),
  offers: () => t('Tickets'),
  slug: () => t('Slug (URL)'),
  status: () => t('Status'),
  date: () => t('Becomes public on'),
  date_utc: () => t('Publication date (UTC)'),
  author: () => t('Author'),
  featured: () => t('Featured'),
  sticky: () => t('Sticky in month view'),
  recurrence: () => t('Recurrence'),
  hide_from_listings: () => t('Hidden from lists'),
  show_map: () => t('Map'),
  show_map_link: () => t('Link to a map'),
  post_parent: () => t('Part of'),
  source: () => t('Other system'),
  external_id: () => t('Id in the other system'),
  address: () => t('Address'),
  city: () => t('City'),
  country: () => t('Country'),
  province: () => t('Province'),
  state: () => t('State'),
  stateprovince: () => t('State or province'),
  zip: () => t('Postal code'),
  phone: () => t('Telephone'),
  email: () => t('E-mail address'),
  geo_lat: () => t('Latitude'),
  geo_lng: () => t('Longitude'),
}

/** The name of a field in the form. */
export const labelOf = (field: string): string => labels[field]?.() ?? field.replaceAll('_', ' ')

/** Names of linked records, by field and id. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

const html = new Set(['description', 'excerpt'])

const textOfHtml = (value: string): string => {
  const { body } = new DOMParser().parseFromString(
    value.replace(/<\/(p|li|h\d|blockquote)>|<br\s*\/?>/gi, '$& '),
    'text/html',
  )
  return (body.textContent ?? '').trim()
}

/** The value of a field as somebody reads it. */
export const textOfValue = (field: string, value: unknown, names: Names): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value)) return value.map((id) => textOfId(field, id, names)).join(', ')
  if (field in names) return textOfId(field, value, names)
  if (field === 'status') return statusName(String(value))
  if (field === 'event_status') return nameIn(stateNames, String(value))
  if (field === 'attendance_mode') return nameIn(attendanceNames, String(value))
  if (field === 'offers') return textOfOffers(String(value))
  if (html.has(field)) return textOfHtml(String(value))
  return /_date$/.test(field) ? formatLocal(String(value)) : String(value)
}

/** A version holds offers as the text of JSON. */
const textOfOffers = (json: string): string =>
  (JSON.parse(json) as readonly StoredOffer[])
    .map(({ name = '', price, currency, availability }) =>
      [name, `${price} ${currency}`, nameIn(availabilityNames, availability)].filter(Boolean).join(' '),
    )
    .join('\n')

type StoredOffer = Readonly<Record<'price' | 'currency' | 'availability', string>> & { readonly name?: string }

const textOfId = (field: string, id: unknown, names: Names): string => names[field]?.[String(id)] ?? `#${id}`
