import { isJsonObject, type Json } from '../lib/json.ts'

type Tree = Map<string, Tree>

/**
 * Keeps the fields that `_fields` names: `a,b.c`, through lists as well (contract B3.4).
 * Nothing left of an object is an empty list, as the peer writes it (F0.6).
 */
export const selectFields = (body: Json, fields: string): Json => {
  const tree: Tree = new Map()
  for (const path of fields.split(',')) {
    let level = tree
    const steps = path
      .trim()
      .split('.')
      .filter((step) => step !== '')
    for (const step of steps) {
      const next = level.get(step) ?? new Map()
      level.set(step, next)
      level = next
    }
  }
  if (tree.size === 0) return body
  const picked = pick(body, tree)
  return isJsonObject(picked) && Object.keys(picked).length === 0 ? [] : picked
}

const pick = (value: Json, tree: Tree): Json => {
  if (tree.size === 0) return value
  if (Array.isArray(value)) return value.map((item: Json) => pick(item, tree))
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => tree.has(name))
  return Object.fromEntries(kept.map(([name, part]) => [name, pick(part as Json, tree.get(name) ?? new Map())]))
}
