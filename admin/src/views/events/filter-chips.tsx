import { calendar, dataOf, type Event } from '../../api/calendar.ts'
import { readTerm } from '../../api/terms.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { knownCategories } from '../terms/colors.ts'
import type { EventQuery } from './list-events.ts'

/** What the chips take from the events of the list. */
type Named = Pick<Event, 'tags' | 'venue' | 'organizer'>

type Filter = 'categories' | 'tags' | 'venue' | 'organizer'

const params = (id: number) => ({ params: { path: { id } } })

/** How the name of a record by which is filtered is read. */
const readName: Readonly<Record<Filter, (id: number) => Promise<string>>> = {
  categories: async (id) => (await knownCategories()).find((one) => one.id === id)?.name ?? String(id),
  tags: async (id) => (await readTerm('tags', id)).record.name,
  venue: async (id) => dataOf(await calendar.GET('/venues/{id}', params(id))).venue,
  organizer: async (id) => dataOf(await calendar.GET('/organizers/{id}', params(id))).organizer,
}

/** What the events of a list say of records by which it can be filtered: their names need no request of their own. */
const namesIn = ({
  tags,
  venue,
  organizer,
}: Named): Readonly<Record<Filter, readonly (readonly [number, string])[]>> => ({
  categories: [],
  tags: tags.map(({ id, name }) => [id, name]),
  venue: [venue].flat().map(({ id, venue: name }) => [id, name]),
  organizer: organizer.map(({ id, organizer: name }) => [id, name]),
})

const labels: Readonly<Record<Filter, () => string>> = {
  categories: () => t('Category'),
  tags: () => t('Tag'),
  venue: () => t('Venue'),
  organizer: () => t('Organizer'),
}

/** The category, tag, venue or organizer filters of a list; each can be removed. */
export const FilterChips = ({
  values,
  events,
  change,
}: {
  readonly values: EventQuery
  /** The events of the list, once they are read. */
  readonly events: readonly Named[] | undefined
  readonly change: (changed: Partial<EventQuery>) => void
}) => {
  const filters = (Object.keys(labels) as Filter[]).filter((filter) => values[filter] !== '')
  if (filters.length === 0) return null
  return (
    <ul class="chips" aria-label={t('Filters')}>
      {filters.map((filter) => (
        <Chip
          key={`${filter} ${values[filter]}`}
          filter={filter}
          value={values[filter]}
          events={events}
          onRemove={() => change({ [filter]: '' })}
        />
      ))}
    </ul>
  )
}

type Props = {
  readonly filter: Filter
  readonly value: string
  readonly events: readonly Named[] | undefined
  readonly onRemove: () => void
}

const Chip = ({ filter, value, events, onRemove }: Props) => {
  // Other values than ids, and ids of deleted records, are shown unchanged.
  const nameOf = async (text: string): Promise<string> => {
    if (!/^\d+$/.test(text)) return text
    const id = Number(text)
    const known = new Map(events?.flatMap((event) => namesIn(event)[filter]))
    return plainText(known.get(id) ?? (await readName[filter](id).catch(() => text)))
  }
  const { data } = useLoaded(`${value} ${events !== undefined}`, async () =>
    events ? Promise.all(value.split(',').map(nameOf)) : undefined,
  )
  const name = `${labels[filter]()}: ${data?.join(', ') ?? '…'}`
  return (
    <li>
      {name}
      <Button kind="quiet" aria-label={t('Remove “{name}”', { name })} onClick={onRemove}>
        ×
      </Button>
    </li>
  )
}
