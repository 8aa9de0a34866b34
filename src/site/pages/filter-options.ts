import type { ChangeFeed } from '../../cache/change-feed.ts'
import type { AppContext } from '../../core/context.ts'
import type { CacheableContext } from '../../core/request-context.ts'
import type { ChangeKind } from '../../db/schema.ts'
import { plainText } from '../../lib/text.ts'
import { categories } from '../../resources/categories/resource.ts'
import { organizers } from '../../resources/organizers/resource.ts'
import { tags } from '../../resources/tags/resource.ts'
import { venues } from '../../resources/venues/resource.ts'
import type { RecordReader } from '../reader.ts'

/** What a visitor may choose from: the value as the filter takes it, and the name. */
export type FilterOption = { readonly value: string; readonly name: string }

/** What the form of filters offers. */
export type FilterOptions = {
  readonly categories: readonly FilterOption[]
  readonly tags: readonly FilterOption[]
  readonly venue: readonly FilterOption[]
  readonly organizer: readonly FilterOption[]
}

/** Longer lists would be more than the page itself; what they leave out is found by search and by links. */
const mostOptions = 100

/** Whether one has events may change unseen for a while: its name is public all the same. */
const lifetime = 60_000

const dependsOn: readonly ChangeKind[] = ['venue', 'organizer', 'term']

type Named = {
  readonly id: number
  readonly name?: string
  readonly venue?: string
  readonly organizer?: string
  readonly slug: string
}

/** Remembers what the form offers until a venue, an organizer or a term changeFeed. */
export const createFilterOptions = (records: RecordReader, changeFeed: ChangeFeed, app: Pick<AppContext, 'clock'>) => {
  let known: { readonly options: FilterOptions; readonly version: number; readonly at: number } | undefined
  const load = async (context: CacheableContext): Promise<FilterOptions> => {
    const size = `per_page=${mostOptions}`
    const [ofCategories, ofTags, ofVenues, ofOrganizers] = await Promise.all([
      records.list<Named>(context, categories, `${size}&hide_empty=true`),
      records.list<Named>(context, tags, `${size}&hide_empty=true`),
      records.list<Named>(context, venues, `${size}&has_events=true`),
      records.list<Named>(context, organizers, `${size}&has_events=true`),
    ])
    const bySlug = ({ slug, name = '' }: Named) => ({ value: slug, name: plainText(name) })
    const byId = ({ id, venue, organizer }: Named) => ({ value: String(id), name: plainText(venue ?? organizer ?? '') })
    return {
      categories: inOrder(ofCategories.records.map(bySlug)),
      tags: inOrder(ofTags.records.map(bySlug)),
      venue: inOrder(ofVenues.records.map(byId)),
      organizer: inOrder(ofOrganizers.records.map(byId)),
    }
  }
  return async (context: CacheableContext): Promise<FilterOptions> => {
    const age = app.clock() - (known?.at ?? 0)
    if (known && age < lifetime && !changeFeed.haveChanged(dependsOn, known.version)) return known.options
    const version = changeFeed.version()
    const options = await load(context)
    known = { options, version, at: app.clock() }
    return options
  }
}

const { compare } = new Intl.Collator('en')

const inOrder = (options: readonly FilterOption[]): readonly FilterOption[] =>
  options.toSorted((one, other) => compare(one.name, other.name))
