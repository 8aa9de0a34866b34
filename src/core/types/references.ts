import type { RecordKind, Taxonomy } from '../../db/schema.ts'
import { readText } from '../../lib/text.ts'
import { type Invalid, invalid, isInvalid, type ParamType } from '../params.ts'
import { termKey } from '../references.ts'
import { idList, readList } from './lists.ts'
import { maxId, readInteger } from './values.ts'

const article = (kind: RecordKind | Taxonomy): string => (/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`)

const unknownRecords = (unknown: readonly number[], kind: RecordKind): Invalid =>
  invalid(`No ${kind} has the id ${unknown.slice(0, 5).join(', ')}.`)

/** Ids of existing records of one kind. */
export const recordIds = (kind: RecordKind): ParamType<readonly number[]> => ({
  ...idList,
  references: (ids) => [{ records: ids }],
  resolve: (ids, found) => {
    const unknown: number[] = []
    for (const id of ids) if (found.kinds.get(id) !== kind) unknown.push(id)
    return unknown.length > 0 ? unknownRecords(unknown, kind) : ids
  },
})

/** The id of an existing record of one kind. */
export const recordId = (kind: RecordKind): ParamType<number> => ({
  schema: { type: 'integer', minimum: 1 },
  index: { type: 'integer' },
  read: (raw) => {
    const id = readInteger(raw)
    return id !== undefined && id >= 1 && id <= maxId ? id : invalid(`It must be the id of ${article(kind)}.`)
  },
  references: (id) => [{ records: [id] }],
  resolve: (id, found) => (found.kinds.get(id) === kind ? id : unknownRecords([id], kind)),
})

/** The id of an existing user. */
export const userId: ParamType<number> = {
  schema: { type: 'integer', minimum: 1 },
  index: { type: 'integer' },
  read: (raw) => {
    const id = readInteger(raw)
    return id !== undefined && id >= 1 && id <= maxId ? id : invalid('It must be the id of a user.')
  },
  references: (id) => [{ users: [id] }],
  resolve: (id, found) => (found.users.has(id) ? id : invalid(`No user has the id ${id}.`)),
}

const digitsToId = (value: string | number): number | string | undefined => {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return value
  const id = Number(value)
  return Number.isInteger(id) && id >= 1 && id <= maxId ? id : undefined
}

/** Existing terms by id, slug or name (contract B4.8); a value of digits alone is always an id. */
export const termRefs = (taxonomy: Taxonomy): ParamType<readonly (number | string)[]> => ({
  schema: { type: 'array', items: { type: ['integer', 'string'] } },
  index: { items: { type: 'integer' } },
  isList: true,
  read: (raw) => {
    const values = readList(raw)
    if (isInvalid(values)) return values
    const ids: (number | string)[] = []
    for (const value of values) {
      const id = digitsToId(typeof value === 'string' ? readText(value) : value)
      if (id === undefined) return invalid(`It must be a list of ids or slugs of ${taxonomy} terms.`)
      ids.push(id)
    }
    return ids.length > 0 ? ids : invalid(`It must be a list of ids or slugs of ${taxonomy} terms.`)
  },
  references: (values) => [{ terms: { taxonomy, values } }],
  resolve: (values, found) => {
    const ids: number[] = []
    const unknown: (number | string)[] = []
    for (const value of values) {
      const id = found.terms.get(termKey(taxonomy, value))
      if (id === undefined) unknown.push(value)
      else ids.push(id)
    }
    return unknown.length > 0 ? invalid(`There is no ${taxonomy} ${unknown.slice(0, 5).join(', ')}.`) : ids
  },
})

/** The id of an existing term. */
export const termId = (taxonomy: Taxonomy): ParamType<number> => ({
  schema: { type: 'integer', minimum: 1 },
  index: { type: 'integer' },
  read: (raw) => {
    const id = readInteger(raw)
    return id !== undefined && id >= 1 && id <= maxId ? id : invalid(`It must be the id of ${article(taxonomy)}.`)
  },
  references: (id) => [{ terms: { taxonomy, values: [id] } }],
  resolve: (id, found) => (found.terms.has(termKey(taxonomy, id)) ? id : invalid(`No ${taxonomy} has the id ${id}.`)),
})
