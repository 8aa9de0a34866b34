import fc from 'fast-check'
import type { Login } from '../support/calendar.ts'
import type { DeclaredOperation } from './document.ts'
import { evilText } from './evil-values.ts'
import { encodeForm, styles } from './form-text.ts'
import { meaningOf } from './meant-values.ts'
import { bodies, type Mood, type PlannedBody, pairs } from './planned-bodies.ts'

/** A random request, before it is known which ids and slugs exist. */
export type RequestPlan = {
  readonly mood: Mood
  readonly root: string
  /** The text in place of the variable of the path. */
  readonly pathValue: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether the Authorization header is that of nobody. */
  readonly hasWrongCredentials: boolean
  readonly body: PlannedBody | undefined
}

/** Who asks, in the order of their rights. */
export const askers = ['none', 'subscriber', 'contributor', 'author', 'editor', 'admin'] as const satisfies Login[]

/** Random requests for one method under one path; without an operation, for a method that the path does not have. */
export const requestPlans = (
  path: string,
  method: string,
  operation: DeclaredOperation | undefined,
): fc.Arbitrary<RequestPlan> =>
  moods
    .chain((mood) =>
      fc.record({
        mood: fc.constant(mood),
        root: fc.oneof({ arbitrary: fc.constant('/calendar/events/v1'), weight: 4 }, fc.constantFrom(...roots)),
        pathValue: pathValues(path, mood),
        query: queries(path, mood, operation),
        headers: headers(mood, method),
        hasWrongCredentials: fc.constant(false),
        body: method === 'GET' || method === 'HEAD' ? fc.constant(undefined) : bodies(path, mood, operation),
      }),
    )
    .map((plan) => ({ ...plan, hasWrongCredentials: 'authorization' in plan.headers }))

const moods: fc.Arbitrary<Mood> = fc.oneof(
  { arbitrary: fc.constant<Mood>('valid'), weight: 5 },
  { arbitrary: fc.constant<Mood>('near'), weight: 3 },
  { arbitrary: fc.constant<Mood>('hostile'), weight: 3 },
)

/** Every address of contract B1.1. */
const roots = [
  '/de/calendar/events/v1',
  '/wp-json/calendar/events/v1',
  '/wp-json/tribe/events/v1',
  '/ja/wp-json/tribe/events/v1',
  '/?rest_route=/tribe/events/v1',
  '/index.php?rest_route=/calendar/events/v1',
  '/fr/?rest_route=/tribe/events/v1',
  '/CALENDAR/Events/V1',
]

const pathValues = (path: string, mood: Mood): fc.Arbitrary<string> => {
  const kind = kindOf(path)
  const spot = fc.nat({ max: 999 })
  const isSlug = path.includes('{slug}')
  const item = spot.map((at) => (isSlug ? `~${kind}slug.${at}~` : `~${kind}.${at}~`))
  const known = path.includes('{user_id}') ? fc.oneof(item, fc.constant('me')) : item
  if (mood === 'valid') return known
  // A dot and two dots are directories to URL parsers; the sockets' tests send them as they are.
  const odd = isSlug
    ? fc
        .oneof(evilText, fc.constantFrom('no-such', 'A-B', '%', '%c3%a9', 'é', '1'))
        .map((it) => (/^\.{0,2}$/.test(it) ? 'x' : it))
    : fc.constantFrom('0', '00001', '999999999', '99999999999999999999', '-1', 'x', '1.5', '1 ', '1e3', '%31', '１')
  return fc.oneof(
    { arbitrary: known, weight: 3 },
    odd,
    mood === 'near' ? spot.map((at) => (isSlug ? `~eventslug.${at}~` : `~event.${at}~`)) : odd,
  )
}

const kindOf = (path: string): string =>
  /^\/(?:tribe_(?!events_cat))?(event|venue|organizer|tag|series)/.exec(path)?.[1] ??
  (path.startsWith('/tribe_events_cat') || path.startsWith('/categories')
    ? 'category'
    : path.startsWith('/media')
      ? 'attachment'
      : path.startsWith('/users')
        ? 'user'
        : 'event')

const queries = (path: string, mood: Mood, operation: DeclaredOperation | undefined): fc.Arbitrary<string> => {
  const own = fc.tuple(pairs(path, mood, operation?.query ?? new Map(), [], true), fc.constantFrom(...styles))
  const text = own.map(([values, style]) => encodeForm(values, style))
  const shared = fc.oneof(
    { arbitrary: fc.constant(''), weight: 12 },
    sharedPart('_fields', mood),
    sharedPart('_envelope', mood),
    methodPart,
  )
  const tails = ['&', '&&x=1', '&page=1&page=2', '&_=17', '&context=view', '&x[]=1&x[a]=2', `&${'a[b]'.repeat(40)}=1`]
  const evilTails = [
    '&%ff=1',
    '&search=%c3%28',
    '&search=%',
    '&%00=%00',
    '&__proto__[page]=0',
    `&include[]=${'1&include[]='.repeat(500)}1`,
    `&x=${'x'.repeat(8200)}`,
  ]
  const tail = {
    valid: fc.constant(''),
    near: fc.constantFrom('', '', ...tails),
    hostile: fc.constantFrom('', '', ...tails, ...evilTails),
  }[mood]
  return fc.tuple(text, shared, tail).map((parts) =>
    parts
      .filter((part) => part !== '')
      .join('&')
      .replaceAll('&&&', '&&'),
  )
}

const sharedPart = (name: string, mood: Mood): fc.Arbitrary<string> => {
  const { valid, near } = meaningOf(name, {}, { isFilter: true, resource: '' })
  return (mood === 'valid' ? valid : near).map((value) => encodeForm([[name, value]], 'csv'))
}

const methodPart = fc
  .constantFrom('GET', 'PUT', 'patch', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'POST')
  .map((it) => `_method=${it}`)

const headers = (mood: Mood, method: string): fc.Arbitrary<Record<string, string>> => {
  const none = { arbitrary: fc.constant<[string, string] | undefined>(undefined), weight: mood === 'valid' ? 16 : 6 }
  const tag = fc.oneof(
    fc.nat({ max: 99 }).map((at) => `~etag.${at}~`),
    fc.constantFrom('*', 'W/"x"', '"', 'x, , "y"'),
  )
  const key = fc.oneof(
    fc.nat({ max: 50 }).map((it) => `key-${it}`),
    fc.constantFrom('', ' ', 'x'.repeat(255), 'x'.repeat(256), 'é', 'a b'),
  )
  const field = fc.oneof(
    none,
    tag.map((it): [string, string] => [method === 'GET' || method === 'HEAD' ? 'if-none-match' : 'if-match', it]),
    key.map((it): [string, string] => ['idempotency-key', it]),
    fc.constantFrom<[string, string]>(
      ['x-http-method-override', 'DELETE'],
      ['x-http-method-override', 'nonsense'],
      ['accept', 'text/html, application/xml;q=0.9'],
      ['accept-language', '\u00ff;q=x'],
      ['origin', 'https://evil.example'],
      ['cookie', 'session=x; a'],
      ['x-wp-nonce', 'abc'],
      ['content-encoding', 'gzip'],
      ['range', 'bytes=0-1'],
      ['expect', '200-ok'],
    ),
  )
  const wrong = fc.constantFrom(
    'Basic',
    'Basic !!!',
    'Basic bm9ib2R5OndyZA==',
    'Basic Og==',
    `Bearer ${'x'.repeat(24)}`,
    'Digest a="b"',
    '',
    '\u00ff',
    `Basic ${'QUJD'.repeat(400)}`,
  )
  const credentials =
    mood === 'hostile' ? fc.oneof({ arbitrary: fc.constant(undefined), weight: 9 }, wrong) : fc.constant(undefined)
  return fc.tuple(field, credentials).map(([entry, authorization]) => ({
    ...(entry ? { [entry[0]]: entry[1] } : {}),
    ...(authorization === undefined ? {} : { authorization }),
  }))
}
