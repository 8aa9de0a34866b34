import type { FieldTable } from '../../core/fields.ts'
import { email } from '../../core/types.ts'
import { namesOf } from '../../lib/json.ts'
import { eventFields } from '../../resources/events/fields.ts'
import { organizerFields } from '../../resources/organizers/fields.ts'
import { postFields } from '../../resources/shared/post-fields.ts'
import { venueFields } from '../../resources/venues/fields.ts'
import { isLinked } from '../record.ts'

/** Kinds of records that tables have in rows of their own, and in rows of events. */
export type PlaceKind = 'venue' | 'organizer'

/** What the cell for a field has: `other` is read by the field alone. */
export type CellKind = 'text' | 'switch' | 'address' | 'email' | 'other'

const readCellKind = ({ type }: FieldTable[string]): CellKind => {
  if (type === email) return 'email'
  if (type.schema['format'] === 'uri') return 'address'
  const types = [type.schema['type']].flat()
  return types.includes('boolean') ? 'switch' : types.includes('string') ? 'text' : 'other'
}

const findOwn = (fields: FieldTable): ReadonlyMap<string, CellKind> =>
  new Map(
    namesOf(fields).flatMap((name) => {
      const field = fields[name]
      if (!field || field.isRequired || Object.hasOwn(postFields, name) || isLinked(field)) return []
      const kind = readCellKind(field)
      // What is neither a text, a switch nor a number has no cell.
      return kind === 'other' && field.type.schema['type'] !== 'number' ? [] : [[name, kind]]
    }),
  )

/**
 * The fields that records of a kind have beside their name and what all records have, with what their cells have. The columns of tables that are
 * imported and exported follow from them, so that a new field has one.
 */
export const ownFields: { readonly [kind in 'event' | PlaceKind]: ReadonlyMap<string, CellKind> } = {
  event: findOwn(eventFields),
  venue: findOwn(venueFields),
  organizer: findOwn(organizerFields),
}
