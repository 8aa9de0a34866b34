import {
  type Found,
  type Invalid,
  invalid,
  isInvalid,
  maxListValues,
  nestedReferences,
  type ParamTable,
  type ParamType,
  type ReadScope,
  type References,
  readNested,
  resolveNested,
} from '../crud/params.ts'
import { isJsonObject } from '../lib/json.ts'
import type { LinkedTable } from './linked-filters.ts'

/** One thing that an event links to: a record by its id, or the payload of one to be created with the event. */
export type LinkInput = { readonly id: number } | { readonly create: Readonly<Record<string, unknown>> }

/**
 * Venues or organizers in the payload of an event (contract B7.5): an id, a list or csv of ids, an object with `id`, an object of
 * create fields, or a list that mixes them. Nothing, in any spelling, unlinks.
 */
export const linkInputs = (table: LinkedTable, fields: ParamTable): ParamType<readonly LinkInput[]> => ({
  schema: { type: 'array', items: { type: ['integer', 'object'] } },
  index: { type: 'array', items: { type: 'integer' } },
  isList: true,
  read: (raw, scope) => {
    const parts = splitLinks(raw)
    if (parts.length > maxListValues) return invalid(`It may list at most ${maxListValues} values.`)
    const links: LinkInput[] = []
    for (const part of parts) {
      const link = readLink(table, fields, part, scope)
      if (isInvalid(link)) return link
      links.push(link)
    }
    return links
  },
  references: (links) =>
    links.flatMap((link): readonly References[] =>
      'id' in link ? [{ records: [link.id] }] : nestedReferences(fields, link.create),
    ),
  resolve: (links, found) => resolveLinks(table, fields, links, found),
})

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === 0 || value === '0' || value === false

const splitLinks = (raw: unknown): unknown[] => {
  const isList = isJsonObject(raw) && Object.keys(raw).length > 0 && Object.keys(raw).every((key) => /^\d+$/.test(key))
  const parts: unknown[] = Array.isArray(raw) ? raw : isList ? Object.values(raw) : [raw]
  const pieces = parts.flatMap((part) =>
    typeof part === 'string' ? part.split(',').map((piece) => piece.trim()) : [part],
  )
  return pieces.filter((part) => !isNothing(part) && !isEmptyObject(part))
}

const isEmptyObject = (value: unknown): boolean => isJsonObject(value) && Object.keys(value).length === 0

const readLink = (table: LinkedTable, fields: ParamTable, part: unknown, scope: ReadScope): LinkInput | Invalid => {
  if (isJsonObject(part)) {
    if (!isNothing(part['id'])) return readId(table, part['id'])
    const create = readNested(fields, part, scope)
    return isInvalid(create) ? create : { create }
  }
  return readId(table, part)
}

const readId = (table: LinkedTable, value: unknown): LinkInput | Invalid => {
  const isId = (typeof value === 'string' && /^\d{1,15}$/.test(value)) || Number.isSafeInteger(value)
  const id = isId ? Number(value) : 0
  return id >= 1
    ? { id }
    : invalid(`It must name ${table}s by id, or hold an object with the fields of a new ${table}.`)
}

const resolveLinks = (
  table: LinkedTable,
  fields: ParamTable,
  links: readonly LinkInput[],
  found: Found,
): readonly LinkInput[] | Invalid => {
  const resolved: LinkInput[] = []
  for (const link of links) {
    if ('id' in link) {
      if (found.kinds.get(link.id) !== table) return invalid(`No ${table} has the id ${link.id}.`)
      resolved.push(link)
      continue
    }
    const create = resolveNested(fields, link.create, found)
    if (isInvalid(create)) return create
    resolved.push({ create })
  }
  return resolved
}
