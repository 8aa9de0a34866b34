import fc from 'fast-check'
import type { JsonObject } from '../../src/lib/json.ts'
import type { DeclaredOperation } from './document.ts'
import { evilName, evilValue } from './evil-values.ts'
import { encodeForm, flatten, type Pair, type Style } from './form-text.ts'
import { meaningOf } from './meant-values.ts'
import { uploadBodies } from './planned-uploads.ts'

/** How far a request strays from what the document asks for. */
export type Mood = 'valid' | 'near' | 'hostile'

/** What a body says it is, and what it holds. Marks in texts are filled in when the request is sent. */
export type PlannedBody = {
  readonly type: string | undefined
  readonly text: string
  readonly bytes?: Buffer
  /** What else the request needs for this body. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Values for some of the parameters, and for names that are none. */
export const pairs = (
  path: string,
  mood: Mood,
  source: ReadonlyMap<string, JsonObject>,
  required: readonly string[],
  isFilter: boolean,
): fc.Arbitrary<Pair[]> => {
  const one = ([name, schema]: readonly [string, JsonObject]): fc.Arbitrary<Pair> => {
    const { valid, near } = meaningOf(name, schema, { isFilter, resource: path.split('/')[1] ?? '' })
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

/** Bodies for a write, in every type that is taken; without an operation, for a path that takes none. */
export const bodies = (
  path: string,
  mood: Mood,
  operation: DeclaredOperation | undefined,
): fc.Arbitrary<PlannedBody | undefined> => {
  const fields = operation?.fields ?? new Map<string, JsonObject>()
  if (fields.has('file')) return uploadBodies(mood)
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
