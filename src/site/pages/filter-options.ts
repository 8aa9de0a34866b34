import type { ChangeFeed } from '../../cache/change-feed.ts'
import type { AppContext } from '../../core/context.ts'
import type { ChangeKind } from '../../db/schema.ts'
import { plainText } from '../../lib/text.ts'
import type { TermRecord } from '../../resources/shared/term-record.ts'
import type { RecordReader } from '../reader.ts'

/** An option for visitors: the value for the filter, and the name, of the record with this id. */
export type FilterOption = { readonly id: number; readonly value: string; readonly name: string }

/** The options of the filter form. */
export type FilterOptions = {
  readonly categories: readonly FilterOption[]
  readonly tags: readonly FilterOption[]
  readonly venue: readonly FilterOption[]
  readonly organizer: readonly FilterOption[]
}

/** The most options of a filter: longer lists would be larger than the page. Visitors find the others by search and by links. */
const mostOptions = 100

/** Milliseconds after which the options are read again: whether a venue still has events may be out of date for so long. */
const lifetime = 60_000

const dependsOn: readonly ChangeKind[] = ['venue', 'organizer', 'term']

/** Caches the options of the form until a venue, an organizer or a term changes. */
export const createFilterOptions = (changeFeed: ChangeFeed, app: Pick<AppContext, 'clock'>) => {
  let known: { readonly options: FilterOptions; readonly version: number; readonly at: number } | undefined
  return async (records: RecordReader): Promise<FilterOptions> => {
    const age = app.clock() - (known?.at ?? 0)
    if (known && age < lifetime && !changeFeed.haveChanged(dependsOn, known.version)) return known.options
    const version = changeFeed.version
    const options = await loadOptions(records)
    known = { options, version, at: app.clock() }
    return options
  }
}

const loadOptions = async (records: RecordReader): Promise<FilterOptions> => {
  const used = { per_page: mostOptions, hide_empty: true }
  const linked = { per_page: mostOptions, has_events: true }
  const [categories, tags, venues, organizers] = await Promise.all([
    records.categories.list(used),
    records.tags.list(used),
    records.venues.list(linked),
    records.organizers.list(linked),
  ])
  const bySlug = ({ id, slug, name }: TermRecord) => ({ id, value: slug, name: plainText(name) })
  return {
    categories: inOrder(categories.records.map(bySlug)),
    tags: inOrder(tags.records.map(bySlug)),
    venue: inOrder(venues.records.map(({ id, venue }) => ({ id, value: String(id), name: plainText(venue) }))),
    organizer: inOrder(
      organizers.records.map(({ id, organizer }) => ({ id, value: String(id), name: plainText(organizer) })),
    ),
  }
}

const { compare } = new Intl.Collator('en')

const inOrder = (options: readonly FilterOption[]): readonly FilterOption[] =>
  options.toSorted((one, other) => compare(one.name, other.name))
