import type { RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { type ParamTable, type ParsedValues, type References, readSent, referencesOf } from '../core/params.ts'
import { isJsonObject } from '../lib/json.ts'
import { eventDefinition } from '../resources/events/definition.ts'
import { type Draft, draftPost } from '../resources/shared/post-write.ts'

/** A line of a source, counted from 1. */
export type Line = readonly [number: number, text: string]

/** The content of a line, as far as it can be read without the database. */
export type ReadLine = {
  readonly reading: ParsedValues
  readonly references: readonly References[]
  /** The draft of a line without faults; `reading` then holds only the values that refer to other records. */
  readonly draft: Draft<'event'> | undefined
}

/** Why a line cannot be imported. */
export type Fault = { readonly fault: string }

/** Reads a line as the payload of an event. */
export const readLine = (context: RequestContext, [, text]: Line): ReadLine | Fault => {
  try {
    const payload: unknown = JSON.parse(text)
    if (!isJsonObject(payload)) return { fault: 'The line is no JSON object.' }
    const get = (name: string): unknown => (Object.hasOwn(payload, name) ? payload[name] : undefined)
    return prepare(context, readSent(fields, { one: get, all: get }, context, { requireAll: true }))
  } catch (error) {
    return faultOf(error)
  }
}

/**
 * Returns the message for a line that failed.
 * @throws the error, if the line is not the cause.
 */
export const faultOf = (error: unknown): Fault => {
  if (error instanceof SyntaxError) return { fault: 'The line is not JSON.' }
  if (!(error instanceof ApiError)) throw error
  const { message, data } = error
  const { params } = data
  if (error.code === 'rest_missing_callback_param' && Array.isArray(params))
    return {
      fault: [
        `${params.join(', ')} ${params.length > 1 ? 'are' : 'is'} missing.`,
        ...message.split('. ').slice(1),
      ].join(' '),
    }
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return { fault: message }
  return {
    fault: Object.entries(params)
      .map(([name, reason]) => `${name}: ${reason}`)
      .join(' '),
  }
}

const fields: ParamTable = eventDefinition.fields

const prepare = (context: RequestContext, reading: ParsedValues): ReadLine => {
  const { values, faults } = reading
  const references = referencesOf(fields, values)
  // A series needs all values.
  const draft = faults.size === 0 && !values['recurrence'] ? tryDraft(context, values) : undefined
  if (draft === undefined) return { reading, references, draft }
  const referring = Object.entries(values).filter(([name]) => fields[name]?.type.references)
  return { reading: { values: Object.fromEntries(referring), faults }, references, draft }
}

/** Undefined where the policy or the values refuse it: that is reported together with wrong references, after these are looked up. */
const tryDraft = (context: RequestContext, values: ParsedValues['values']): Draft<'event'> | undefined => {
  try {
    return draftPost(context, eventDefinition, values)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
