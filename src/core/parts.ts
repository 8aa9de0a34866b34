import type { Json, JsonObject } from '../lib/json.ts'

/** A JSON Schema with the TypeScript type of its values; `valueType` is never set. */
export type Part<T extends Json> = { readonly schema: JsonObject; readonly valueType?: T }

/** A part that an object may leave out. */
export type OptionalPart<T extends Json> = Part<T> & { readonly isOptional: true }

/** The type of the values that a part describes. */
export type PartValue<P> = P extends Part<infer T> ? T : never

/** The properties of an object with their English descriptions. */
type Properties = { readonly [name: string]: readonly [part: Part<Json>, about: string] }

type OptionalName<P> = { [N in keyof P]: P[N] extends readonly [OptionalPart<Json>, string] ? N : never }[keyof P]

type Flat<T> = { [N in keyof T]: T[N] }

type PropertyValue<P> = P extends readonly [infer Q, string] ? PartValue<Q> : never

type ObjectOf<P> = Flat<
  { readonly [N in Exclude<keyof P, OptionalName<P>>]: PropertyValue<P[N]> } & {
    readonly [N in OptionalName<P>]?: PropertyValue<P[N]>
  }
>

/** Makes the part of an object without further properties; `title` names its schema in `/doc`. */
export const object = <P extends Properties>(title: string, properties: P): Part<ObjectOf<P>> => ({
  schema: objectSchema(title, Object.entries<Properties[string]>(properties)),
})

/** Makes the schema of an object without further properties. */
export const objectSchema = (
  title: string,
  properties: readonly (readonly [name: string, property: Properties[string]])[],
): JsonObject => ({
  title,
  type: 'object',
  required: properties.flatMap(([name, [part]]) => ('isOptional' in part ? [] : [name])),
  properties: Object.fromEntries(properties.map(([name, [part, about]]) => [name, describe(part.schema, about)])),
  additionalProperties: false,
})

const describe = (schema: JsonObject, description: string): JsonObject => ({ ...schema, description })

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

/** A value that one of two parts describes. */
export const either = <A extends Json, B extends Json>(first: Part<A>, second: Part<B>): Part<A | B> => ({
  schema: { anyOf: [first.schema, second.schema] },
})

/** One of a few texts. */
export const oneOf = <const T extends readonly string[]>(...values: T): Part<T[number]> => ({
  schema: { type: 'string', enum: [...values] },
})

/** Any text. */
export const text: Part<string> = { schema: { type: 'string' } }

/** A text that matches a regular expression. */
export const textLike = (pattern: string): Part<string> => ({ schema: { type: 'string', pattern } })

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

/** Always true. */
export const yes: Part<true> = { schema: { type: 'boolean', const: true } }

/** Always false, in place of a missing value (F2.1, `image`). */
export const no: Part<false> = { schema: { type: 'boolean', const: false } }

/** A list that is always empty (F2.5, `meta`). */
export const nothing: Part<readonly never[]> = { schema: { type: 'array', maxItems: 0, items: {} } }

/** `YYYY-MM-DD HH:MM:SS`; the name of the field tells the zone. */
export const dateTime: Part<string> = textLike('^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$')

/** Structured data of schema.org, with any properties. */
export const jsonLd: Part<JsonObject> = { schema: { type: 'object', additionalProperties: true } }
