/*
 * What must not compile: `npm run typecheck` fails when one of the lines below a `@ts-expect-error` does compile. Nothing here runs.
 */
import { fieldsFor } from '../../src/core/fields.ts'
import { constant, member, membersFor, optionalMember } from '../../src/core/members.ts'
import type { Check, Values } from '../../src/core/params.ts'
import { id, text, truth } from '../../src/core/parts.ts'
import { defineRecord } from '../../src/core/record.ts'
import type { Operations, Resource } from '../../src/core/resource.ts'
import { bool, line } from '../../src/core/types.ts'
import type { VenueTable } from '../../src/db/schema.ts'
import { filter } from '../../src/query/condition.ts'
import type { eventDefinition } from '../../src/resources/events/definition.ts'
import type { eventFields } from '../../src/resources/events/fields.ts'
import type { eventFilters } from '../../src/resources/events/filters.ts'
import type { planEventsBy } from '../../src/resources/events/find/list.ts'
import type { EventRecord } from '../../src/resources/events/record.ts'
import { planLinked } from '../../src/resources/shared/post-list.ts'
import type { venueFields } from '../../src/resources/venues/fields.ts'
import type { venueFilters } from '../../src/resources/venues/filters.ts'
import type { VenueRecord } from '../../src/resources/venues/record.ts'
import type { venueDefinition } from '../../src/resources/venues/resource.ts'

/** A payload and a query have the values of their entries. */
export const readValues = (payload: Values<typeof eventFields>, query: Values<typeof eventFilters>) => {
  const title: string | undefined = payload.title
  const isFeatured: boolean | undefined = query.featured
  // @ts-expect-error a misspelt field
  payload.tittle
  // @ts-expect-error a misspelt parameter
  query.fetured
  // @ts-expect-error a field may be missing
  const always: string = payload.title
  // @ts-expect-error a boolean is not a list
  query.featured?.includes('x')
  // @ts-expect-error a list of ids is not an id
  const venue: number | undefined = query.venue
  return { title, isFeatured, always, venue }
}

/** So do the steps of a write and the plans of lists, and checks. */
export const steps = (
  prepare: NonNullable<typeof eventDefinition.prepare>,
  prepareVenue: NonNullable<typeof venueDefinition.prepare>,
  plan: ReturnType<typeof planEventsBy>,
  ...[context, database]: [Parameters<typeof prepare>[0], Parameters<typeof plan>[0]]
) => {
  prepare(context, { all_day: true }, undefined)
  // @ts-expect-error a switch is no text once it has been read
  prepare(context, { all_day: 'true' }, undefined)
  // @ts-expect-error a field of events
  prepareVenue(context, { all_day: true }, undefined)
  plan(database, context, { featured: true })
  // @ts-expect-error a parameter that is not there
  plan(database, context, { fetured: true })
}

/** A check of a resource knows its parameters. */
export const checkVenue: Check<typeof venueFields> = ({ geo_lat }) => {
  // @ts-expect-error a number is no text
  const latitude: string | undefined = geo_lat
  return [['geo_lat', String(latitude)]]
}

/** Operations take what the fields and filters of their resource hold. */
export const venueOperations = (operations: Operations<typeof venueFields, typeof venueFilters>) => {
  const fits: Resource<typeof venueFields, typeof venueFilters>['operations'] = operations
  // @ts-expect-error the fields of events hold other values
  const misfits: Resource<typeof eventFields, typeof eventFilters>['operations'] = operations
  return { fits, misfits }
}

/** A record has the members that its schema has, with their types. */
export const readRecords = (event: EventRecord, venue: VenueRecord) => {
  const city: string | undefined = venue.city
  // @ts-expect-error a member that the schema lacks
  event.start
  // @ts-expect-error a venue leaves out what is empty
  const always: string = venue.city
  // @ts-expect-error a switch is no text
  const sticky: string = event.sticky
  return { city, always, sticky }
}

/** A member answers what its schema says, and an order names only members. */
export const record = defineRecord<{ readonly name: string }>()('Thing', {
  name: member(text, 'Its name.', (row: { readonly name: string }) => row.name),
  // @ts-expect-error a number where the schema has a text
  size: member(text, 'Its size.', () => 1),
  // @ts-expect-error a member without a schema
  other: { about: 'Something.', show: () => 'x' },
})

type Thing = { readonly id: number; readonly name: string; readonly note: string | null; readonly is_open: number }

const columns = membersFor<Thing>()

/** A member that is made from a column has the type of its schema, and the column is one of its table. */
export const fromColumns = defineRecord<Thing>()('Thing', {
  id: member(id, 'Its id.', columns.stored('id')),
  name: member(text, 'Its name.', columns.text('name')),
  note: optionalMember(text, 'A note.', columns.stored('note', { omitsEmpty: true })),
  is_open: member(truth, 'Whether it is open.', columns.onOff('is_open')),
  // @ts-expect-error a column of another table
  city: member(text, 'Its city.', columns.stored('city')),
  // @ts-expect-error a number where the schema has a text
  size: member(text, 'Its size.', columns.stored('id')),
  // @ts-expect-error null where the schema has a text
  remark: member(text, 'A remark.', columns.stored('note')),
  // @ts-expect-error it may be left out
  always: member(text, 'A note.', columns.stored('note', { omitsEmpty: true })),
  // @ts-expect-error a text is no switch
  is_named: member(truth, 'Whether it has a name.', columns.onOff('name')),
  // @ts-expect-error a constant of another type
  sort: member(text, 'Its sort.', constant(1)),
})

export const misplaced = defineRecord<{ readonly title: string }>()('Thing', {
  // @ts-expect-error the columns are those of another table
  id: member(id, 'Its id.', columns.stored('id')),
})

const { field, textField, switchField } = fieldsFor<VenueTable>()

/** A field is stored in columns of its own table, and says what it does. */
export const fields = {
  // @ts-expect-error a column of events
  all_day: switchField({ column: 'all_day', blank: false, about: 'A switch.' }),
  // @ts-expect-error a text in a column of numbers
  geo_lat: textField({ column: 'geo_lat', about: 'A text.' }),
  // @ts-expect-error a switch in a column of texts
  state: field({ type: bool, column: 'state', about: 'A text.' }),
  // @ts-expect-error a number in a column of texts
  city: field({ type: bool, columns: (on) => ({ city: on }), about: 'A text.' }),
  // @ts-expect-error neither columns nor a step
  nowhere: field({ type: line, about: 'A text.' }),
  // @ts-expect-error a step that does not say where it stores the value
  zip: field({ type: line, step: 'slug', about: 'A text.' }),
  // @ts-expect-error a step that stores it in a column of events
  country: field({ type: line, step: 'slug', storedIn: ['all_day'], about: 'A text.' }),
  // @ts-expect-error without a description
  phone: textField({ column: 'phone' }),
}

/** A filter tells of columns of its own table, and compares them with what it reads. */
export const filters = {
  // @ts-expect-error a column of events
  sticky: filter<'venue', boolean>({ type: bool, where: () => (eb) => eb('venue.sticky', '=', 1) }),
  // @ts-expect-error a text is compared with a number
  city: filter<'venue', string>({ type: line, where: () => (eb) => eb('venue.city', '=', 1) }),
  // @ts-expect-error the value is a text
  zip: filter<'venue', boolean>({ type: line }),
}

const ofEvents = filter<'event', boolean>({ type: bool, where: () => (eb) => eb('event.sticky', '=', 1) })

// @ts-expect-error a filter of events does not narrow venues
export const plan = planLinked('venue', { sticky: ofEvents })
