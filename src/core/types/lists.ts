import { type Status, statuses } from '../../db/schema.ts'
import { isJsonObject } from '../../lib/json.ts'
import { type Invalid, invalid, isInvalid, maxListValues, type ParamType } from '../params.ts'
import { type Caller, hasRight } from '../policy.ts'
import { hasControls, maxId, readInteger, textIndex } from './values.ts'

/** The status of a post. */
export const statusName: ParamType<Status> = {
  schema: { type: 'string', enum: [...statuses] },
  index: textIndex,
  read: (raw) => statuses.find((status) => status === raw) ?? invalid(`It must be one of ${statuses.join(', ')}.`),
}

/** Statuses to list; callers without the right to edit may list only `publish` (F4.4). */
export const statusList: ParamType<readonly Status[]> = {
  schema: { type: 'array', items: { type: 'string', enum: [...statuses] } },
  index: { format: 'string' },
  isList: true,
  read: (raw, { caller }) => {
    const names = readList(raw)
    if (isInvalid(names)) return names
    if (names.length === 0 && hasRight(caller, 'edit')) return undefined
    const known = names.flatMap((it) => statuses.find((status) => status === it) ?? [])
    if (known.length === 0 || known.length < names.length)
      return invalid(`It must be one or more of ${statuses.join(', ')}.`)
    if (!hasRight(caller, 'edit') && known.some((it) => it !== 'publish')) {
      return invalid(statusFault(caller))
    }
    return known
  },
}

const statusFault = (caller: Caller): string =>
  caller.id === 0
    ? 'Log in to list unpublished records. With a session cookie, also send the header X-WP-Nonce.'
    : 'You may only list published records (status=publish), because your role may not edit.'

/** Reads a list in any spelling: comma-separated, an array, or an object with numbers as keys (contract B3.3). */
export const readList = (raw: unknown): readonly (string | number)[] | Invalid => {
  const parts: unknown = isJsonObject(raw) && hasNumbersAsKeys(raw) ? Object.values(raw) : raw
  const values: (string | number)[] = []
  for (const part of Array.isArray(parts) ? parts : [parts]) {
    if (typeof part === 'number') values.push(part)
    else if (typeof part !== 'string') return invalid('It must be a list of numbers or strings.')
    else if (hasControls(part)) return invalid(longText)
    else {
      for (const piece of part.split(',')) {
        const text = piece.trim()
        if (text.length > 1000) return invalid(longText)
        if (text !== '') values.push(text)
      }
    }
  }
  return values.length > maxListValues ? invalid(`It may list at most ${maxListValues} values.`) : values
}

const longText = 'It contains a string that is too long, or a NUL or incomplete character.'

const hasNumbersAsKeys = (object: object): boolean => Object.keys(object).every((key) => /^\d+$/.test(key))

/** A list of at least one id; the records need not exist. */
export const idList: ParamType<readonly number[]> = {
  schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
  index: { items: { type: 'integer' } },
  isList: true,
  read: (raw) => {
    const values = readList(raw)
    if (isInvalid(values)) return values
    const ids: number[] = []
    for (const value of values) {
      const id = readInteger(value)
      if (id === undefined || id < 1 || id > maxId) return invalid(notIds)
      ids.push(id)
    }
    return ids.length > 0 ? ids : invalid(notIds)
  },
}

const notIds = 'It must be a list of ids: whole numbers of 1 or more.'

/** Some of a few words, in the order of `words`. */
export const wordsOf = <const T extends string>(...words: readonly T[]): ParamType<readonly T[]> => ({
  schema: { type: 'array', items: { type: 'string', enum: [...words] } },
  index: { format: 'string' },
  isList: true,
  read: (raw) => {
    const sent = readList(raw)
    if (isInvalid(sent)) return sent
    const known = words.filter((one) => sent.includes(one))
    const isUnknown = sent.some((one) => !words.some((word) => word === one))
    return known.length === 0 || isUnknown ? invalid(`It must be one or more of ${words.join(', ')}.`) : known
  },
})
