import fc from 'fast-check'
import { isJsonObject, type JsonObject } from '../../src/lib/json.ts'
import {
  before,
  counts,
  dates,
  from,
  htmlText,
  id,
  idOf,
  ids,
  type Meaning,
  mark,
  name,
  names,
  nearIds,
  nearNames,
  nested,
  numbers,
  statuses,
  switches,
  terms,
  urls,
  zones,
} from './meant-sorts.ts'

const byName: Readonly<Record<string, Meaning>> = {
  author: { valid: fc.oneof(mark('n.user'), mark('user')), near: nearIds },
  venue: nested('venue'),
  organizer: nested('organizer'),
  categories: terms('category'),
  tags: terms('tag'),
  include: ids('event'),
  exclude: ids('category', mark('tagslug')),
  post: id('event'),
  event: id('event'),
  post_parent: id('event'),
  parent: id('category'),
  status: statuses,
  timezone: zones,
  end_date: dates,
  start_date: before,
  title: names,
  name: names,
  slug: {
    valid: fc.oneof(
      mark('eventslug'),
      name,
      fc.nat({ max: 9999 }).map((it) => `slug-${it}`),
    ),
    near: nearNames,
  },
  content: { valid: htmlText, near: nearNames },
  featured_media: { valid: fc.oneof(from(0, '0'), mark('n.attachment')), near: fc.oneof(from('x', -1), idOf('event')) },
  tribe_events_cat: terms('category'),
  image: {
    valid: fc.oneof(from('', null, false), mark('n.attachment'), mark('attachment')),
    near: fc.oneof(from('1', 'https://127.0.0.1/x.png', 'file:///etc/passwd', -1, 0, []), idOf('event')),
  },
  username: {
    valid: fc.stringMatching(/^[a-zé]{2,12}(?: [a-z0-9]{1,5})?$/),
    near: from('a:b', ' a', 'a@b', 'x'.repeat(61)),
  },
  password: { valid: fc.stringMatching(/^[ -~]{10,20}$/), near: from('short', 'x'.repeat(201), 12345678901) },
  roles: {
    valid: from('author', ['subscriber'], ['administrator'], 'editor', 'contributor'),
    near: from([], 'king', ['author', 'editor'], 'administrator,editor', 'removed'),
  },
  reassign: { valid: mark('n.user'), near: from(0, '', 'false', -1, 'me', 1e20) },
  app_id: { valid: fc.uuid(), near: from('x', '', null, 7) },
  cost: {
    valid: from('$10', '10-20', ['0', '20 €'], 15, '', 'Free'),
    near: from([], {}, [[]], 1e21, 'x'.repeat(501), true, null, '$'.repeat(400)),
  },
  show_map: switches,
  show_map_link: switches,
  ticketed: { valid: from(false, 'no'), near: switches.near },
  geoloc_lat: numbers(-90, 90),
  geoloc_lng: numbers(-180, 180),
  geo_lat: numbers(-90, 90),
  geo_lng: numbers(-180, 180),
  geoloc_distance: numbers(0, 20_100),
  page: { valid: from(1, '1', 1, 2), near: counts.near },
  per_page: { valid: from(1, 3, '10', 50), near: counts.near },
  text: { valid: from('plain', 'html'), near: from('PLAIN', '', 'text', 1, null) },
  window: {
    valid: from('upcoming', 'ongoing', 'current', 'past', 'all', 'today', 'tonight', 'weekend', 'week'),
    near: from('Past', '', 'now', 'past,all'),
  },
  sort: {
    valid: from('title', '-date', 'modified,-title', ['-id'], 'id'),
    near: from('', '-', 'title,title', 'distance', 'start_date', 'name', '--title', 'x'.repeat(1001), [[]], null),
  },
  cursor: { valid: from(''), near: from('x', 'W10', 'WyItZGF0ZSwtaWQiLCJ4IiwxXQ', '%', 'x'.repeat(4001), null, [], 0) },
  categories_relation: { valid: from('and', 'or'), near: from('AND', '', 'xor', 1) },
  categories_exclude: ids('category', mark('categoryslug')),
  tags_exclude: ids('tag', mark('tagslug')),
  venue_exclude: ids('venue'),
  organizer_exclude: ids('organizer'),
  series: id('series'),
  collapse: { valid: from('series'), near: from('Series', '', 'all', 1) },
  scope: { valid: from('this', 'following', 'all'), near: from('This', '', 'next', null, ['all']) },
  recurrence: {
    valid: from(
      '',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3\nEXDATE:20270226',
      { rrule: 'FREQ=DAILY;INTERVAL=2;COUNT=5' },
      { rdate: ['2027-05-01 10:00:00'] },
    ),
    near: from('RRULE:', 'FREQ=WEEKLY', 'RRULE:FREQ=HOURLY', 'RRULE:FREQ=DAILY;COUNT=0', {}, { rrule: 5 }, [], 7, null),
  },
  code: {
    valid: from('123456', 'AAAA-BBBB-CCCC-DDDD'),
    near: from('', '12345', '１２３４５６', 'x'.repeat(101), null),
  },
  current_password: { valid: from('a long password'), near: from('', 'x'.repeat(1001), null) },
  modified_after: dates,
  modified_before: dates,
  search: {
    valid: from('name', 'Évent', 'no more', '東京'),
    near: from('x'.repeat(200), 'x'.repeat(201), '%', ' ', '', 'ab '.repeat(66), ['a', 'b']),
  },
  order: { valid: from('asc', 'desc', 'ASC'), near: from('sideways', '', 'asc;desc') },
  orderby: {
    valid: from('name', 'id', 'slug', 'count', 'include'),
    near: from('password', '__proto__', 'constructor', '', 'name desc', 'x'.repeat(51)),
  },
  _fields: {
    valid: from('id', 'id,title', 'events.id,total', 'code', 'venue.id'),
    near: from('', ',', [{ a: 1 }], { a: 'id' }, 'x', 'id.x.y', 'a.'.repeat(200), '__proto__', '.'),
  },
  _envelope: { valid: from('1', ''), near: from('0', 'x') },
  namespace: { valid: from('calendar/events/v1', 'tribe/events/v1'), near: from('wp/v2', '', '../', null) },
  context: { valid: from('view'), near: from('edit', '') },
}

/** What filters mean by the same names as fields. */
const asFilter: Readonly<Record<string, Meaning>> = {
  venue: ids('venue'),
  organizer: ids('organizer'),
  categories: ids('category', mark('categoryslug')),
  tags: ids('tag', mark('tagslug')),
  slug: { valid: fc.oneof(mark('tagslug'), mark('categoryslug')), near: nearNames },
  start_date: dates,
  after: dates,
  before: dates,
  since: { valid: from('2020-01-01', '2027-05-01'), near: from('soon', '', '2027-02-30', 7) },
  source: { valid: from('feed', 'nobody'), near: from('', 'x'.repeat(201), ['a', 'b'], null) },
  external_id: { valid: from('7', 'none'), near: from('', 'x'.repeat(501), ['a', 'b'], null) },
  change: { valid: from('summer-2027', 'none_of_these'), near: from('', 'short', 'x'.repeat(65), 'two words') },
  type: { valid: from('tribe_events', 'tribe_venue'), near: from('', 'post', 'x'.repeat(101)) },
  status: {
    valid: fc.oneof(from('publish'), statuses.valid, from('publish,draft', ['publish', 'private'])),
    near: statuses.near,
  },
}

/** What filters of lists below `wp/v2` mean; most refuse what other lists ignore. */
const asSiteFilter: Readonly<Record<string, Meaning>> = {
  order: { valid: from('asc', 'desc'), near: from('ASC', 'sideways', '') },
  orderby: {
    valid: from('date', 'relevance', 'id', 'author', 'modified', 'include'),
    near: from('title', 'slug', '__proto__', ''),
  },
  per_page: { valid: from(1, 3, '10', 100), near: from(101, 0, -1, 'x', '') },
  offset: { valid: from(0, 1, '5'), near: from(-1, 'x', '', 1e300) },
  parent: { valid: from(0, '7'), near: from(-1, 'x', '') },
  tags: ids('tag'),
  tribe_events_cat: ids('category'),
  media_type: { valid: from('image', 'video', 'audio'), near: from('Image', '', 'image/png') },
  mime_type: { valid: from('image/png', 'image/gif', 'IMAGE/JPEG'), near: from('', 'x'.repeat(101)) },
  after: dates,
  before: dates,
}

/** What is another thing in each of these lists. */
const asOwnFilter: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = {
  changes: {
    afterChangeNumber: { valid: from(0, 1, '5'), near: from(-1, 'x', '', 1e300) },
    epoch: { valid: from('other'), near: from('', 'x'.repeat(65)) },
    // A request that waits takes as long as it says.
    wait: { valid: from(0), near: from(-1, 31, 'x', '') },
  },
  media: {
    slug: { valid: mark('attachmentslug'), near: nearNames },
    status: { valid: from('inherit', 'any'), near: from('publish', 'trash', '') },
  },
  tribe_events: { slug: { valid: mark('eventslug'), near: nearNames } },
  tribe_venue: { slug: { valid: mark('venueslug'), near: nearNames } },
  tribe_organizer: { slug: { valid: mark('organizerslug'), near: nearNames } },
}

/** What is known of a parameter: by its name, or else by its schema. `resource` is the plural in the path. */
export const meaningOf = (
  parameter: string,
  schema: JsonObject,
  { isFilter, resource }: { isFilter: boolean; resource: string },
): Meaning => {
  if (parameter === 'venue' && resource === 'venues') return names
  if (parameter === 'organizer' && resource === 'organizers') return names
  if (isFilter && (parameter === 'include' || parameter === 'exclude') && resource !== 'events')
    return ids(({ tags: 'tag', media: 'attachment' } as const)[resource] ?? 'category')
  if (isFilter && resource === 'media' && parameter === 'author') return ids('user')
  const ofSite = isFilter && /^(media|tribe_\w+)$/.test(resource) ? asSiteFilter[parameter] : undefined
  const own = (isFilter ? asOwnFilter[resource]?.[parameter] : undefined) ?? ofSite
  if (own) return own
  const known = (isFilter ? asFilter[parameter] : undefined) ?? byName[parameter]
  if (known) return known
  if (/date|^(starts|ends)_/.test(parameter) && schema['type'] !== 'boolean') return dates
  const told = bySchema(schema, isFilter)
  if (told) return told
  // A body is to be refused as well, where a text stands for an object.
  if (!isFilter) return names
  throw new Error(
    `The parameter ${parameter} of ${resource || 'all lists'} has no meaning: add one to meant-values.ts.`,
  )
}

/** What a schema tells alone: enough for most, but not for what is to be found by a text. */
const bySchema = (schema: JsonObject, isFilter: boolean): Meaning | undefined => {
  // Nothing, where it is allowed, is no value of its own.
  const types = [schema['type'] ?? []].flat().filter((type) => type !== 'null')
  const isOnly = (type: string): boolean => types.length === 1 && types[0] === type
  const items = isJsonObject(schema['items']) ? schema['items'] : {}
  const words = isFilter ? (schema['enum'] ?? items['enum']) : undefined
  if (Array.isArray(words)) return { valid: from(...words), near: from('', 'x', words.join(), null) }
  if (isOnly('boolean')) return switches
  if (schema['format'] === 'uri') return urls
  if (isOnly('string') && !isFilter) return { valid: htmlText, near: nearNames }
  if (isOnly('integer')) return counts
  if (isOnly('number')) return numbers(-180, 180)
  if (types.length > 1 && isJsonObject(schema['items'])) return ids('event')
  return undefined
}
