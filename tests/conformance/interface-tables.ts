/** The JSON types that the interface document gives; null where it gives none. */
export type TypeName = 'string' | 'integer' | 'boolean' | 'array of integer' | null

/** A parameter or writable field of the interface document. */
export type Row = {
  readonly name: string
  readonly type: TypeName
  readonly isRequired?: true
  /** As the document gives it; `moment` is derived from the current time, `itself` is the namespace. */
  readonly default?: boolean | number | string
}

/** What the document says of one resource. */
export type ResourceTable = { readonly fields: readonly Row[]; readonly filters: readonly Row[] }

const row = (name: string, type: TypeName = null): Row => ({ name, type })
const required = (name: string): Row => ({ name, type: 'string', isRequired: true })
const texts = (names: string): Row[] => names.split(' ').map((name) => row(name, 'string'))
const switches = (names: string): Row[] => names.split(' ').map((name) => row(name, 'boolean'))

const authorAndDates = [row('author', 'integer'), ...texts('date date_utc')]

const paging: readonly Row[] = [
  { name: 'page', type: 'integer', default: 1 },
  { name: 'per_page', type: 'integer', default: 10 },
]

const linkedFilters = [
  ...paging,
  row('search', 'string'),
  row('event', 'integer'),
  row('has_events'),
  { name: 'only_with_upcoming', type: null, default: false } as const,
  row('status'),
]

const tagFilters = [
  ...paging,
  ...texts('search order orderby slug'),
  row('exclude'),
  row('include'),
  { name: 'hide_empty', type: 'boolean', default: '1' } as const,
  row('post', 'integer'),
  row('event', 'integer'),
]

const termFields = [required('name'), ...texts('description slug')]

/** Writable fields (A1) and list parameters (A3). Types that A3 leaves unsaid are those of The Events Calendar's index. */
export const resourceTables: Readonly<Record<string, ResourceTable>> = {
  events: {
    fields: [
      ...authorAndDates,
      required('title'),
      ...texts('description slug excerpt status timezone'),
      { name: 'all_day', type: 'boolean', default: false },
      required('start_date'),
      required('end_date'),
      row('image', 'string'),
      row('cost'),
      row('website'),
      ...switches('show_map show_map_link hide_from_listings sticky featured'),
      row('categories'),
      row('tags'),
      row('venue', 'array of integer'),
      row('organizer', 'array of integer'),
    ],
    filters: [
      ...paging,
      { name: 'start_date', type: null, default: 'moment' },
      { name: 'end_date', type: null, default: 'moment' },
      row('search', 'string'),
      row('categories'),
      row('tags'),
      row('venue'),
      row('organizer'),
      ...switches('featured geoloc'),
      row('status'),
      row('geoloc_lat'),
      row('geoloc_lng'),
      row('include'),
      row('post_parent', 'integer'),
    ],
  },
  venues: {
    fields: [
      ...authorAndDates,
      required('venue'),
      ...texts('description status show_map show_map_link address city country province state zip phone stateprovince'),
      ...texts('website image'),
    ],
    filters: linkedFilters,
  },
  organizers: {
    fields: [...authorAndDates, required('organizer'), ...texts('description status phone website email image')],
    filters: linkedFilters,
  },
  categories: { fields: [...termFields, row('parent', 'integer')], filters: [...tagFilters, row('parent', 'integer')] },
  tags: { fields: termFields, filters: tagFilters },
  // An addition (C3.3).
  series: { fields: [], filters: [...paging] },
}

/** The parameters of the namespace root (A2). */
export const indexTable: readonly Row[] = [
  { name: 'namespace', type: null, default: 'itself' },
  { name: 'context', type: null, default: 'view' },
]

const collection = ['GET', 'POST']
const item = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']

/** The paths below the namespace with their methods (A2). */
export const routeTable: Readonly<Record<string, readonly string[]>> = {
  '': ['GET'],
  '/doc': ['GET'],
  '/events': collection,
  '/events/{id}': item,
  '/events/by-slug/{slug}': item,
  // Additions (C4.1, C4.2, C1.5).
  '/events/by-external-id/{source}/{external_id}': ['GET', 'DELETE', 'PUT'],
  '/events/batch': ['POST'],
  '/events.ndjson': ['GET'],
  '/venues': collection,
  '/venues/{id}': item,
  '/venues/by-slug/{slug}': item,
  // Additions (C4.1, C4.2, C1.5).
  '/venues/by-external-id/{source}/{external_id}': ['GET', 'DELETE', 'PUT'],
  '/venues/batch': ['POST'],
  '/venues.ndjson': ['GET'],
  '/organizers': collection,
  '/organizers/{id}': item,
  '/organizers/by-slug/{slug}': item,
  // Additions (C4.1, C4.2, C1.5).
  '/organizers/by-external-id/{source}/{external_id}': ['GET', 'DELETE', 'PUT'],
  '/organizers/batch': ['POST'],
  '/organizers.ndjson': ['GET'],
  '/categories': collection,
  '/categories/{id}': item,
  '/tags': collection,
  '/tags/{id}': item,
  // Additions (C3.3).
  '/series': ['GET'],
  '/series/{id}': ['GET'],
}

/** Parameters that belong to every resource, as components of `/doc`. */
export const sharedParams: Readonly<Record<string, string>> = {
  _fields: 'B3.4',
  _envelope: 'B3.4',
  _method: 'B3.4',
  'If-None-Match': 'B3.5',
  'If-Match': 'B7.8',
  'Idempotency-Key': 'B7.8',
}
