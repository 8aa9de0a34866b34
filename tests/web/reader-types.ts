import type { RecordReader } from '../../src/site/reader.ts'
import { atDay } from '../../src/site/upcoming.ts'

/** Nothing here is run: the type check shows that these calls of the reader do not compile, and that the first ones do. */
export const calls = async ({ events, venues, categories }: RecordReader): Promise<void> => {
  const { records } = await events.list({ venue: [5], start_date: atDay('2027-06-01'), per_page: 20 })
  for (const { title, venue } of records) void [title.length, venue]
  await categories.list({ hide_empty: false })
  // @ts-expect-error a misspelt filter
  await events.list({ venues: [5] })
  // @ts-expect-error one id where a list is meant
  await events.list({ venue: 5 })
  // @ts-expect-error a text where a moment is meant
  await events.list({ start_date: '2027-06-01' })
  // @ts-expect-error a filter of another resource
  await venues.list({ featured: true })
  // @ts-expect-error a key that records of venues do not have
  void (await venues.bySlug('hall')).title
}
