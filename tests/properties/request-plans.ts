import fc from 'fast-check'
import { isJsonObject, type Json, type JsonObject } from '../../src/lib/json.ts'
import type { Login } from '../support/calendar.ts'
import type { DeclaredOperation } from './document.ts'
import { evilName, evilText, evilValue } from './evil-values.ts'
import { meaningOf } from './meant-values.ts'

/** How far a request strays from what the document asks for. */
export type Mood = 'valid' | 'near' | 'hostile'

/** What a body says it is, and what it holds. Marks in texts are filled in when the request is sent. */
export type PlannedBody = { readonly type: string | undefined; readonly text: string; readonly bytes?: Buffer }

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

type Pair = readonly [name: string, value: Json]

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
  const known = spot.map((at) => (isSlug ? `~${kind}slug.${at}~` : `~${kind}.${at}~`))
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
  /^\/(event|venue|organizer|tag)s/.exec(path)?.[1] ?? (path.startsWith('/categories') ? 'category' : 'event')

const resourceOf = (path: string): string => path.split('/')[1] ?? ''

/** Values for some of the parameters, and for names that are none. */
const pairs = (
  path: string,
  mood: Mood,
  source: ReadonlyMap<string, JsonObject>,
  required: readonly string[],
  isFilter: boolean,
): fc.Arbitrary<Pair[]> => {
  const one = ([name, schema]: readonly [string, JsonObject]): fc.Arbitrary<Pair> => {
    const { valid, near } = meaningOf(name, schema, { isFilter, resource: resourceOf(path) })
    const value = {
      valid,
      near: fc.oneof({ arbitrary: valid, weight: 2 }, near),
      hostile: fc.oneof(valid, near, { arbitrary: evilValue, weight: 2 }),
    }[mood]
    return value.map((it): Pair => [name, it])
  }
  const all = [...source].filter(([name]) => !name.startsWith('_'))
  const [needed, others] = [
    all.filter(([name]) => required.includes(name)),
    all.filter(([name]) => !required.includes(name)),
  ]
  const chosen = fc.subarray(others, { maxLength: Math.min(others.length, mood === 'valid' ? 3 : 5) })
  const base = fc
    .boolean()
    .chain((isFew) => (isFew ? fc.subarray(others, { maxLength: Math.min(others.length, 1) }) : chosen))
  const known = base.chain((some) => fc.tuple(...[...needed, ...some].map(one)))
  if (mood !== 'hostile') return known
  const strays = fc.array(fc.tuple(evilName, evilValue), { maxLength: 2 })
  return fc
    .tuple(known, strays, fc.boolean())
    .map(([own, extra, isComplete]) => [...(isComplete ? own : own.slice(1)), ...extra])
}

const styles = ['csv', 'brackets', 'repeated', 'indexed'] as const
type Style = (typeof styles)[number]

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
    'Bearer x',
    'Bearer',
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

const bodies = (
  path: string,
  mood: Mood,
  operation: DeclaredOperation | undefined,
): fc.Arbitrary<PlannedBody | undefined> => {
  const fields = operation?.fields ?? new Map<string, JsonObject>()
  const payload = pairs(path, mood, fields, operation?.required ?? [], false)
  const json = payload.map(
    (values): PlannedBody => ({ type: 'application/json', text: JSON.stringify(Object.fromEntries(values)) }),
  )
  const style = fc.constantFrom<Style>('brackets', 'indexed')
  const form = fc
    .tuple(payload, style)
    .map(([values, it]): PlannedBody => ({ type: 'application/x-www-form-urlencoded', text: encodeForm(values, it) }))
  const parts = fc.tuple(payload, style).map(([values, it]) => multipart(flatten(values, it)))
  const sound = fc.oneof({ arbitrary: json, weight: 6 }, { arbitrary: form, weight: 2 }, parts)
  if (fields.size === 0)
    return fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 5 },
      sound,
      ...(mood === 'hostile' ? [broken(json)] : []),
    )
  return mood === 'hostile' ? fc.oneof({ arbitrary: sound, weight: 4 }, broken(json)) : sound
}

/** Bodies that are not what they say. */
const broken = (json: fc.Arbitrary<PlannedBody>): fc.Arbitrary<PlannedBody> =>
  fc.tuple(json, fc.nat()).chain(([{ text }, at]) => {
    const type = 'application/json'
    const duplicated = text.replace('{', `{"title":"first","name":"first",`)
    return fc.constantFrom<PlannedBody>(
      { type, text: text.slice(0, at % (text.length + 1)) },
      { type, text: `${text}x` },
      { type, text: `\ufeff${text}` },
      { type, text: duplicated },
      { type, text: `[${text}]` },
      ...['null', '1', '"text"', '[]', '', ' ', '{', "{'a':1}", 'NaN', '{"a":1e99999}'].map((it) => ({
        type,
        text: it,
      })),
      { type, text: '', bytes: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]) },
      { type, text: '', bytes: Buffer.from(text, 'utf16le') },
      { type: 'application/json; charset=latin1', text },
      { type: 'application/problem+json', text },
      { type: 'application/jsonp', text },
      { type: 'text/plain', text },
      { type: 'application/xml', text: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
      { type: '', text },
      { type: ';;;', text },
      { type: undefined, text },
      { type: 'application/x-www-form-urlencoded', text: 'title=%ff%fe&name=%c3%28' },
      { type: 'application/x-www-form-urlencoded', text: `${'a[b][c]='.repeat(50)}&${'x=1&'.repeat(2100)}` },
      { type: 'application/x-www-form-urlencoded', text },
      { type, text: `{"description":"${'x'.repeat(1024 * 1024)}"}` },
      { type: 'multipart/form-data', text },
      { type: 'multipart/form-data; boundary=', text },
      {
        type: 'multipart/form-data; boundary=cut',
        text: '--cut\r\ncontent-disposition: form-data; name="title"\r\n\r\nx',
      },
      {
        type: 'multipart/form-data; boundary=file',
        text: '--file\r\ncontent-disposition: form-data; name="image"; filename="x.png"\r\ncontent-type: image/png\r\n\r\nx\r\n--file--\r\n',
      },
      {
        type: 'multipart/form-data; boundary=p',
        text: '--p\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--p--\r\n',
      },
      { type: 'multipart/form-data; boundary=n', text: '--n\r\ncontent-disposition: form-data\r\n\r\nx\r\n--n--\r\n' },
    )
  })

const multipart = (fields: readonly (readonly [string, string])[]): PlannedBody => {
  const parts = fields.map(
    ([name, value]) =>
      `--fuzz\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '_')}"\r\n\r\n${value}\r\n`,
  )
  return { type: 'multipart/form-data; boundary=fuzz', text: `${parts.join('')}--fuzz--\r\n` }
}

const encodeForm = (values: readonly Pair[], style: Style): string =>
  flatten(values, style)
    .map(([name, value]) => `${encode(name).replaceAll('%5B', '[').replaceAll('%5D', ']')}=${encode(value)}`)
    .join('&')

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Values as forms spell them: lists in one of their spellings, objects with PHP's brackets. */
const flatten = (values: readonly Pair[], style: Style): [string, string][] =>
  values.flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) {
      if (style === 'csv') return [[name, value.map(scalar).join(',')]]
      const part = (at: number): string =>
        style === 'brackets' ? `${name}[]` : style === 'indexed' ? `${name}[${at}]` : name
      return flatten(
        value.map((it, at): Pair => [part(at), it]),
        style,
      )
    }
    if (isJsonObject(value))
      return flatten(
        Object.entries(value).map(([key, it]): Pair => [`${name}[${key}]`, it as Json]),
        style,
      )
    return [[name, scalar(value)]]
  })

const scalar = (value: Json): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
