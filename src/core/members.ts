import type { Json } from '../lib/json.ts'
import type { Site } from './context.ts'
import type { Part } from './parts.ts'

/** How the JSON of a member is made without a function of its own; `row` and `value` carry types and are never set. */
export type FromColumn<T, Row> = Kind<Row> & {
  readonly column: string
  /** Leaves out an empty text, "0" as The Events Calendar (TEC) does (F2.2), and null. */
  readonly omitsEmpty?: boolean
  /** Leaves out this value, which is the usual one. */
  readonly omits?: string
  readonly row?: (row: Row) => void
  readonly value?: () => T
}

type Kind<Row> =
  /** The value as it is stored. */
  | { readonly kind: 'stored' }
  /** A line of text, with entities for `&`, `<` and `>` (contract B6.2). */
  | { readonly kind: 'text' }
  /** A number as a text. */
  | { readonly kind: 'digits' }
  /** 1 or 0 as a boolean. */
  | { readonly kind: 'switch' }
  /** A date-time text; all zeros in place of null. */
  | { readonly kind: 'date' }
  /** The parts of a date-time text, as texts padded with zeros (F2.1). */
  | { readonly kind: 'dateDetails' }
  /** The address of the site, or its host, followed by `before`, the id or slug, and `after`. */
  | {
      readonly kind: 'address' | 'addressList'
      readonly base: 'site' | 'host'
      readonly before: string
      readonly after: string
      /** A column with another address, which is shown instead unless it is null. */
      readonly unless?: string
    }
  /** The same JSON in every record. */
  | { readonly kind: 'constant'; readonly json: string }
  /** What a function makes of the value of the column; `empty` in place of null and of an empty text. */
  | { readonly kind: 'made'; make(value: unknown, row: Row, site: Site): unknown; readonly empty: string | undefined }

/** The parts of a date-time text. */
export type DateDetails = { readonly [name in 'year' | 'month' | 'day' | 'hour' | 'minutes' | 'seconds']: string }

/** The columns of a row that hold values of a type. */
export type ColumnOf<Row, V> = {
  [C in keyof Row & string]: Row[C] extends V ? (V extends Row[C] ? C : never) : never
}[keyof Row & string]

type NoOptions = Readonly<Record<never, never>>

/** The value of a kind, or undefined where the options let it be left out. */
type Maybe<T, O> = O extends { readonly omitsEmpty: true }
  ? Exclude<T, null> | undefined
  : O extends { readonly omits: string }
    ? T | undefined
    : T

type Omission = { readonly omitsEmpty?: true; readonly omits?: string }

/** Makes the functions that declare how members are made from the columns of a type of row. */
export const membersFor = <Row>() => ({
  stored: <C extends keyof Row & string, const O extends Omission = NoOptions>(
    column: C,
    options?: O,
  ): FromColumn<Maybe<Row[C], O>, Row> => ({ kind: 'stored', column, ...options }),
  text: <const O extends Omission = NoOptions>(
    column: ColumnOf<Row, string> & string,
    options?: O,
  ): FromColumn<Maybe<string, O>, Row> => ({ kind: 'text', column, ...options }),
  digits: (column: ColumnOf<Row, number> & string): FromColumn<string, Row> => ({ kind: 'digits', column }),
  onOff: (column: ColumnOf<Row, number> & string): FromColumn<boolean, Row> => ({ kind: 'switch', column }),
  date: (
    column: { [C in keyof Row & string]: Row[C] extends string | null ? C : never }[keyof Row & string],
  ): FromColumn<string, Row> => ({ kind: 'date', column }),
  dateDetails: (column: ColumnOf<Row, string> & string): FromColumn<DateDetails, Row> => ({
    kind: 'dateDetails',
    column,
  }),
  address: (
    base: 'site' | 'host',
    before: string,
    column: Extract<keyof Row & string, 'id' | 'slug'>,
    after = '',
    options?: { readonly unless: ColumnOf<Row, string | null> & string },
  ): FromColumn<string, Row> => ({ kind: 'address', base, before, column, after, ...options }),
  addressList: (
    base: 'site' | 'host',
    before: string,
    column: Extract<keyof Row & string, 'id' | 'slug'>,
  ): FromColumn<readonly string[], Row> => ({ kind: 'addressList', base, before, column, after: '' }),
  /** `make` is called only where the column has a value; without `empty` the member is left out elsewhere. */
  made: <C extends keyof Row & string, T, const E extends Json | undefined = undefined>(
    column: C,
    make: (value: Exclude<Row[C], null>, row: Row, site: Site) => T,
    empty?: E,
  ): FromColumn<T | E, Row> => ({
    kind: 'made',
    column,
    make,
    empty: empty === undefined ? undefined : JSON.stringify(empty),
  }),
})

/** Declares that a member has the same value in every record. */
export const constant = <const T extends Json>(value: T): FromColumn<T, unknown> => ({
  kind: 'constant',
  column: '',
  json: JSON.stringify(value),
})

/** How a member is made: from a column, by a function of the row, or when documents are composed from fragments. */
type Show<T, Row> = FromColumn<T, Row> | ((row: Row, site: Site) => T) | 'composed'

/** A member of a record: its schema, its English description, and how it is made; undefined leaves it out. */
export type Member<T extends Json, Row> = {
  readonly part: Part<T>
  readonly about: string
  readonly show: Show<T | undefined, Row>
}

/** A member that records may leave out. */
export type OptionalMember<T extends Json, Row> = Member<T, Row> & { readonly isOptional: true }

/** A member that only reads of a single record show. */
type SingleMember<T extends Json> = Member<T, unknown> & { readonly isSingle: true }

/** Any member of records that are made from such rows. */
export type AnyMember<Row> = Member<Json, Row> & {
  readonly isOptional?: true
  readonly isSingle?: true
  readonly singlePart?: Part<Json>
}

/** The members of a record by their names. */
export type Members<Row> = { readonly [name: string]: AnyMember<Row> }

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
export const member = <T extends Json, Row = unknown>(
  part: Part<T>,
  about: string,
  show: FromColumn<NoInfer<T>, Row> | ((row: Row, site: Site) => NoInfer<T>),
): Member<T, Row> => ({ part, about, show })

/** Declares a member that is left out when its value is undefined. */
export const optionalMember = <T extends Json, Row = unknown>(
  part: Part<T>,
  about: string,
  show: FromColumn<NoInfer<T> | undefined, Row> | ((row: Row, site: Site) => NoInfer<T> | undefined),
): OptionalMember<T, Row> => ({ part, about, show, isOptional: true })

/** Declares a member that only single records have; it is made from the record, and inserted by {@link RecordDefinition.insertSingle}. */
export const singleMember = <T extends Json>(part: Part<T>, about: string): SingleMember<T> => ({
  part,
  about,
  show: 'composed',
  isSingle: true,
})

/** Declares a member with other records, which is appended when documents are composed; in single records it may have another schema. */
export const linkedMember = <T extends Json>(part: Part<T>, about: string, singlePart: Part<T> = part) =>
  ({ part, about, singlePart, show: 'composed' }) satisfies AnyMember<unknown>
