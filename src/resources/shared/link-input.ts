import { invalid, type ParamTable, type ParamType } from '../../core/params.ts'
import { nestedSchema } from '../../core/payload-schema.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import { isJsonObject } from '../../lib/json.ts'
import type { LinkedTable } from './linked-filters.ts'
import { type CreateInput, nestedInputs } from './nested-input.ts'

/** One thing that an event links to: a record by its id, with its row as soon as it is looked up, or the payload of a new one. */
export type LinkInput<T extends LinkedTable = LinkedTable> =
  | { readonly id: number; readonly row?: StoredPost<T> }
  | CreateInput

/**
 * Venues or organizers in the payload of an event (contract B7.5): an id, a list or csv of ids, an object with `id`, an object of
 * create fields, or a list that mixes them. Nothing, in any spelling, unlinks.
 */
export const linkInputs = <T extends LinkedTable>(
  table: T,
  fields: ParamTable,
): ParamType<readonly LinkInput<T>[]> => ({
  schema: nestedSchema(table, fields, { type: ['integer', 'string'] }),
  index: { type: 'array', items: { type: 'integer' } },
  ...nestedInputs<{ readonly id: number; readonly row?: StoredPost<T> }>({
    noun: table,
    field: table,
    fields,
    isNothing: (part) => nothing.includes(part) || (isJsonObject(part) && Object.keys(part).length === 0),
    splitsItems: true,
    readPlain: (part) => {
      const isId = (typeof part === 'string' && /^\d{1,15}$/.test(part)) || Number.isSafeInteger(part)
      const id = isId ? Number(part) : 0
      if (id >= 1) return { id }
      return invalid(`It must contain ids of ${table}s, or objects with the fields of a new ${table}.`)
    },
    referencesOf: (link) => ('create' in link ? undefined : { posts: { table, ids: [link.id] } }),
    resolve: (link, found) => {
      if ('create' in link) return link
      const row = found.posts[table].get(link.id)
      return row ? { id: link.id, row } : invalid(`No ${table} has the id ${link.id}.`)
    },
  }),
})

/** What means "no venue", as clients of The Events Calendar say it. */
const nothing: readonly unknown[] = [null, undefined, '', 0, '0', false]
