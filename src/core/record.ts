import type { Json, JsonObject } from '../lib/json.ts'
import { objectSchema, type Part } from './parts.ts'

/** A member of a record: what it may hold, what it says (in English), and how it is made of a row. */
export type Member<T extends Json, Row, At> = {
  readonly part: Part<T>
  readonly about: string
  /** Undefined leaves it out. */
  readonly show: Show<T | undefined, Row, At>
}

/** A column of a row, shown as it is stored; `row` and `value` are for the compiler only, never set. */
export type Stored<T, Row> = { readonly column: string; readonly row?: (row: Row) => void; readonly value?: T }

/** How a member is made: of a column, or by a function. */
type Show<T, Row, At> = Stored<T, Row> | ((row: Row, at: At) => T)

/** Names columns of rows of a type. */
export const columnsOf =
  <Row>() =>
  <C extends keyof Row & string>(column: C): Stored<Row[C], Row> => ({ column })

/** A member that records may leave out. */
export type OptionalMember<T extends Json, Row, At> = Member<T, Row, At> & { readonly isOptional: true }

/** A member that only a record read by itself has; `part` is its schema there. */
export type SingleMember<T extends Json, Row, At> = Member<T, Row, At> & { readonly isSingle: true }

/** A member that holds more where the record is read by itself. */
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

/** What records with these members hold. */
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

/** Declares a member that is left out where `show` answers undefined. */
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

/** Declares a member that is described otherwise in single records. */
export const widerMember = <T extends Json, Row = unknown, At = unknown>(
  part: Part<T>,
  singlePart: Part<T>,
  about: string,
  show: (row: Row, at: At) => T,
): WiderMember<T, Row, At> => ({ part, singlePart, about, show })

/** A kind of record: its schemas and how it is made of a row, all from its members. */
export type RecordDefinition<Row, At, M> = Part<Extract<RecordOf<M>, Json>> & {
  /** In lists and in answers to writes. */
  readonly item: JsonObject
  /** Where it is read by itself. */
  readonly single: Part<Extract<RecordOf<M>, Json>>
  readonly schemas: { readonly item: JsonObject; readonly single: JsonObject }
  readonly render: (row: Row, at: At) => RecordOf<M>
}

/**
 * Declares a kind of record, whose schemas are named `title` and `Single…`. Members stand in the order of `members`, unless `order`
 * gives another one, in which `*` stands for those that it does not name.
 * @throws Error for an order that names a member which is not there.
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
      // Each member answers a value of its own part: that they make up the record is what its type says.
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

/** Different sets of members that records are kept ready for; what comes after them is made without haste. */
const mostShapes = 1000

/**
 * Makes the function that renders these members. A record begins as a copy of one with the same members: objects to which many members
 * are added one by one become dictionaries, which take three times as long to write as JSON.
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

/** The same where members may be left out: each set of those that are there has an object of its own to begin with. */
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
    const known = shapes.get(shape) ?? withNames(named.filter((_, index) => values[index] !== undefined))
    if (shapes.size < mostShapes) shapes.set(shape, known)
    const record: Record<string, Json> = { ...known }
    let index = 0
    for (const { name } of named) {
      const value = values[index++]
      if (value !== undefined) record[name] = value
    }
    return record
  }
}

/** The value of a column, whose type the member has checked. */
const storedIn = <Row>(row: Row, { column }: Stored<unknown, Row>): Json => row[column as keyof Row] as Json

/** An object with these names and nothing in them, to be copied; what is parsed is no dictionary. */
const withNames = (named: readonly { readonly name: string }[]): Readonly<Record<string, null>> =>
  JSON.parse(JSON.stringify(Object.fromEntries(named.map(({ name }) => [name, null]))))
