import type { Json } from '../lib/json.ts'
import { showText } from '../lib/text.ts'
import type { Param, ParamType } from './params.ts'
import { text, truth } from './parts.ts'
import { type Member, member, type OptionalMember, optionalMember } from './record.ts'
import { bool, line, shortLine, url } from './types/values.ts'

/** The step of a write that stores a field which has no column of its own. */
export type WriteStep = 'publication' | 'slug' | 'image' | 'dates' | 'links' | 'term'

/** How a value is stored: in columns of its own, or by a step of the write. */
type Storage<T, Row> =
  | {
      /** The columns that the value fills. */
      readonly columns: (value: T) => Partial<Row>
      /** The value of a new record that was sent none; `empty` unless it is given. */
      readonly blank?: T
    }
  | { readonly step: WriteStep }

/** A writable field without a member of the record of its own. */
type PlainField<T, Row> = Param<T> & {
  readonly about: string
  /** Create refuses a payload without it. */
  readonly isRequired?: boolean
  /** What `null` and `""` mean; fields that may not be empty have none (contract B7.2). */
  readonly empty?: T
  /** The text by which searches find the record. */
  readonly searched?: (row: Row) => string
} & Storage<T, Row>

/** A writable field together with the member of the record that shows it. */
type ShownField<T, Row, M> = PlainField<T, Row> & { readonly inRecord: M }

/** A writable field of a resource with the columns of `Row`. Storage, record, search and documentation of the field follow from this entry. */
export type Field<T, Row> = PlainField<T, Row> & { readonly inRecord?: Member<Json, Row, unknown> }

// biome-ignore lint/suspicious/noExplicitAny: fields of different types and tables meet in one table; each keeps its own type in it.
type AnyField = Field<any, any>

/** The fields of a resource. */
export type FieldTable = { readonly [name: string]: AnyField }

/** The members of the record that fields define. */
export type FieldMembers<F> = {
  readonly [N in keyof F as F[N] extends { readonly inRecord: object } ? N : never]: F[N] extends {
    readonly inRecord: infer M
  }
    ? M
    : never
}

/** Returns the members that fields define, for the definition of a record. */
export const fieldMembers = <F extends FieldTable>(fields: F): FieldMembers<F> =>
  // The filter keeps the names that the type keeps.
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { inRecord }]) => (inRecord ? [[name, inRecord]] : [])),
  ) as FieldMembers<F>

/** Returns the columns of a new record for which the payload has no value. */
export const blankOf = <Row>(fields: FieldTable): Partial<Row> =>
  Object.assign({}, ...Object.values(fields).map((field) => ('columns' in field ? blankColumns(field) : {})))

const blankColumns = (field: Extract<AnyField, { readonly columns: unknown }>): object => {
  const blank = field.blank === undefined ? field.empty : field.blank
  // A required field is always sent; its column is here only to be inserted in the same order.
  return field.columns(blank === undefined ? '' : blank)
}

/** Makes the function that returns the searched texts of a row, by the names of their fields. */
export const searchTextsOf = <Row>(fields: FieldTable): ((row: Row) => Readonly<Record<string, string>>) => {
  const searched = Object.entries(fields)
    .flatMap(([name, { searched: read, isRequired = false }]) => (read ? [{ name, read, isRequired }] : []))
    // The title or name comes first: most searches find it, and a text is searched from its beginning.
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired))
  const empty = Object.fromEntries(searched.map(({ name }) => [name, '']))
  return (row) => {
    const texts = { ...empty }
    for (const { name, read } of searched) texts[name] = read(row)
    return texts
  }
}

/** The columns of a row that hold values of a type. */
type ColumnOf<Row, V> = { [C in keyof Row]: Row[C] extends V ? (V extends Row[C] ? C : never) : never }[keyof Row]

/** Whether the record shows a field always or only when it is not empty. */
type Visibility = 'always' | 'omitWhenEmpty'

type FieldOf<I, T extends Json, Row> = I extends 'always'
  ? ShownField<T, Row, Member<T, Row, unknown>>
  : I extends 'omitWhenEmpty'
    ? ShownField<T, Row, OptionalMember<T, Row, unknown>>
    : PlainField<T, Row>

type Options<Row, V, T, I> = Omit<Param<T>, 'type'> & {
  readonly column: ColumnOf<Row, V>
  readonly about: string
  readonly inRecord?: I
  /** The description of the member of the record, if it differs from `about`. */
  readonly aboutRecord?: string
}

type TextOptions<Row, I> = Options<Row, string, string, I> & {
  /** One line of text unless another type is given. */
  readonly type?: ParamType<string>
  /** Most characters of the line. */
  readonly max?: number
  readonly searched?: boolean
}

type SwitchOptions<Row, I> = Options<Row, number, boolean, I> & {
  readonly type?: ParamType<boolean>
  readonly empty?: boolean
  /** The value of a new record. */
  readonly blank: boolean
}

/** Returns undefined for a text that venues and organizers leave out (F2.2): an empty one, and "0" as with The Events Calendar (TEC). */
export const orOmit = (text: string): string | undefined => (text === '' || text === '0' ? undefined : text)

/** Returns a boolean as it is stored: 1 or 0. */
export const toNumber = (on: boolean): number => (on ? 1 : 0)

/** Reads a column. {@link ColumnOf} ensures that it holds a V, which the compiler cannot follow. */
const readerOf =
  <Row, V>(column: ColumnOf<Row, V>) =>
  (row: Row): V =>
    row[column] as V

/** Makes an object with one column, whose computed name the compiler cannot follow. */
const columnWith = <Row, V>(column: ColumnOf<Row, V>, value: V): Partial<Row> => ({ [column]: value }) as Partial<Row>

const newText = <Row, I extends Visibility | undefined>(
  { column, inRecord, aboutRecord, searched, type = line, max, ...entry }: TextOptions<Row, I>,
  show: (text: string) => string,
): FieldOf<I, string, Row> => {
  const stored = readerOf<Row, string>(column)
  const shown = (row: Row): string => show(stored(row))
  const about = aboutRecord ?? entry.about
  const field: Field<string, Row> = {
    ...entry,
    type: max === undefined ? type : shortLine(max),
    empty: '',
    columns: (value) => columnWith(column, value),
    ...(searched ? { searched: stored } : {}),
    ...(inRecord === 'always' ? { inRecord: member(text, about, shown) } : {}),
    ...(inRecord === 'omitWhenEmpty'
      ? { inRecord: optionalMember(text, about, (row: Row) => orOmit(shown(row))) }
      : {}),
  }
  // It has the member that its place asks for.
  return field as FieldOf<I, string, Row>
}

const newSwitch = <Row, I extends 'always' | undefined>({
  column,
  inRecord,
  aboutRecord,
  type = bool,
  ...entry
}: SwitchOptions<Row, I>): FieldOf<I, boolean, Row> => {
  const stored = readerOf<Row, number>(column)
  const field: Field<boolean, Row> = {
    ...entry,
    type,
    columns: (value) => columnWith(column, toNumber(value)),
    ...(inRecord ? { inRecord: member(truth, aboutRecord ?? entry.about, (row: Row) => stored(row) === 1) } : {}),
  }
  // It has the member that its place asks for.
  return field as FieldOf<I, boolean, Row>
}

/** Makes the constructors of fields for one table, whose columns are those of `Row`. */
export const fieldsOf = <Row>() => {
  /** Declares any field; `columns` or `step` decides how its value is stored. */
  function field<T>(entry: PlainField<T, Row>): PlainField<T, Row>
  function field<T, M extends Member<Json, Row, unknown>>(entry: ShownField<T, Row, M>): ShownField<T, Row, M>
  function field<T>(entry: PlainField<T, Row>): PlainField<T, Row> {
    return entry
  }
  return {
    field,
    /** Declares a line of text in a column of its own. */
    textField: <const I extends Visibility | undefined = undefined>(options: TextOptions<Row, I>) =>
      newText<Row, I>(options, showText),
    /** Declares an absolute URL in a column of its own. */
    urlField: <const I extends Visibility | undefined = undefined>(options: TextOptions<Row, I>) =>
      newText<Row, I>({ type: url, ...options }, (address) => address),
    /** Declares a switch, stored as 0 or 1. */
    switchField: <const I extends 'always' | undefined = undefined>(options: SwitchOptions<Row, I>) =>
      newSwitch<Row, I>(options),
  }
}
