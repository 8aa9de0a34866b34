import fc from 'fast-check'
import type { Json } from '../../src/lib/json.ts'

/**
 * Values that a parameter is for, and values that miss it narrowly. `~kind.N~` in a text stands for something that exists
 * when the request is sent: the N-th id or slug known by then; `~n.kind.N~` is the id as a number where JSON allows one.
 */
export type Meaning = { readonly valid: fc.Arbitrary<Json>; readonly near: fc.Arbitrary<Json> }

const spot = fc.nat({ max: 999 })

/** A mark for an id or slug of the kind. */
export const mark = (kind: string): fc.Arbitrary<string> => spot.map((at) => `~${kind}.${at}~`)

/** The id of a record of the kind, as a number or as digits. */
export const idOf = (kind: string): fc.Arbitrary<string> =>
  spot.chain((at) => fc.constantFrom(`~n.${kind}.${at}~`, `~${kind}.${at}~`))

/** One of a few values. */
export const from = (...values: readonly Json[]): fc.Arbitrary<Json> => fc.constantFrom(...values)

/** Values that look like ids and name nothing. */
export const nearIds = from(
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

/** The id of one record. */
export const id = (kind: string): Meaning => ({
  valid: idOf(kind),
  near: fc.oneof(nearIds, idOf('venue'), idOf('tag')),
})

/** Ids in the spellings of a list. */
const listOf = (one: fc.Arbitrary<string>): fc.Arbitrary<Json> =>
  fc.oneof(
    one,
    fc.array(one, { minLength: 1, maxLength: 3 }),
    fc.array(one, { minLength: 1, maxLength: 3 }).map((it) => it.join(',').replaceAll('~n.', '~')),
  )

/** Ids of records of the kind, or what else names them. */
export const ids = (kind: string, ...others: fc.Arbitrary<string>[]): Meaning => {
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

/** Dates in the spellings of contract B4.5. */
export const dates: Meaning = { valid: dateSpellings, near: fc.oneof(nearDates, dateSpellings) }

/** Dates that lie before those of {@link dates}: an event starts before it ends. */
export const before: Meaning = {
  valid: seconds.map((it) => new Date(it * 1000 - 4e11).toISOString().slice(0, 16).replace('T', ' ')),
  near: dates.near,
}

/** Time zones. */
export const zones: Meaning = {
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

/** A title or a name. */
export const name: fc.Arbitrary<string> = fc.oneof(
  fc.nat({ max: 99_999 }).map((it) => `Évent no. ${it} & more`),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((it) => `Name ${it}`),
  fc.constantFrom('Jazz', 'Lesung „Im Freien“', '東京の夜', 'حفل', 'Wine <tasting>'),
)

/** What a name may not be, or just may. */
export const nearNames = from(
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

/** Titles and names. */
export const names: Meaning = { valid: name, near: nearNames }

/** Venues or organizers inside an event (contract B7.5). */
export const nested = (kind: 'venue' | 'organizer'): Meaning => {
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

/** Categories or tags inside an event (contract B7.5). */
export const terms = (kind: 'category' | 'tag'): Meaning => {
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

/** Addresses. */
export const urls: Meaning = {
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

/** Harmless HTML. */
export const htmlText: fc.Arbitrary<Json> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((it) => `<p>${it}</p>\n\ntext`),
  from(
    'Plain\n\ntext',
    '<h2>Head</h2><ul><li>one<li>two</ul>',
    '<a href="https://x.example/" target="_blank">x</a>',
    '',
  ),
)

/** True and false in all spellings. */
export const switches: Meaning = {
  valid: from(true, false, 'true', 'false', 1, 0, '1', '0', 'on', 'off', 'yes', 'no'),
  near: from('TRUE', ' true ', 'maybe', 2, -1, '', null, [], {}, [true], 'on,off', { a: 1 }, { a: { b: 1 } }),
}

/** Statuses of records. */
export const statuses: Meaning = {
  valid: from('publish', 'publish', 'draft', 'pending', 'private', 'future', 'trash'),
  near: from('Publish', 'any', 'auto-draft', 'inherit', 'publish,draft', ['publish', 'x'], '', null, 1),
}

/** Numbers between two bounds. */
export const numbers = (low: number, high: number): Meaning => ({
  valid: fc.oneof(fc.double({ min: low, max: high, noNaN: true }), from(low, high, String(high))),
  near: from(low - 1, high + 1, low - 1e-9, 1e308, 'NaN', '', '1e5', '0x1', '--1', [low], null),
})

/** Small whole numbers. */
export const counts: Meaning = {
  valid: fc.integer({ min: 1, max: 3 }),
  near: from(0, -1, 51, 1e12, 1e12 + 1, '1.0', '1e1', '1.5', '', 'x', '9007199254740993', [1]),
}
