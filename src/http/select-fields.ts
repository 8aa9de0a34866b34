import type { RawParams } from '../core/params.ts'
import { isJsonObject, type Json } from '../lib/json.ts'

type Tree = Map<string, Tree>

/** The member of a list that has its records, and the names of their fields. */
export type Collection = { readonly name: string; readonly fields: ReadonlySet<string> }

/** What `_fields` names, '' for nothing; repeated values are joined, like any other list (contract B3.3). */
export const readFieldNames = ({ all }: RawParams): string =>
  [all['_fields']]
    .flat()
    .filter((names) => typeof names === 'string')
    .join()

/**
 * Selects the fields that `_fields` names, such as `a,b.c`, also within arrays (contract B3.4). In a list, a name that only its records have
 * selects that field of the records: `title` means `events.title`. An object without selected fields becomes an empty array, as with The
 * Events Calendar (TEC) (F0.6).
 */
export const selectFields = (body: Json, fields: string, collection?: Collection): Json => {
  const paths = fields
    .split(',')
    .map((path) =>
      path
        .trim()
        .split('.')
        .filter((step) => step !== ''),
    )
    .filter((path) => path.length > 0)
  if (paths.length === 0) return body
  const isOfRecords = ([first = '']: readonly string[]): boolean =>
    collection?.fields.has(first) === true && isJsonObject(body) && !Object.hasOwn(body, first)
  const tree = treeOf(paths.map((path) => (collection && isOfRecords(path) ? [collection.name, ...path] : path)))
  const picked = pick(body, tree)
  return isJsonObject(picked) && Object.keys(picked).length === 0 ? [] : picked
}

const treeOf = (paths: readonly (readonly string[])[]): Tree => {
  const tree: Tree = new Map()
  for (const path of paths) {
    let level = tree
    for (const step of path) {
      const next = level.get(step) ?? new Map()
      level.set(step, next)
      level = next
    }
  }
  return tree
}

const pick = (value: Json, tree: Tree): Json => {
  if (tree.size === 0) return value
  if (Array.isArray(value)) return value.map((item: Json) => pick(item, tree))
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => tree.has(name))
  return Object.fromEntries(kept.map(([name, part]) => [name, pick(part, tree.get(name) ?? new Map())]))
}
