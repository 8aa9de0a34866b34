import type { Json } from '../lib/json.ts'
import { readText } from '../lib/text.ts'
import { type ColumnOf, type FromColumn, type Member, member, type OptionalMember, optionalMember } from './members.ts'
import type { Param, ParamType } from './params.ts'
import { text, truth } from './parts.ts'
import { bool, line, shortLine, url } from './types.ts'

/** The step of a write that stores a field which has no column of its own. */
export type WriteStep = 'publication' | 'slug' | 'image' | 'dates' | 'links' | 'term' | 'series'

/** How a value is stored: in a column, in several columns that are made from it, or by a step of the write. Each names its columns. */
type Storage<T, Row> =
  | ((
      | {
          /** The column of the value; a boolean is stored as 1 or 0. */
          readonly column: ColumnOf<Row, [T] extends [boolean] ? number : T>
          /** Searches find the record by this column, which holds a text or HTML. */
          readonly searched?: 'text' | 'html'
        }
      | {
          /** The columns that the value fills: always the same ones, among them one with the name of the field. */
          readonly columns: (value: T) => Partial<Row>
          readonly empty: T
        }
    ) & {
      /** The value of a new record that was sent none; `empty` unless it is given. */
      readonly blank?: T
    })
  | {
      readonly step: WriteStep
      /** The columns in which the step stores it, the value's own first; none for what other tables have, or nothing keeps. */
      readonly storedIn: readonly (keyof Row & string)[]
      /** Reads the value from its row, if it is not what its own column has. */
      readonly readFieldValue?: (row: Row) => string
    }

/** A writable field without a member of the record of its own. */
type PlainField<T, Row> = Param<T> & {
  readonly about: string
  /** Create refuses a payload without it. */
  readonly isRequired?: boolean
  /** What `null` and `""` mean; fields that may not be empty have none (contract B7.2). */
  readonly empty?: T
  /** An import that says nothing of it leaves it as it is, instead of clearing it: this calendar decides it, or it follows from other fields. */
  readonly outlivesImport?: true
} & Storage<T, Row>

/** A writable field together with the member of the record that shows it. */
type ShownField<T, Row, M> = PlainField<T, Row> & { readonly inRecord: M }

/** A writable field of a resource with the columns of `Row`. Storage, record, search and documentation of the field follow from this entry. */
export type Field<T, Row> = PlainField<T, Row> & { readonly inRecord?: Member<Json, Row> }

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
export const blankColumns = <Row>(fields: FieldTable): Partial<Row> => {
  const values = Object.entries(fields).map(([name, field]) => {
    const blank = 'blank' in field && field.blank !== undefined ? field.blank : field.empty
    // A required field is always sent; its column is here only to be inserted in the same order.
    return [name, blank === undefined ? '' : blank]
  })
  return columnsFor(fields, Object.fromEntries(values))
}

/** Returns the columns that the values of fields fill by themselves. */
export const columnsFor = <Row>(fields: FieldTable, values: Readonly<Record<string, unknown>>): Partial<Row> => {
  const columns: Record<string, unknown> = {}
  for (const name in values) {
    const [field, value] = [fields[name], values[name]]
    if (!field || value === undefined) continue
    if ('column' in field) columns[field.column] = typeof value === 'boolean' ? toNumber(value) : value
    else if ('columns' in field) Object.assign(columns, field.columns(value))
  }
  // Each entry names columns of its table.
  return columns as Partial<Row>
}

/** Returns the names of the columns that store a field, its own first; none for what other tables have. */
export const listColumns = (field: AnyField): readonly string[] => {
  if ('step' in field) return field.storedIn
  return 'column' in field ? [field.column] : Object.keys(field.columns(field.empty))
}

/** Returns the value of a field as its row has it; undefined for what other tables have. */
const fieldValueOf = (name: string, field: AnyField, row: Readonly<Record<string, unknown>>): unknown => {
  if ('step' in field) {
    const [own] = field.storedIn
    return field.readFieldValue ? field.readFieldValue(row) : own && row[own]
  }
  const value = row['column' in field ? field.column : name]
  return typeof field.blank === 'boolean' ? value === 1 : value
}

/** The columns of a stored row. */
type Columns = Readonly<Record<string, unknown>>

/** The value of each field of a record; sent to the record, it restores this version. */
export type Payload = Readonly<Record<string, unknown>>

/**
 * Returns the value of each writable field of a stored record. `links` are the ids of the fields that link.
 */
export const readStoredPayload = (
  fields: FieldTable,
  row: Columns,
  links: Readonly<Record<string, readonly number[]>>,
): Payload => {
  const payload: Record<string, unknown> = {}
  for (const name in fields) {
    const field = fields[name]
    if (field) payload[name] = links[name] ?? fieldValueOf(name, field, row)
  }
  return payload
}

/** A row, and the ids of what its fields link to. */
type State = { readonly row: Columns; readonly links: Readonly<Record<string, readonly number[]>> }

/** The names of the fields that have another value after a change than before it. */
export const listChanges = (fields: FieldTable, before: State, after: State): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const [old, links] = [before.links[name], after.links[name]]
    if (old || links) return old?.join() === links?.join() ? [] : [name]
    return isStoredAlike(name, field, before.row, after.row) ? [] : [name]
  })

const isStoredAlike = (name: string, field: AnyField, before: Columns, after: Columns): boolean => {
  // What has the same columns need not be read.
  if ('step' in field && field.storedIn.every((column) => before[column] === after[column])) return true
  return fieldValueOf(name, field, before) === fieldValueOf(name, field, after)
}

/** Returns the columns by which searches find a record. */
export const listSearched = (fields: FieldTable): readonly { readonly column: string; readonly isHtml: boolean }[] =>
  Object.values(fields)
    .flatMap((field) => ('searched' in field && field.searched ? [field] : []))
    // The title or name comes first: most searches find it, and a text is searched from its beginning.
    .sort((one, other) => Number(other.isRequired ?? false) - Number(one.isRequired ?? false))
    .map(({ column, searched: kind }) => ({ column, isHtml: kind === 'html' }))

/** Makes the function that returns the searched texts of a row, by the names of their columns. */
export const createSearchTexts = (
  fields: FieldTable,
): ((row: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>) => {
  const searched = listSearched(fields)
  const empty = Object.fromEntries(searched.map(({ column }) => [column, '']))
  return (row) => {
    const texts = { ...empty }
    for (const { column, isHtml } of searched) {
      const value = `${row[column]}`
      texts[column] = isHtml ? readText(value) : value
    }
    return texts
  }
}

/** Whether the record shows a field always or only when it is not empty. */
type Visibility = 'always' | 'omitWhenEmpty'

type FieldOf<I, T extends Json, Row> = I extends 'always'
  ? ShownField<T, Row, Member<T, Row>>
  : I extends 'omitWhenEmpty'
    ? ShownField<T, Row, OptionalMember<T, Row>>
    : PlainField<T, Row>

type Options<Row, V, T, I> = Omit<Param<T>, 'type'> & {
  readonly column: ColumnOf<Row, V>
  readonly about: string
  readonly outlivesImport?: true
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

/** Returns a boolean as it is stored: 1 or 0. */
export const toNumber = (on: boolean): number => (on ? 1 : 0)

const newText = <Row, I extends Visibility | undefined>(
  { column, inRecord, aboutRecord, searched, type = line, max, ...entry }: TextOptions<Row, I>,
  kind: 'text' | 'stored',
): FieldOf<I, string, Row> => {
  const about = aboutRecord ?? entry.about
  const show: FromColumn<string, Row> = { kind, column, omitsEmpty: inRecord === 'omitWhenEmpty' }
  const field: Field<string, Row> = {
    ...entry,
    type: max === undefined ? type : shortLine(max),
    empty: '',
    column,
    ...(searched ? { searched: 'text' } : {}),
    ...(inRecord === 'always' ? { inRecord: member(text, about, show) } : {}),
    ...(inRecord === 'omitWhenEmpty' ? { inRecord: optionalMember(text, about, show) } : {}),
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
  const show: FromColumn<boolean, Row> = { kind: 'switch', column }
  const field: Field<boolean, Row> = {
    ...entry,
    type,
    column,
    ...(inRecord ? { inRecord: member(truth, aboutRecord ?? entry.about, show) } : {}),
  }
  // It has the member that its place asks for.
  return field as FieldOf<I, boolean, Row>
}

/** Makes the constructors of fields for one table, whose columns are those of `Row`. */
export const fieldsFor = <Row>() => {
  /** Declares any field; `columns` or `step` decides how its value is stored. */
  function field<T>(entry: PlainField<T, Row>): PlainField<T, Row>
  function field<T, M extends Member<Json, Row>>(entry: ShownField<T, Row, M>): ShownField<T, Row, M>
  function field<T>(entry: PlainField<T, Row>): PlainField<T, Row> {
    return entry
  }
  return {
    field,
    /** Declares a line of text in a column of its own. */
    textField: <const I extends Visibility | undefined = undefined>(options: TextOptions<Row, I>) =>
      newText<Row, I>(options, 'text'),
    /** Declares an absolute URL in a column of its own. */
    urlField: <const I extends Visibility | undefined = undefined>(options: TextOptions<Row, I>) =>
      newText<Row, I>({ type: url, ...options }, 'stored'),
    /** Declares a switch, stored as 0 or 1. */
    switchField: <const I extends 'always' | undefined = undefined>(options: SwitchOptions<Row, I>) =>
      newSwitch<Row, I>(options),
  }
}
