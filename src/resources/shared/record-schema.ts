import { statuses } from '../../db/schema.ts'
import type { MessageKey } from '../../i18n/catalogue.ts'
import type { Json, JsonObject } from '../../lib/json.ts'

/** A JSON Schema together with the type of its values: `valueType` is for the compiler only, never set. */
export type Part<T extends Json> = { readonly schema: JsonObject; readonly valueType?: T }

/** A part that a record may leave out. */
export type OptionalPart<T extends Json> = Part<T> & { readonly isOptional: true }

/** The values that a part describes; a renderer answers this type, so that a lacking field does not compile. */
export type ValueOf<P> = P extends Part<infer T> ? T : never

type Parts = { readonly [name: string]: Part<Json> }

type OptionalName<P> = { [N in keyof P]: P[N] extends { readonly isOptional: true } ? N : never }[keyof P]

type Flat<T> = { [N in keyof T]: T[N] }

type ObjectOf<P> = Flat<
  { readonly [N in Exclude<keyof P, OptionalName<P>>]: ValueOf<P[N]> } & {
    readonly [N in OptionalName<P>]?: ValueOf<P[N]>
  }
>

type Underscored<N> = N extends `${infer Head}-${infer Tail}` ? `${Head}_${Tail}` : N

/** Fails to compile for a property that no message describes. */
type Described<Group extends string, P> = {
  [N in keyof P]: `${Group}.${Underscored<N> & string}` extends MessageKey ? unknown : never
}

/**
 * An object without further properties. `title` names its schema in `/doc`; the description of each property is the
 * message `group.name`, written as its key and replaced by the text of a language when the document is made.
 */
export const object = <Group extends string, P extends Parts>(
  title: string,
  group: Group,
  parts: P & Described<Group, P>,
): Part<ObjectOf<P>> => {
  const entries: [string, Part<Json>][] = Object.entries<Part<Json>>(parts)
  const required = entries.flatMap(([name, part]) => ('isOptional' in part ? [] : [name]))
  const properties = entries.map(([name, part]) => {
    const description = `${group}.${name.replace('-', '_')}`
    return [name, { ...part.schema, description }] as const
  })
  return {
    schema: {
      title,
      type: 'object',
      required,
      properties: Object.fromEntries(properties),
      additionalProperties: false,
    },
  }
}

/** Marks a part as one that may be left out. */
export const optional = <T extends Json>(part: Part<T>): OptionalPart<T> => ({ ...part, isOptional: true })

/** A list of any length, also none. */
export const listOf = <T extends Json>(item: Part<T>): Part<readonly T[]> => ({
  schema: { type: 'array', items: item.schema },
})

/** An object with any names, whose values are all alike. */
export const mapOf = <T extends Json>(value: Part<T>): Part<{ readonly [name: string]: T }> => ({
  schema: { type: 'object', additionalProperties: value.schema },
})

/** A value of one of two kinds. */
export const either = <A extends Json, B extends Json>(first: Part<A>, second: Part<B>): Part<A | B> => ({
  schema: { anyOf: [first.schema, second.schema] },
})

/** One of a few texts. */
export const oneOf = <const T extends readonly string[]>(...values: T): Part<T[number]> => ({
  schema: { type: 'string', enum: [...values] },
})

/** Any text. */
export const text: Part<string> = { schema: { type: 'string' } }

/** An address that this server made. */
export const address: Part<string> = { schema: { type: 'string', format: 'uri' } }

/** A count, or an id where 0 means none. */
export const count: Part<number> = { schema: { type: 'integer', minimum: 0 } }

/** An id. */
export const id: Part<number> = { schema: { type: 'integer', minimum: 1 } }

/** A number with a fraction. */
export const decimal: Part<number> = { schema: { type: 'number' } }

/** True or false. */
export const truth: Part<boolean> = { schema: { type: 'boolean' } }

/** The absence that a field shows instead of being left out (F2.1, `image`). */
export const no: Part<false> = { schema: { type: 'boolean', const: false } }

/** A list that is always empty here (F2.5, `meta`). */
export const nothing: Part<readonly never[]> = { schema: { type: 'array', maxItems: 0, items: {} } }

/** `YYYY-MM-DD HH:MM:SS`; the name of the field tells the zone. */
export const dateTime: Part<string> = {
  schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' },
}

/** Structured data of schema.org, whose vocabulary is not ours to fix. */
export const jsonLd: Part<JsonObject> = { schema: { type: 'object', additionalProperties: true } }

const imageSize = object('ImageSize', 'image_size', {
  width: count,
  height: count,
  'mime-type': text,
  filesize: optional(count),
  url: address,
})

/** A featured image in all its sizes (F2.6). */
export const image = object('Image', 'image', {
  url: address,
  id,
  extension: text,
  width: optional(count),
  height: optional(count),
  filesize: optional(count),
  sizes: optional(mapOf(imageSize)),
})

/** Author (its id as a text of digits), status and dates of every post-like record (F2). */
export const publication = {
  author: { schema: { type: 'string', pattern: '^\\d+$' } } as Part<string>,
  status: oneOf(...statuses),
  date: dateTime,
  date_utc: dateTime,
  modified: dateTime,
  modified_utc: dateTime,
}

/** `global_id` and its lineage (F2.1). */
export const globalIds = { global_id: text, global_id_lineage: listOf(text) }
