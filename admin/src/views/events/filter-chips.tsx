import { calendar, dataOf } from '../../api/calendar.ts'
import { readTerm } from '../../api/terms.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { plainText } from '../../ui/plain-text.ts'
import type { EventQuery } from './list-events.ts'

type Filter = 'categories' | 'tags' | 'venue' | 'organizer'

const params = (id: number) => ({ params: { path: { id } } })

/** How the name of a record by which is filtered is read. */
const readName: Readonly<Record<Filter, (id: number) => Promise<string>>> = {
  categories: async (id) => (await readTerm('tribe_events_cat', id)).record.name,
  tags: async (id) => (await readTerm('tags', id)).record.name,
  venue: async (id) => dataOf(await calendar.GET('/venues/{id}', params(id))).venue,
  organizer: async (id) => dataOf(await calendar.GET('/organizers/{id}', params(id))).organizer,
}

const labels: Readonly<Record<Filter, () => string>> = {
  categories: () => t('Category'),
  tags: () => t('Tag'),
  venue: () => t('Venue'),
  organizer: () => t('Organizer'),
}

/** By which category, tag, venue or organizer a list is filtered; each can be removed. */
export const FilterChips = ({
  values,
  change,
}: {
  readonly values: EventQuery
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
          onRemove={() => change({ [filter]: '' })}
        />
      ))}
    </ul>
  )
}

type Props = { readonly filter: Filter; readonly value: string; readonly onRemove: () => void }

const Chip = ({ filter, value, onRemove }: Props) => {
  // What an address says besides ids, or of what is gone, is shown as it is.
  const nameOf = async (text: string): Promise<string> =>
    /^\d+$/.test(text) ? plainText(await readName[filter](Number(text)).catch(() => text)) : text
  const { data } = useLoaded(value, () => Promise.all(value.split(',').map(nameOf)))
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
