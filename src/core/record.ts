import type { Json, JsonObject } from '../lib/json.ts'
import { objectSchema, type Part } from './parts.ts'

/** A member of a record: its schema, its English description, and how it is rendered from a row. */
export type Member<T extends Json, Row, At> = {
  readonly part: Part<T>
  readonly about: string
  /** Undefined leaves it out. */
  readonly show: Show<T | undefined, Row, At>
}

/** A column that is shown as it is stored; `row` and `value` carry types and are never set. */
export type Stored<T, Row> = { readonly column: string; readonly row?: (row: Row) => void; readonly value?: T }

/** How a member is rendered: from a column or by a function. */
type Show<T, Row, At> = Stored<T, Row> | ((row: Row, at: At) => T)

/** Makes the function that names columns of a type of row. */
export const columnsOf =
  <Row>() =>
  <C extends keyof Row & string>(column: C): Stored<Row[C], Row> => ({ column })

/** A member that records may leave out. */
export type OptionalMember<T extends Json, Row, At> = Member<T, Row, At> & { readonly isOptional: true }

/** A member that only reads of a single record show. */
export type SingleMember<T extends Json, Row, At> = Member<T, Row, At> & { readonly isSingle: true }

/** A member that has another schema in reads of a single record. */
type WiderMember<T extends Json, Row, At> = Member<T, Row, At> & { readonly singlePart: Part<T> }

type AnyMember<Row, At> = Member<Json, Row, At> & {
  readonly isOptional?: true
  readonly isSingle?: true
  readonly singlePart?: Part<Json>
}

/** The members of a record by their names. */
export type Members<Row, At> = { readonly [name: string]: AnyMember<Row, At> }

/** Names of members that a record may lack. */
type LooseName<M> = {
  [N in keyof M]: M[N] extends { readonly isOptional: true } | { readonly isSingle: true } ? N : never
}[keyof M]

type MemberValue<M> = M extends { readonly part: Part<infer T> } ? T : never

type Flat<T> = { [N in keyof T]: T[N] }

/** The type of records with these members. */
export type RecordOf<M> = Flat<
  { readonly [N in Exclude<keyof M, LooseName<M>>]: MemberValue<M[N]> } & {
    readonly [N in LooseName<M>]?: MemberValue<M[N]>
  }
>

/** Declares a member that is always there. */
export const member = <T extends Json, Row = unknown, At = unknown>(
  part: Part<T>,
  about: string,
  show: Show<T, Row, At>,
): Member<T, Row, At> => ({ part, about, show })

/** Declares a member that is left out when `show` returns undefined. */
export const optionalMember = <T extends Json, Row = unknown, At = unknown>(
  part: Part<T>,
  about: string,
  show: (row: Row, at: At) => T | undefined,
): OptionalMember<T, Row, At> => ({ part, about, show, isOptional: true })

/** Declares a member that only single records have. */
export const singleMember = <T extends Json, Row = unknown, At = unknown>(
  part: Part<T>,
  about: string,
  show: (row: Row, at: At) => T,
): SingleMember<T, Row, At> => ({ part, about, show, isSingle: true })

/** Declares a member that has another schema in single records. */
export const widerMember = <T extends Json, Row = unknown, At = unknown>(
  part: Part<T>,
  singlePart: Part<T>,
  about: string,
  show: (row: Row, at: At) => T,
): WiderMember<T, Row, At> => ({ part, singlePart, about, show })

/** The schemas and the rendering of a sort of record. */
export type RecordDefinition<Row, At, M> = Part<Extract<RecordOf<M>, Json>> & {
  /** The schema in lists and in responses to writes. */
  readonly item: JsonObject
  /** The schema in reads of a single record. */
  readonly single: Part<Extract<RecordOf<M>, Json>>
  readonly schemas: { readonly item: JsonObject; readonly single: JsonObject }
  readonly render: (row: Row, at: At) => RecordOf<M>
}

/**
 * Declares a sort of record, whose schemas are named `title` and `Single…`. The members have the order of `members` or of `order`, in which
 * `*` stands for all members that it does not name.
 * @throws Error for an order with an unknown member.
 */
export const defineRecord =
  <Row, At extends { readonly isSingle: boolean }>() =>
  <const M extends Members<Row, At>>(
    title: string,
    members: M,
    order?: readonly (Extract<keyof M, string> | '*')[],
  ): RecordDefinition<Row, At, M> => {
    const named = inOrder<Row, At>(members, order ?? ['*'])
    const inLists = named.filter(([, { isSingle }]) => !isSingle)
    const item = schemaOf(title, inLists, ({ part }) => part)
    const single = schemaOf(`Single${title}`, named, ({ part, singlePart }) => singlePart ?? part)
    const [renderItem, renderSingle] = [rendererOf(inLists), rendererOf(named)]
    return {
      schema: item,
      item,
      single: { schema: single },
      schemas: { item, single },
      // Each member returns a value of its part; `RecordOf` is the type of all of them together.
      render: (row, at) => (at.isSingle ? renderSingle : renderItem)(row, at) as RecordOf<M>,
    }
  }

type Named<Row, At> = readonly (readonly [name: string, member: AnyMember<Row, At>])[]

const inOrder = <Row, At>(members: Members<Row, At>, order: readonly string[]): Named<Row, At> => {
  const others = Object.keys(members).filter((name) => !order.includes(name))
  return order
    .flatMap((name) => (name === '*' ? others : [name]))
    .map((name) => {
      const found = members[name]
      if (!found) throw new Error(`The record has no member ${name}.`)
      return [name, found]
    })
}

const schemaOf = <Row, At>(
  title: string,
  members: Named<Row, At>,
  partOf: (member: AnyMember<Row, At>) => Part<Json>,
): JsonObject =>
  objectSchema(
    title,
    members.map(([name, one]) => {
      const part = partOf(one)
      return [name, [one.isOptional ? { ...part, isOptional: true } : part, one.about]]
    }),
  )

/** Most sets of members for which an object to copy is cached. */
const maxShapes = 1000

/**
 * Makes the function that renders these members. A record starts as a copy of an object with the same members: objects to which many
 * members are added one by one become dictionaries in V8, which take three times as long to serialize.
 */
const rendererOf = <Row, At>(members: Named<Row, At>): ((row: Row, at: At) => JsonObject) => {
  const named = members.map(([name, { show }]) => ({ name, show }))
  if (members.some(([, { isOptional }]) => isOptional)) return shapedRendererOf(named)
  const whole = withNames(named)
  return (row, at) => {
    const record: Record<string, Json> = { ...whole }
    for (const { name, show } of named) {
      record[name] = (typeof show === 'function' ? show(row, at) : storedIn(row, show)) ?? null
    }
    return record
  }
}

type Shows<Row, At> = readonly { readonly name: string; readonly show: AnyMember<Row, At>['show'] }[]

/** Like {@link rendererOf}, for members that may be left out: each combination of present members has an object to copy. */
const shapedRendererOf = <Row, At>(named: Shows<Row, At>): ((row: Row, at: At) => JsonObject) => {
  const shapes = new Map<number, JsonObject>()
  return (row, at) => {
    const values: (Json | undefined)[] = []
    let shape = 0
    let bit = 1
    for (const { show } of named) {
      const value = typeof show === 'function' ? show(row, at) : storedIn(row, show)
      if (value === undefined) shape += bit
      values.push(value)
      bit *= 2
    }
    const blank = shapes.get(shape) ?? withNames(named.filter((_, index) => values[index] !== undefined))
    if (shapes.size < maxShapes) shapes.set(shape, blank)
    const record: Record<string, Json> = { ...blank }
    let index = 0
    for (const { name } of named) {
      const value = values[index++]
      if (value !== undefined) record[name] = value
    }
    return record
  }
}

/** Reads a column, whose type the declaration of the member has checked. */
const storedIn = <Row>(row: Row, { column }: Stored<unknown, Row>): Json => row[column as keyof Row] as Json

/** Makes an object to copy, with these names and null values; `JSON.parse` never makes dictionaries. */
const withNames = (named: readonly { readonly name: string }[]): Readonly<Record<string, null>> =>
  JSON.parse(JSON.stringify(Object.fromEntries(named.map(({ name }) => [name, null]))))
