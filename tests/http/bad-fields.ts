import { type BadCase, creates, event, items, plurals } from './bad-case.ts'

const badParam = (ask: string, body: unknown, ...params: string[]): BadCase => ({
  name: JSON.stringify(body).slice(0, 80),
  ask,
  body,
  status: 400,
  code: 'rest_invalid_param',
  params,
})

/** Values of no use for a field, whatever the method. */
const badFields: Readonly<Record<keyof typeof creates, readonly (readonly [string, readonly unknown[]])[]>> = {
  events: [
    ['title', ['', ' ', '<b></b>', [], {}, true, 'a\u0000b', 'a\ud800', 'x'.repeat(1001)]],
    [
      'start_date',
      ['', 'soon', '2027-02-30', '2027-13-01', '2027-06-01 25:00', '2027-06-01\u0000', true, [], {}, '+9999999 years'],
    ],
    ['date', ['soon', '2027-02-29', '24:61', true]],
    ['date_utc', ['soon', '2027-06-31', []]],
    ['timezone', ['Europe/Atlantis', 'UTC+99', 'UTC+', '../../etc/passwd', 5, [], 'Europe/Paris\u0000']],
    ['all_day', ['maybe', 2, [], {}]],
    ['featured', ['maybe', '', {}]],
    ['cost', [{}, true, [[]], 1e21, Array.from({ length: 1001 }, () => 1)]],
    ['website', ['x', 'javascript:alert(1)', '//x.example', 'https://', 'https://a b', 5]],
    ['status', ['any', 'Publish', '', ['publish']]],
    ['slug', ['???', [], {}]],
    ['author', [999, 0, -1, 'x', 1.5, []]],
    ['image', [999, 'https://127.0.0.1/x.png', 'file:///etc/passwd', {}]],
    ['post_parent', [999, 2, 'x', -1]],
    [
      'venue',
      [
        999,
        [999],
        'a name',
        { id: 999 },
        { id: 1 },
        { website: 'x' },
        { venue: '' },
        { venue: 'New', website: 'x' },
        [[]],
        '2,999',
        -1,
      ],
    ],
    ['organizer', [999, [3, 999], 'nobody', { id: 2 }, [{ phone: '1' }], true]],
    [
      'categories',
      [
        999,
        [1, 999],
        '1,999',
        [{}],
        [{ name: '' }],
        [true],
        'a\u0000b',
        'x'.repeat(1001),
        [{ name: 'New', parent: 999 }],
      ],
    ],
    ['tags', [999, 1, [[1]], 'x'.repeat(1001)]],
    ['description', [[], {}, true, 'a\u0000']],
    ['excerpt', [[], { a: { b: 1 } }]],
  ],
  venues: [
    ['venue', ['', ' ', [], {}, 'a\u0000', 'x'.repeat(1001)]],
    ['website', ['x', 'data:text/html,x']],
    ['geo_lat', [91, -91, 'x', [], 'NaN', '0x1']],
    ['address', [[], {}, true, 'a\u0000']],
    ['author', [999]],
    ['status', ['any']],
    ['date', ['2027-02-30']],
  ],
  organizers: [
    ['organizer', ['', [], 'x'.repeat(1001)]],
    ['website', ['vbscript:x']],
    ['email', [[], 'a\u0000@b']],
    ['author', ['x']],
    ['image', [2]],
  ],
  categories: [
    ['name', ['', ' ', [], {}, true, 'a\u0000', 'x'.repeat(1001)]],
    ['parent', [999, 2, 'x', -1, 1.5, []]],
    ['slug', ['???', []]],
    ['description', [[], {}, 'a\u0000']],
  ],
  tags: [
    ['name', ['', {}, 'x'.repeat(1001)]],
    ['slug', ['—', {}]],
  ],
}

/** Each bad value on create and on update. */
export const fieldCases = plurals.flatMap((plural) =>
  badFields[plural].flatMap(([name, values]) =>
    values.flatMap((value) => [
      badParam(
        `POST /${plural}`,
        { ...creates[plural], ...(name === 'geo_lat' ? { geo_lng: 1 } : {}), [name]: value },
        name,
      ),
      badParam(
        `PUT /${plural}/${items[plural]}`,
        { ...(name === 'geo_lat' ? { geo_lng: 1 } : {}), [name]: value },
        name,
      ),
    ]),
  ),
)

/** Values that do not go together, or miss what is there. */
export const togetherCases: readonly BadCase[] = [
  badParam('POST /events', { ...event, end_date: '2026-12-01 09:59:59' }, 'end_date'),
  badParam('POST /events', { ...event, start_date: '2026-12-01T10:00:00-08:00' }, 'end_date'),
  badParam('PATCH /events/1', { end_date: '2026-12-01 09:00' }, 'end_date'),
  badParam('PATCH /events/1', { start_date: '2026-12-02' }, 'end_date'),
  badParam('POST /events', { ...event, timezone: 'UTC-12', end_date: '9999-12-31 23:00' }, 'end_date'),
  badParam('PATCH /events/1', { timezone: 'UTC-12', end_date: '9999-12-31 23:00' }, 'end_date'),
  badParam('PATCH /events/1', { post_parent: 1 }, 'post_parent'),
  badParam('PATCH /categories/1', { parent: 1 }, 'parent'),
  badParam('POST /venues', { venue: 'Half', geo_lat: 1 }, 'geo_lng'),
  badParam(
    'POST /events',
    { title: [], start_date: 'x', end_date: {}, venue: 999, all_day: 'x' },
    'all_day',
    'end_date',
    'start_date',
    'title',
    'venue',
  ),
  ...plurals.map(
    (plural): BadCase => ({
      name: 'nothing of what is required',
      ask: `POST /${plural}`,
      body: Object.fromEntries(Object.keys(creates[plural]).map((name) => [name, null])),
      status: 400,
      code: 'rest_missing_callback_param',
      params: Object.keys(creates[plural]).sort(),
    }),
  ),
  ...['null', '[]', '"text"', '7', ''].map(
    (payload): BadCase => ({
      name: `a body that is ${payload || 'empty'}`,
      ask: 'POST /venues',
      headers: { 'content-type': 'application/json' },
      payload,
      status: 400,
      code: 'rest_missing_callback_param',
      params: ['venue'],
    }),
  ),
  {
    name: 'a required field only in __proto__',
    ask: 'POST /venues',
    headers: { 'content-type': 'application/json' },
    payload: '{"__proto__":{"venue":"x"},"constructor":{"prototype":{"venue":"x"}}}',
    status: 400,
    code: 'rest_missing_callback_param',
    params: ['venue'],
  },
  {
    name: 'a tag below another',
    ask: 'POST /tags',
    body: { name: 'x', parent: 2 },
    status: 400,
    code: 'rest_taxonomy_not_hierarchical',
  },
  { name: 'the name of a sibling', ask: 'POST /categories', body: { name: 'MUSIC' }, status: 400, code: 'term_exists' },
  {
    name: 'a slug in use',
    ask: 'POST /categories',
    body: { name: 'Other', slug: 'music' },
    status: 400,
    code: 'duplicate_term_slug',
  },
  {
    name: 'an event whose new category has a slug in use',
    ask: 'POST /events',
    body: { ...event, categories: [{ name: 'Other', slug: 'music' }] },
    status: 400,
    code: 'duplicate_term_slug',
  },
  {
    name: 'a key that cannot be kept',
    ask: 'POST /tags',
    headers: { 'idempotency-key': 'a b' },
    body: { name: 'x' },
    status: 400,
    code: 'rest_invalid_param',
    params: ['Idempotency-Key'],
  },
  {
    name: 'a stale tag',
    ask: 'PUT /events/1',
    headers: { 'if-match': '"x"' },
    body: { title: 'x' },
    status: 412,
    code: 'rest_precondition_failed',
  },
  {
    name: 'force as a word',
    ask: 'DELETE /events/1?force=maybe',
    status: 400,
    code: 'rest_invalid_param',
    params: ['force'],
  },
  {
    name: 'force as an object',
    ask: 'DELETE /events/1?force[a][b]=1',
    status: 400,
    code: 'rest_invalid_param',
    params: ['force'],
  },
]
