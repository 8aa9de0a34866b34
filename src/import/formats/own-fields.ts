import type { FieldTable } from '../../core/fields.ts'
import { email } from '../../core/types/values.ts'
import { namesOf } from '../../lib/json.ts'
import { organizerFields } from '../../resources/organizers/fields.ts'
import { postFields } from '../../resources/shared/post-fields.ts'
import { venueFields } from '../../resources/venues/fields.ts'

/** Kinds of records that tables have in rows of their own, and in rows of events. */
export type PlaceKind = 'venue' | 'organizer'

/** What the cell for a field has: `other` is read by the field alone. */
export type CellKind = 'text' | 'switch' | 'address' | 'email' | 'other'

const cellKindOf = ({ type }: FieldTable[string]): CellKind => {
  if (type === email) return 'email'
  if (type.schema['format'] === 'uri') return 'address'
  const types = [type.schema['type']].flat()
  return types.includes('boolean') ? 'switch' : types.includes('string') ? 'text' : 'other'
}

const ownFieldsOf = (fields: FieldTable): ReadonlyMap<string, CellKind> =>
  new Map(
    namesOf(fields).flatMap((name) => {
      const field = fields[name]
      return !field || field.isRequired || Object.hasOwn(postFields, name) ? [] : [[name, cellKindOf(field)]]
    }),
  )

/**
 * The fields that records of a kind have beside their name and what all records have, with what their cells have. The columns of tables follow
 * from them, so that a new field has one.
 */
export const ownFields: { readonly [kind in PlaceKind]: ReadonlyMap<string, CellKind> } = {
  venue: ownFieldsOf(venueFields),
  organizer: ownFieldsOf(organizerFields),
}
