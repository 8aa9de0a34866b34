import { isJsonObject, type Json } from '../lib/json.ts'

type Tree = Map<string, Tree>

/**
 * Keeps the fields that `_fields` names: `a,b.c`, through lists as well (contract B3.4). In a list whose records stand under
 * `collection`, a name that the list itself does not have is one of its records: `title` means `events.title` there.
 * Nothing left of an object is an empty list, as The Events Calendar writes it (F0.6).
 */
export const selectFields = (body: Json, fields: string, collection?: string): Json => {
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
  const isOfList = ([first = '']: readonly string[]): boolean =>
    collection === undefined || first === collection || !isJsonObject(body) || Object.hasOwn(body, first)
  const tree = treeOf(paths.map((path) => (isOfList(path) ? path : [collection ?? '', ...path])))
  const picked = pick(body, tree)
  if (!isJsonObject(picked)) return picked
  const isNamed = paths.some(([first]) => first === collection)
  const parts = Object.entries(picked).filter(
    ([name, part]) => name !== collection || isNamed || !isAllEmpty(part as Json),
  )
  return parts.length === 0 ? [] : (Object.fromEntries(parts) as Json)
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

/** Records of which nothing is left: none has a field that was named. */
const isAllEmpty = (records: Json): boolean =>
  Array.isArray(records) && records.every((record: Json) => isJsonObject(record) && Object.keys(record).length === 0)

const pick = (value: Json, tree: Tree): Json => {
  if (tree.size === 0) return value
  if (Array.isArray(value)) return value.map((item: Json) => pick(item, tree))
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => tree.has(name))
  return Object.fromEntries(kept.map(([name, part]) => [name, pick(part as Json, tree.get(name) ?? new Map())]))
}
