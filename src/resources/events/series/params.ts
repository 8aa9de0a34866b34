import { invalid, type ParamType } from '../../../core/params.ts'
import { hasControls, textIndex } from '../../../core/types.ts'
import { isJsonObject } from '../../../lib/json.ts'
import { readSentRecurrence, type SentRecurrence } from '../../../recurrence/recurrence.ts'
import { RuleFault } from '../../../recurrence/rule.ts'

/** A recurrence: the lines of RFC 5545, or an object of their values (contract C3.1). */
export const recurrence: ParamType<SentRecurrence | null> = {
  schema: {
    anyOf: [
      { type: 'string', maxLength: 16_000 },
      {
        type: 'object',
        propertyNames: { enum: ['rrule', 'rdate', 'exdate'] },
        additionalProperties: true,
      },
    ],
  },
  index: textIndex,
  read: (raw) => {
    // The Events Calendar ignores the name: a text that is too short for any recurrence counts as not sent.
    if (typeof raw === 'string' && raw.length < 'RDATE:'.length) return undefined
    if (typeof raw === 'string' ? hasControls(raw) : !isJsonObject(raw))
      return invalid(
        'It must be a string such as RRULE:FREQ=WEEKLY;BYDAY=TU, or an object with rrule, rdate and exdate.',
      )
    try {
      return readSentRecurrence(raw)
    } catch (error) {
      if (error instanceof RuleFault) return invalid(error.message)
      throw error
    }
  },
}

/** The occurrences of a series that a write changes (contract C3.4). */
const scopes = ['this', 'following', 'all'] as const

/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number]

export const scope: ParamType<Scope> = {
  schema: { type: 'string', enum: [...scopes] },
  index: { type: 'string' },
  read: (raw) => scopes.find((one) => one === raw) ?? invalid(`It must be ${scopes.join(', ')}.`),
}
