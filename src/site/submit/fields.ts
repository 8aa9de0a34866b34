/** The fields of the form with their most characters; what is longer is refused. */
export const fieldLimits = {
  title: 300,
  description: 50_000,
  category: 300,
  start_date: 10,
  start_time: 8,
  all_day: 1,
  end_date: 10,
  end_time: 8,
  repeat: 20,
  until: 10,
  venue: 300,
  address: 300,
  city: 200,
  organizer: 300,
  website: 2000,
  cost: 200,
  name: 200,
  email: 320,
} as const

/** The name of a field. */
export type FieldName = keyof typeof fieldLimits

/** The names of the fields, in their order. */
export const fieldNames = Object.keys(fieldLimits) as readonly FieldName[]

/** What was sent, each text without blanks around it; '' for what was not. */
export type Entries = Readonly<Record<FieldName, string>>

/** A form that nobody has filled in yet. */
export const noEntries = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Entries

/** How often an event takes place. */
export const repeats = ['', 'weekly', 'monthly', 'monthly-weekday'] as const

/** The field that only programs fill in. */
export const trapName = 'company'
