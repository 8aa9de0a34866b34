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

/** Statuses to list; callers who cannot edit may only ask for what is published (F4.4). */
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
      return invalid(`It must list some of ${statuses.join(', ')}.`)
    if (!hasRight(caller, 'edit') && known.some((it) => it !== 'publish')) {
      return invalid(statusFault(caller))
    }
    return known
  },
}

const statusFault = (caller: Caller): string =>
  caller.id === 0
    ? 'Log in to list what is not published; a session cookie counts only with the header X-WP-Nonce.'
    : 'You may list only what is published (status=publish): your role may not edit.'

/** The values of a list in any spelling: csv, an array, or an object with numbers as keys (contract B3.3). */
export const readList = (raw: unknown): readonly (string | number)[] | Invalid => {
  const parts = isJsonObject(raw) && Object.keys(raw).every((key) => /^\d+$/.test(key)) ? Object.values(raw) : raw
  const values = (Array.isArray(parts) ? parts : [parts]).flatMap((part: unknown) =>
    typeof part === 'string' ? part.split(',').map((piece) => piece.trim()) : [part],
  )
  const kept = values.filter((value) => value !== '')
  if (kept.length > maxListValues) return invalid(`It may list at most ${maxListValues} values.`)
  if (!kept.every((value): value is string | number => typeof value === 'string' || typeof value === 'number')) {
    return invalid('It must be a list of numbers or texts.')
  }
  if (kept.some((value) => typeof value === 'string' && (hasControls(value) || value.length > 1000))) {
    return invalid('It contains a text that is too long, or a NUL or incomplete character.')
  }
  return kept
}

/** A list of ids, at least one; whether they exist is not asked. */
export const idList: ParamType<readonly number[]> = {
  schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
  index: { items: { type: 'integer' } },
  isList: true,
  read: (raw) => {
    const values = readList(raw)
    if (isInvalid(values)) return values
    const ids = values.map(readInteger)
    const areIds = ids.every((id): id is number => id !== undefined && id >= 1 && id <= maxId)
    return ids.length > 0 && areIds ? ids : invalid('It must be a list of ids: whole numbers from 1 on.')
  },
}
