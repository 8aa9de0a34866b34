import { invalid, type ParamTable, type ParamType } from '../../core/params.ts'
import { nestedSchema } from '../../core/payload-schema.ts'
import { isJsonObject } from '../../lib/json.ts'
import type { LinkedTable } from './linked-filters.ts'
import { type CreateInput, nestedInputs } from './nested-input.ts'

/** One thing that an event links to: a record by its id, or the payload of one to be created with the event. */
export type LinkInput = { readonly id: number } | CreateInput

/**
 * Venues or organizers in the payload of an event (contract B7.5): an id, a list or csv of ids, an object with `id`, an object of
 * create fields, or a list that mixes them. Nothing, in any spelling, unlinks.
 */
export const linkInputs = (table: LinkedTable, fields: ParamTable): ParamType<readonly LinkInput[]> => ({
  schema: nestedSchema(table, fields, { type: ['integer', 'string'] }),
  index: { type: 'array', items: { type: 'integer' } },
  ...nestedInputs<{ readonly id: number }>({
    noun: table,
    field: table,
    fields,
    isNothing: (part) => nothing.includes(part) || (isJsonObject(part) && Object.keys(part).length === 0),
    splitsItems: true,
    readPlain: (part) => {
      const isId = (typeof part === 'string' && /^\d{1,15}$/.test(part)) || Number.isSafeInteger(part)
      const id = isId ? Number(part) : 0
      if (id >= 1) return { id }
      return invalid(`It must name ${table}s by id, or hold an object with the fields of a new ${table}.`)
    },
    referencesOf: ({ id }) => ({ records: [id] }),
    resolvePlain: (link, found) =>
      found.kinds.get(link.id) === table ? link : invalid(`No ${table} has the id ${link.id}.`),
  }),
})

/** What means "no venue", as clients of the peer say it. */
const nothing: readonly unknown[] = [null, undefined, '', 0, '0', false]
