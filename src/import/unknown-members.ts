import { isJsonObject, type Json, type JsonObject } from '../lib/json.ts'
import { listNames } from './read/formats/texts.ts'
import { type ImportedKind, plurals } from './record.ts'
import { type ResourceKind, resources } from './resource-of.ts'

/** The members of payloads that are not imported, by the kinds of the records. */
export type UnknownMembers = Map<ImportedKind, Set<string>>

const namesOfKind = new Map<ImportedKind, ReadonlySet<string>>()

/** The names that a payload may have: those of fields, and those that records show, which a copy of a record has, too. */
const knownNames = (kind: ResourceKind): ReadonlySet<string> => {
  const known = namesOfKind.get(kind)
  if (known) return known
  const { fields, schemas } = resources[kind]
  const shown = schemas.single['properties']
  // An import keeps slugs, which are no field of venues and organizers.
  const names = new Set([...Object.keys(fields), ...(isJsonObject(shown) ? Object.keys(shown) : []), 'slug'])
  namesOfKind.set(kind, names)
  return names
}

/** The members of a payload that nothing reads; `venue.lift` is one of the venue of an event. */
export const findUnknown = (kind: ImportedKind, payload: JsonObject): readonly string[] => {
  if (kind === 'image') return []
  const unknown = findUnknownIn(kind, payload)
  if (kind !== 'event') return unknown
  for (const link of ['venue', 'organizer'] as const)
    for (const one of [payload[link]].flat())
      if (isJsonObject(one)) unknown.push(...findUnknownIn(link, one).map((name) => `${link}.${name}`))
  return unknown
}

/** Members that records have only because others expect them: nothing is kept in them. */
const alwaysEmpty: readonly string[] = ['custom_fields']

/** Whether a value says nothing. */
export const isBlank = (value: Json): boolean =>
  value === null || value === '' || value === false || (typeof value === 'object' && Object.keys(value).length === 0)

/** Whether a member of a payload, or of a record of another site, says something that is not imported. */
export const isLost = (kind: ResourceKind, name: string, value: Json): boolean =>
  !knownNames(kind).has(name) || (alwaysEmpty.includes(name) && !isBlank(value))

const findUnknownIn = (kind: ResourceKind, payload: JsonObject): string[] =>
  Object.entries(payload).flatMap(([name, value]) =>
    isLost(kind, name, value) ? (alwaysEmpty.includes(name) ? additionalNames(name, value) : [name]) : [],
  )

/** The additional fields of an event by their labels, if they have one, and names, as in `Accessibility (_ecp_custom_2)`. */
const additionalNames = (name: string, value: Json): string[] =>
  isJsonObject(value)
    ? Object.entries(value).map(([key, field]) => {
        const label = isJsonObject(field) && typeof field['label'] === 'string' ? field['label'] : ''
        return label === '' ? `${name}.${key}` : `${label} (${key})`
      })
    : [name]

/** Most names of a kind that are kept: a file may have others in each line. */
const mostNames = 100

/** Notes members that are not imported. */
export const addUnknown = (all: UnknownMembers, kind: ImportedKind, names: readonly string[] = []): void => {
  for (const name of names) {
    const own = all.get(kind) ?? new Set()
    if (own.size < mostNames) all.set(kind, own.add(name))
  }
}

/** Says once for each kind which members are not imported. */
export const describeUnknown = (all: UnknownMembers): readonly string[] =>
  [...all].map(([kind, names]) =>
    names.size === 1
      ? `The member ${listNames([...names])} of ${plurals[kind]} is not imported: there is no such field.`
      : `The members ${listNames([...names])} of ${plurals[kind]} are not imported: there are no such fields.`,
  )
