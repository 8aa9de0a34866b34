import type { Selectable } from 'kysely'
import type { RecordKind, Schema, Taxonomy } from '../db/schema.ts'
import type { JsonObject } from '../lib/json.ts'
import type { RequestContext } from './context.ts'
import { invalidParams, missingParams } from './errors.ts'
import type { StoredPost } from './stored-post.ts'

/** Most values that one list parameter may hold (contract B9). */
export const maxListValues = 1000

/** A refused value: the reason, as the client reads it. */
export type Invalid = { readonly invalid: string }

/** Refuses a value; the message says what is allowed. */
export const invalid = (message: string): Invalid => ({ invalid: message })

/** Whether a value was refused. */
export const isInvalid = (value: unknown): value is Invalid =>
  typeof value === 'object' && value !== null && 'invalid' in value && typeof value.invalid === 'string'

/** The part of the context on which the meaning of a value may depend. */
export type ReadContext = Pick<RequestContext, 'now' | 'zone' | 'caller' | 'links'>

/** Stored rows to which a value refers by id or text; those of all values are looked up in one statement. */
export type References = {
  readonly records?: readonly number[]
  /** Venues or organizers, to be read with all their columns. */
  readonly posts?: { readonly table: 'venue' | 'organizer'; readonly ids: readonly number[] }
  /** Terms, to be read with all their columns. */
  readonly termRows?: { readonly taxonomy: Taxonomy; readonly values: readonly (number | string)[] }
  readonly terms?: { readonly taxonomy: Taxonomy; readonly values: readonly (number | string)[] }
  readonly users?: readonly number[]
  /** Images by the address from which they were fetched, or by their path in the library. */
  readonly images?: readonly string[]
}

/** The rows that were found for references. */
export type Found = {
  readonly kinds: ReadonlyMap<number, RecordKind>
  /** Ids by taxonomy and the id, slug or name in the request: see `termKey`. */
  readonly terms: ReadonlyMap<string, number>
  readonly users: ReadonlySet<number>
  /** Ids by URL or path. */
  readonly images: ReadonlyMap<string, number>
  readonly posts: { readonly [T in 'venue' | 'organizer']: ReadonlyMap<number, StoredPost<T>> }
  /** The terms that were found for `termRows`. */
  readonly termRows: readonly TermRow[]
}

/** A term as it is stored. */
export type TermRow = Selectable<Schema['term']>

/** A type of parameter: how it is described, and how a value from JSON, a form or a query is read (contract B7.1). */
export type ParamType<T> = {
  /** JSON Schema for `/doc`. */
  readonly schema: JsonObject
  /** Its description in the namespace index (contract A1, A3). */
  readonly index: { readonly type?: string; readonly items?: JsonObject; readonly format?: string }
  /** Repeated and bracketed spellings are joined to a list (contract B3.3); for other types the last one counts. */
  readonly isList?: boolean
  /** Reads a raw value; undefined means that the parameter counts as not sent. */
  readonly read: (raw: unknown, context: ReadContext) => T | Invalid | undefined
  readonly references?: (value: T) => readonly References[]
  /** Checks the value against the rows that were found for its references, and may complete it. */
  readonly resolve?: (value: T, found: Found) => T | Invalid
}

/** A parameter: its type and how it is documented. */
export type Param<T> = {
  readonly type: ParamType<T>
  /**
   * The English description for the index and `/doc`, which `locales/` translates. Only parameters of adapters (D4) have none, since they
   * are not documented there.
   */
  readonly about?: string
  /** The clause of an addition to the interface document (contract, part A). */
  readonly extension?: string
  /** The default in the index and `/doc`; null is printed as such. */
  readonly default?: boolean | number | string | null
}

/** The type of a parameter's or field's value. */
export type ValueOf<P> = P extends { readonly type: ParamType<infer T> } ? T : never

/** The values of the parameters that were sent. */
export type Values<P> = { readonly [name in keyof P]?: ValueOf<P[name]> }

// biome-ignore lint/suspicious/noExplicitAny: parameters of different types meet in one table; each keeps its own type in it.
type AnyParam = Param<any> & {
  readonly isRequired?: boolean
  readonly empty?: unknown
  readonly outlivesImport?: true
}

/** A table of parameters or fields. */
export type ParamTable = { readonly [name: string]: AnyParam }

/**
 * The raw values of a request by name: `one` has the last value of each name, which scalars take, `all` has all values, which lists take. A
 * name that no object has by itself, as `constructor`, is no name of a parameter.
 */
export type RawParams = {
  readonly one: Readonly<Record<string, unknown>>
  readonly all: Readonly<Record<string, unknown>>
  /** Names whose value is not UTF-8; absent when there are none. */
  readonly broken?: ReadonlySet<string> | undefined
}

/** Returns the reason to refuse a parameter that the table does not have; undefined when it is ignored. */
export type RefuseUnknown = (name: string) => string | undefined

/** Where references are looked up, and by what. */
export type ReferenceSource<D> = {
  readonly db: D
  readonly lookUp: (db: D, references: readonly References[]) => Promise<Found>
}

/** Finds faults of several values together, such as an end before its start, and reports them by parameter. */
export type Check<P extends ParamTable = ParamTable> = (
  values: Values<P>,
  context: ReadContext,
) => Iterable<readonly [name: string, fault: string]>

/** The values that could be read, and the faults of all others. */
export type ParsedValues = {
  readonly values: Readonly<Record<string, unknown>>
  readonly faults: ReadonlyMap<string, string>
}

type ReadOptions = {
  readonly requireAll: boolean
  readonly check?: Check | undefined
  /** Without it, parameters that the table does not have are ignored (contract B1.1). */
  readonly refuseUnknown?: RefuseUnknown | undefined
}

/**
 * Reads all parameters of a table from a request and reports all faults at once.
 * @throws ApiError `rest_missing_callback_param`, then `rest_invalid_param` naming every bad parameter (contract B2).
 */
export const readParams = async <P extends ParamTable, D>(
  table: P,
  raw: RawParams,
  context: ReadContext,
  { db, lookUp }: ReferenceSource<D>,
  options: ReadOptions,
): Promise<Values<P>> => {
  const parsed = readSent(table, raw, context, options)
  const references = listReferences(table, parsed.values)
  // Each value was read by the type of its parameter.
  if (references.length === 0 && parsed.faults.size === 0) return parsed.values as Values<P>
  if (references.length === 0) throw invalidParams(parsed.faults)
  return settleReading(table, parsed, await lookUp(db, references))
}

/**
 * The first half of {@link readParams}: reads values without the database.
 * @throws ApiError `rest_missing_callback_param`.
 */
export const readSent = (
  table: ParamTable,
  raw: RawParams,
  context: ReadContext,
  options: ReadOptions,
): ParsedValues => {
  const { values, faults, missing } = readValues(table, raw, context)
  if (options.requireAll && missing.length > 0) throw missingParams(missing)
  for (const [name, fault] of options.check?.(values, context) ?? []) faults.set(name, faults.get(name) ?? fault)
  if (options.refuseUnknown) {
    for (const name of Object.keys(raw.all)) {
      const fault = Object.hasOwn(table, name) ? undefined : options.refuseUnknown(name)
      if (fault !== undefined) faults.set(name, fault)
    }
  }
  return { values, faults }
}

/**
 * The second half of {@link readParams}: resolves references in a copy of the values.
 * @throws ApiError `rest_invalid_param`.
 */
export const settleReading = <P extends ParamTable>(
  table: P,
  parsed: ParsedValues,
  /** Undefined when there are no references. */
  found: Found | undefined,
): Values<P> => {
  const values = { ...parsed.values }
  const faults = new Map(parsed.faults)
  if (found) resolveValues(table, values, found, faults)
  if (faults.size > 0) throw invalidParams(faults)
  // Each value was read by the type of its parameter.
  return values as Values<P>
}

const readValues = (table: ParamTable, raw: RawParams, context: ReadContext) => {
  const faults = new Map<string, string>()
  const values: Record<string, unknown> = {}
  const missing: string[] = []
  for (const name in table) {
    const param = table[name]
    if (!param) continue
    const { type, isRequired, empty } = param
    const value = type.isList ? raw.all[name] : raw.one[name]
    // Null counts as missing.
    if (isRequired && (value ?? null) === null) missing.push(name)
    if (value === undefined) continue
    let result: unknown
    if (raw.broken?.has(name)) result = brokenText
    else if ((value === null || value === '') && empty !== undefined) result = empty
    else result = type.read(value, context)
    if (isInvalid(result)) faults.set(name, result.invalid)
    else if (result !== undefined) values[name] = result
  }
  return { values, faults, missing }
}

const brokenText = invalid('It is not percent-encoded UTF-8.')

/** Returns the references of all values. */
export const listReferences = (table: ParamTable, values: Readonly<Record<string, unknown>>): References[] => {
  const all: References[] = []
  for (const name in values) {
    const references = table[name]?.type.references?.(values[name])
    if (references !== undefined) all.push(...references)
  }
  return all
}

const resolveValues = (
  table: ParamTable,
  values: Record<string, unknown>,
  found: Found,
  faults: Map<string, string>,
): void => {
  for (const name of Object.keys(values)) {
    const resolve = table[name]?.type.resolve
    if (!resolve) continue
    const result = resolve(values[name], found)
    if (isInvalid(result)) faults.set(name, result.invalid)
    else values[name] = result
  }
}

/** Reads a nested object of a payload by the fields of its resource. All faults become one text; `describeMissing` words those of missing fields. */
export const readNested = (
  table: ParamTable,
  object: Readonly<Record<string, unknown>>,
  context: ReadContext,
  describeMissing: (name: string) => string,
): Readonly<Record<string, unknown>> | Invalid => {
  const { values, faults, missing } = readValues(table, { one: object, all: object }, context)
  if (missing.length > 0) return invalid(missing.map(describeMissing).join(' '))
  return faults.size > 0 ? describeFaults(faults) : values
}

/** Resolves the references of nested values. */
export const resolveNested = (
  table: ParamTable,
  values: Readonly<Record<string, unknown>>,
  found: Found,
): Readonly<Record<string, unknown>> | Invalid => {
  const faults = new Map<string, string>()
  const resolved = { ...values }
  resolveValues(table, resolved, found, faults)
  return faults.size > 0 ? describeFaults(faults) : resolved
}

const describeFaults = (faults: ReadonlyMap<string, string>): Invalid =>
  invalid([...faults].map(([name, fault]) => `${name}: ${fault}`).join(' '))
