import fc from 'fast-check'
import { isJsonObject, type Json, type JsonObject } from '../../src/lib/json.ts'

/**
 * Values that a parameter is for, and values that miss it narrowly. `~kind.N~` in a text stands for something that exists
 * when the request is sent: the N-th id or slug known by then; `~n.kind.N~` is the id as a number where JSON allows one.
 */
export type Meaning = { readonly valid: fc.Arbitrary<Json>; readonly near: fc.Arbitrary<Json> }

const spot = fc.nat({ max: 999 })

const mark = (kind: string): fc.Arbitrary<string> => spot.map((at) => `~${kind}.${at}~`)

/** The id of a record of the kind, as a number or as digits. */
const idOf = (kind: string): fc.Arbitrary<string> =>
  spot.chain((at) => fc.constantFrom(`~n.${kind}.${at}~`, `~${kind}.${at}~`))

const from = (...values: readonly Json[]): fc.Arbitrary<Json> => fc.constantFrom(...values)

const nearIds = from(
  0,
  -1,
  999_999_999,
  '999999999999999999999',
  '1.5',
  '1e3',
  '',
  null,
  true,
  'no-such-slug',
  '0',
  ' 1 ',
)

const id = (kind: string): Meaning => ({ valid: idOf(kind), near: fc.oneof(nearIds, idOf('venue'), idOf('tag')) })

/** Ids in the spellings of a list. */
const listOf = (one: fc.Arbitrary<string>): fc.Arbitrary<Json> =>
  fc.oneof(
    one,
    fc.array(one, { minLength: 1, maxLength: 3 }),
    fc.array(one, { minLength: 1, maxLength: 3 }).map((it) => it.join(',').replaceAll('~n.', '~')),
  )

const ids = (kind: string, ...others: fc.Arbitrary<string>[]): Meaning => {
  const valid = listOf(fc.oneof(idOf(kind), ...others))
  const nearList = from([], '', ',', ',,1', '1,,2', ['1', ''], [0], [1, 'x'], { 0: 1 }, '1,'.repeat(1001), [[1]])
  return { valid, near: fc.oneof(valid, nearList, nearIds) }
}

const seconds = fc.integer({ min: Date.parse('2026-01-01') / 1000, max: Date.parse('2028-12-31') / 1000 })

const isoText = seconds.map((it) => new Date(it * 1000).toISOString())

const dateSpellings: fc.Arbitrary<Json> = fc.oneof(
  isoText.map((it) => it.slice(0, 10)),
  isoText.map((it) => it.slice(0, 19).replace('T', ' ')),
  isoText,
  isoText.map((it) => it.slice(0, 10).replaceAll('-', '/')),
  isoText.map((it) => `${it.slice(0, 19)}+05:30`),
  seconds.map(String),
  from(
    'now',
    'tomorrow 9am',
    'next wednesday 4pm',
    '+5 days 11am',
    'first day of next month',
    '3 June 2027',
    '20270601',
  ),
)

const nearDates = fc.oneof(
  from(
    '2027-02-29',
    '2027-02-30',
    '2027-13-01',
    '2027-00-10',
    '2027-06-31 10:00',
    '2027-06-01 25:00',
    '2027-06-01T10:60',
  ),
  from('0000-00-00', '0000-01-01', '9999-12-31 23:59:59', '10000-01-01', '-1', '@-62135596801', '99999999999999999999'),
  from(
    '+9999999 years',
    '-9999999 days',
    '2027-06-01T10:00+99:99',
    '2027-06-01 10:00 Nowhere/City',
    'soon',
    '12345',
    '',
  ),
  from('2027-03-28 02:30', '24:00', '1e9', 1_800_000_000, 1.5, null, [], '2027-06-01\u00002', ' 2027-06-01 '),
)

const dates: Meaning = { valid: dateSpellings, near: fc.oneof(nearDates, dateSpellings) }

const before: Meaning = {
  valid: seconds.map((it) => new Date(it * 1000 - 4e11).toISOString().slice(0, 16).replace('T', ' ')),
  near: dates.near,
}

const zones: Meaning = {
  valid: from(
    'Europe/Paris',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'UTC',
    'UTC+2',
    'UTC-5:30',
    'UTC+5.75',
  ),
  near: from(
    'Europe/Atlantis',
    'europe/paris',
    'UTC+99',
    'UTC+',
    'UTC+14:60',
    '+02:00',
    'EST',
    '',
    null,
    0,
    'Etc/../UTC',
    'GMT+25',
  ),
}

const name: fc.Arbitrary<string> = fc.oneof(
  fc.nat({ max: 99_999 }).map((it) => `Évent no. ${it} & more`),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((it) => `Name ${it}`),
  fc.constantFrom('Jazz', 'Lesung „Im Freien“', '東京の夜', 'حفل', 'Wine <tasting>'),
)

const nearNames = from(
  '',
  ' ',
  '<b></b>',
  'x'.repeat(200),
  'x'.repeat(201),
  'x'.repeat(1000),
  'x'.repeat(1001),
  5,
  0,
  true,
  [],
  ['a'],
)

const names: Meaning = { valid: name, near: nearNames }

const nested = (kind: 'venue' | 'organizer'): Meaning => {
  const create = fc.record(
    { [kind]: name, website: urls.valid, phone: from('1', 2), description: htmlText },
    { requiredKeys: [kind] },
  ) as fc.Arbitrary<Json>
  const byId = idOf(kind).map((it): Json => ({ id: it }))
  const one = fc.oneof(idOf(kind), byId, create)
  const broken = fc.oneof(
    from({}, { id: 0 }, { [kind]: '' }, { website: 'x' }, [[]], [{}], 'a name', -1, '1,x'),
    idOf('event'),
  )
  return {
    valid: fc.oneof(one, fc.array(one, { maxLength: 3 }), from('', null, [])),
    near: fc.oneof(broken, fc.array(fc.oneof(one, broken), { maxLength: 3 })),
  }
}

const terms = (kind: 'category' | 'tag'): Meaning => {
  const create = fc.record(
    { name, slug: fc.nat({ max: 999 }).map((it) => `term-${it}`), parent: idOf('category') },
    { requiredKeys: ['name'] },
  ) as fc.Arbitrary<Json>
  const one: fc.Arbitrary<Json> = fc.oneof(
    idOf(kind),
    mark(`${kind}slug`),
    name.map((it) => it.replaceAll(',', '')),
    create,
  )
  return {
    valid: fc.oneof(one, fc.array(one, { maxLength: 3 }), from('', [])),
    near: fc.oneof(
      from({}, { name: '' }, [null], [[]], [true], 'a,'.repeat(1001), 'x'.repeat(201), { slug: 'only' }),
      nearIds,
    ),
  }
}

const urls: Meaning = {
  valid: from('https://example.org/a?b=c', 'http://münchen.example/ü', 'mailto:a@b.example', ''),
  near: from(
    'javascript:alert(1)',
    'data:text/html,x',
    '//x.example',
    'example.org',
    'https://',
    'https://a b',
    `https://x.example/${'x'.repeat(2000)}`,
    'https://x.example/"onload=alert(1)',
    5,
  ),
}

const htmlText: fc.Arbitrary<Json> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((it) => `<p>${it}</p>\n\ntext`),
  from(
    'Plain\n\ntext',
    '<h2>Head</h2><ul><li>one<li>two</ul>',
    '<a href="https://x.example/" target="_blank">x</a>',
    '',
  ),
)

const switches: Meaning = {
  valid: from(true, false, 'true', 'false', 1, 0, '1', '0', 'on', 'off', 'yes', 'no'),
  near: from('TRUE', ' true ', 'maybe', 2, -1, '', null, [], {}, [true], 'on,off', { a: 1 }, { a: { b: 1 } }),
}

const statuses: Meaning = {
  valid: from('publish', 'publish', 'draft', 'pending', 'private', 'future', 'trash'),
  near: from('Publish', 'any', 'auto-draft', 'inherit', 'publish,draft', ['publish', 'x'], '', null, 1),
}

const numbers = (low: number, high: number): Meaning => ({
  valid: fc.oneof(fc.double({ min: low, max: high, noNaN: true }), from(low, high, String(high))),
  near: from(low - 1, high + 1, low - 1e-9, 1e308, 'NaN', '', '1e5', '0x1', '--1', [low], null),
})

const counts: Meaning = {
  valid: fc.integer({ min: 1, max: 3 }),
  near: from(0, -1, 51, 1e12, 1e12 + 1, '1.0', '1e1', '1.5', '', 'x', 9_007_199_254_740_993, [1]),
}

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
  image: {
    valid: from('', null, 0),
    near: fc.oneof(from('1', 'https://127.0.0.1/x.png', 'file:///etc/passwd', -1, []), idOf('event')),
  },
  cost: {
    valid: from('$10', '10-20', ['0', '20 €'], 15, '', 'Free'),
    near: from([], {}, [[]], 1e21, 'x'.repeat(501), true, null, '$'.repeat(400)),
  },
  ticketed: { valid: from(false, 'no'), near: switches.near },
  geoloc_lat: numbers(-90, 90),
  geoloc_lng: numbers(-180, 180),
  geo_lat: numbers(-90, 90),
  geo_lng: numbers(-180, 180),
  geoloc_distance: numbers(0, 20_100),
  page: { valid: from(1, '1', 1, 2), near: counts.near },
  per_page: { valid: from(1, 3, '10', 50), near: counts.near },
  search: {
    valid: from('name', 'Évent', 'no more', '東京'),
    near: from('x'.repeat(200), 'x'.repeat(201), '%', ' ', '', 'ab '.repeat(66), ['a', 'b']),
  },
  order: { valid: from('asc', 'desc', 'ASC'), near: from('sideways', '', 'asc;desc') },
  orderby: {
    valid: from('name', 'id', 'slug', 'count', 'include'),
    near: from('password', '', 'name desc', 'x'.repeat(51)),
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
  status: {
    valid: fc.oneof(from('publish'), statuses.valid, from('publish,draft', ['publish', 'private'])),
    near: statuses.near,
  },
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
    return ids(resource === 'tags' ? 'tag' : 'category')
  const known = (isFilter ? asFilter[parameter] : undefined) ?? byName[parameter]
  if (known) return known
  if (/date|^(starts|ends)_/.test(parameter) && schema['type'] !== 'boolean') return dates
  return bySchema(schema)
}

const bySchema = (schema: JsonObject): Meaning => {
  if (schema['type'] === 'boolean') return switches
  if (schema['format'] === 'uri') return urls
  if (schema['type'] === 'string') return { valid: htmlText, near: nearNames }
  if (schema['type'] === 'integer') return counts
  if (schema['type'] === 'number') return numbers(-180, 180)
  if (Array.isArray(schema['type']) && isJsonObject(schema['items'])) return ids('event')
  return { valid: name, near: nearNames }
}
