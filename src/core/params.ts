import type { Selectable } from 'kysely'
import type { RecordKind, Schema, Taxonomy } from '../db/schema.ts'
import { type Awaitable, after } from '../lib/awaitable.ts'
import type { JsonObject } from '../lib/json.ts'
import type { RequestContext } from './context.ts'
import { invalidParams, missingParams } from './errors.ts'
import type { StoredPost } from './stored-post.ts'

/** Most values that one list parameter may hold (contract B9). */
export const maxListValues = 1000

/** What is wrong with a value, as the caller reads it. */
export type Invalid = { readonly invalid: string }

/** A refusal of a value: say what is wrong and what is allowed. */
export const invalid = (message: string): Invalid => ({ invalid: message })

/** Whether reading a value failed. */
export const isInvalid = (value: unknown): value is Invalid =>
  typeof value === 'object' && value !== null && 'invalid' in value && typeof value.invalid === 'string'

/** What the meaning of a value may depend on. `zone` is the site's. */
export type ReadContext = Pick<RequestContext, 'now' | 'zone' | 'caller' | 'links'>

/** Stored things that a value names by id or text, to be looked up together in one statement. */
export type References = {
  readonly records?: readonly number[]
  /** Venues or organizers of which a write needs all columns. */
  readonly posts?: { readonly table: 'venue' | 'organizer'; readonly ids: readonly number[] }
  /** The same of terms. */
  readonly termRows?: { readonly taxonomy: Taxonomy; readonly values: readonly (number | string)[] }
  readonly terms?: { readonly taxonomy: Taxonomy; readonly values: readonly (number | string)[] }
  readonly users?: readonly number[]
  /** Images by the address from which they were fetched, or by their path in the library. */
  readonly images?: readonly string[]
}

/** What the references met. */
export type Found = {
  readonly kinds: ReadonlyMap<number, RecordKind>
  /** Ids by taxonomy and what named them: see `findTerm`. */
  readonly terms: ReadonlyMap<string, number>
  readonly users: ReadonlySet<number>
  /** Ids by what named them. */
  readonly images: ReadonlyMap<string, number>
  readonly posts: { readonly [T in 'venue' | 'organizer']: ReadonlyMap<number, StoredPost<T>> }
  /** The terms that `termRows` met. */
  readonly termRows: readonly TermRow[]
}

/** A term as it is stored. */
export type TermRow = Selectable<Schema['term']>

/** A type of parameter: how it is described, and how a value from JSON, a form or a query is read (contract B7.1). */
export type ParamType<T> = {
  /** JSON Schema for `/doc`. */
  readonly schema: JsonObject
  /** What the namespace index says of it, as the interface document types it (contract A1, A3). */
  readonly index: { readonly type?: string; readonly items?: JsonObject; readonly format?: string }
  /** Repeated and bracketed spellings join into a list (contract B3.3); elsewhere the last one counts. */
  readonly isList?: boolean
  /** Undefined is as if the value had not been sent. */
  readonly read: (raw: unknown, context: ReadContext) => T | Invalid | undefined
  readonly references?: (value: T) => References | readonly References[]
  /** Checks, and may complete, the value with what its references met. */
  readonly resolve?: (value: T, found: Found) => T | Invalid
}

/** A parameter: its type and how it is documented. */
export type Param<T> = {
  readonly type: ParamType<T>
  /**
   * What it does, in English, for the index and `/doc`; `locales/` has it in other languages. Only parameters of adapters (D4), which
   * are described nowhere, have none.
   */
  readonly about?: string
  /** The clause that adds it to the interface document (contract, part A), where it is an addition. */
  readonly extension?: string
  /** What the index and `/doc` print as the default; null hides none. */
  readonly default?: boolean | number | string | null
}

/** The value that a parameter or field is read into. */
export type ValueOf<P> = P extends { readonly type: ParamType<infer T> } ? T : never

/** The values read from a request: only what was sent. */
export type Values<P> = { readonly [name in keyof P]?: ValueOf<P[name]> }

// biome-ignore lint/suspicious/noExplicitAny: parameters of different types meet in one table; each keeps its own type in it.
type AnyParam = Param<any> & { readonly isRequired?: boolean; readonly empty?: unknown }

/** A table of parameters or fields. */
export type ParamTable = { readonly [name: string]: AnyParam }

/** Where raw values come from: `one` for scalars, `all` for lists. Undefined is "not sent". */
export type RawParams = {
  readonly one: (name: string) => unknown
  readonly all: (name: string) => unknown
  /** Whether what was sent under the name cannot be read as text at all. */
  readonly isBroken?: (name: string) => boolean
  /** All names under which something was sent. */
  readonly names?: () => Iterable<string>
}

/** Says what is wrong with a parameter that its table does not have; undefined where it is ignored. */
export type RefuseUnknown = (name: string) => string | undefined

/** Finds what references name. */
export type LookUp = (references: readonly References[]) => Awaitable<Found>

/** Finds what is wrong with values only together, such as an end before its start: names and texts. */
export type Check<P extends ParamTable = ParamTable> = (
  values: Values<P>,
  context: ReadContext,
) => Iterable<readonly [name: string, fault: string]>

/** Values as far as they could be read, and what is wrong with the others. */
export type Reading = {
  readonly values: Readonly<Record<string, unknown>>
  readonly faults: ReadonlyMap<string, string>
}

type ReadOptions = {
  readonly requireAll: boolean
  readonly check?: Check | undefined
  /** Parameters that the table does not have are ignored without it (contract B1.1). */
  readonly refuseUnknown?: RefuseUnknown | undefined
}

/**
 * Reads all parameters of a table from a request, and finds everything that is wrong at once.
 * @throws ApiError `rest_missing_callback_param`, then `rest_invalid_param` naming every bad parameter (contract B2).
 */
export const readParams = <P extends ParamTable>(
  table: P,
  raw: RawParams,
  context: ReadContext,
  lookUp: LookUp,
  options: ReadOptions,
): Awaitable<Values<P>> => {
  const reading = readSent(table, raw, context, options)
  const references = referencesOf(table, reading.values)
  if (references.length === 0) return settleReading(table, reading, undefined)
  return after(lookUp(references), (found) => settleReading(table, reading, found))
}

/**
 * The first half of {@link readParams}, which asks nobody.
 * @throws ApiError `rest_missing_callback_param`.
 */
export const readSent = (table: ParamTable, raw: RawParams, context: ReadContext, options: ReadOptions): Reading => {
  const missing = options.requireAll ? findMissing(table, raw) : []
  if (missing.length > 0) throw missingParams(missing)
  const { values, faults } = readValues(table, raw, context)
  for (const [name, fault] of options.check?.(values, context) ?? []) faults.set(name, faults.get(name) ?? fault)
  if (options.refuseUnknown) {
    for (const name of raw.names?.() ?? []) {
      const fault = Object.hasOwn(table, name) ? undefined : options.refuseUnknown(name)
      if (fault !== undefined) faults.set(name, fault)
    }
  }
  return { values, faults }
}

/**
 * The second half: what the references have met makes values of a reading, which stays as it is.
 * @throws ApiError `rest_invalid_param`.
 */
export const settleReading = <P extends ParamTable>(
  table: P,
  reading: Reading,
  /** Undefined where nothing was referred to. */
  found: Found | undefined,
): Values<P> => {
  const values = { ...reading.values }
  const faults = new Map(reading.faults)
  if (found) resolveValues(table, values, found, faults)
  if (faults.size > 0) throw invalidParams(faults)
  // Each value is what the type of its parameter has read.
  return values as Values<P>
}

type NamedParam = { readonly name: string; readonly param: AnyParam }

const knownTables = new WeakMap<ParamTable, readonly NamedParam[]>()

/** The parameters of a table as a list, which is made once. */
const paramsOf = (table: ParamTable): readonly NamedParam[] => {
  const known = knownTables.get(table)
  if (known) return known
  const params = Object.entries(table).map(([name, param]) => ({ name, param }))
  knownTables.set(table, params)
  return params
}

/** The required fields that are not there; null counts as absent. */
const findMissing = (table: ParamTable, raw: RawParams): string[] => {
  const missing: string[] = []
  for (const { name, param } of paramsOf(table)) {
    if (param.isRequired && (raw.one(name) ?? null) === null) missing.push(name)
  }
  return missing
}

const readValues = (table: ParamTable, raw: RawParams, context: ReadContext) => {
  const faults = new Map<string, string>()
  const values: Record<string, unknown> = {}
  for (const { name, param } of paramsOf(table)) {
    const value = param.type.isList ? raw.all(name) : raw.one(name)
    if (value === undefined) continue
    let result: unknown
    if (raw.isBroken?.(name)) result = brokenText
    else if ((value === null || value === '') && param.empty !== undefined) result = param.empty
    else result = param.type.read(value, context)
    if (isInvalid(result)) faults.set(name, result.invalid)
    else if (result !== undefined) values[name] = result
  }
  return { values, faults }
}

const brokenText = invalid('It is not percent-encoded UTF-8.')

/** What values refer to, also those of a nested object. */
export const referencesOf = (table: ParamTable, values: Readonly<Record<string, unknown>>): References[] => {
  const all: References[] = []
  for (const name in values) {
    const references = table[name]?.type.references?.(values[name])
    if (Array.isArray(references)) all.push(...references)
    else if (references !== undefined) all.push(references as References)
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

/** Reads an object inside a payload by the fields of its own resource. All faults become one text; `describeMissing` words those of required fields. */
export const readNested = (
  table: ParamTable,
  object: Readonly<Record<string, unknown>>,
  context: ReadContext,
  describeMissing: (name: string) => string,
): Readonly<Record<string, unknown>> | Invalid => {
  const get = (name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined)
  const raw = { one: get, all: get }
  const missing = findMissing(table, raw)
  if (missing.length > 0) return invalid(missing.map(describeMissing).join(' '))
  const { values, faults } = readValues(table, raw, context)
  return faults.size > 0 ? describeFaults(faults) : values
}

/** The nested values with their references resolved. */
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
