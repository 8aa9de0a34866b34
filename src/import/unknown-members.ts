import { isJsonObject, type JsonObject } from '../lib/json.ts'
import { listNames } from './names.ts'
import { type ImportedKind, plurals } from './record.ts'
import { type ResourceKind, resourceOf } from './resource-of.ts'

/** The members of payloads that are not imported, by the kinds of the records. */
export type UnknownMembers = Map<ImportedKind, Set<string>>

const namesOfKind = new Map<ImportedKind, ReadonlySet<string>>()

/** The names that a payload may have: those of fields, and those that records show, which a copy of a record has, too. */
const knownNames = (kind: ResourceKind): ReadonlySet<string> => {
  const known = namesOfKind.get(kind)
  if (known) return known
  const { fields, schemas } = resourceOf[kind]
  const shown = schemas.single['properties']
  // An import keeps slugs, which are no field of venues and organizers.
  const names = new Set([...Object.keys(fields), ...(isJsonObject(shown) ? Object.keys(shown) : []), 'slug'])
  namesOfKind.set(kind, names)
  return names
}

/** The members of a payload that nothing reads; `venue.lift` is one of the venue of an event. */
export const findUnknown = (kind: ImportedKind, payload: JsonObject): readonly string[] => {
  if (kind === 'image') return []
  const unknown = unknownOf(kind, payload)
  if (kind !== 'event') return unknown
  for (const link of ['venue', 'organizer'] as const)
    for (const one of [payload[link]].flat())
      if (isJsonObject(one)) unknown.push(...unknownOf(link, one).map((name) => `${link}.${name}`))
  return unknown
}

const unknownOf = (kind: ResourceKind, payload: JsonObject): string[] => {
  const known = knownNames(kind)
  return Object.keys(payload).filter((name) => !known.has(name))
}

/** Most names of a kind that are kept: a file may have others in each line. */
const mostNames = 100

/** Notes members that are not imported. */
export const noteUnknown = (all: UnknownMembers, kind: ImportedKind, names: readonly string[] = []): void => {
  for (const name of names) {
    const own = all.get(kind) ?? new Set()
    if (own.size < mostNames) all.set(kind, own.add(name))
  }
}

/** Says once for each kind which members are not imported. */
export const unknownTexts = (all: UnknownMembers): readonly string[] =>
  [...all].map(([kind, names]) => {
    const [noun, verb] = names.size === 1 ? ['member', 'is'] : ['members', 'are']
    return `The ${noun} ${listNames([...names])} of ${plurals[kind]} ${verb} not imported: ${plurals[kind]} have no such field.`
  })
