import { useState } from 'preact/hooks'
import type { Event } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { formatInstant, formatLocal, t } from '../../texts.ts'
import { ColorDot } from '../../ui/color-field.tsx'
import { CheckField } from '../../ui/field.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { statusName } from '../../ui/status-tabs.tsx'
import type { Column } from '../list/record-table.tsx'
import { SeriesMark } from '../series/series-mark.tsx'
import { type Colors, colorOf } from '../terms/colors.ts'
import { nameIn, stateNames } from './event-state.ts'
import type { ListedEvent } from './list-events.ts'

/** The title of an event as text. */
export const titleOf = ({ title }: Pick<Event, 'title'>): string => plainText(title) || t('(no title)')

/** Every column of the list of events; the first is always shown, with the colour of a category. `returned` are notes on what was sent back. */
export const eventColumns = (
  colors: Colors = new Map(),
  returned: ReadonlyMap<number, string> = new Map(),
): readonly Column<ListedEvent>[] => [
  {
    key: 'title',
    name: t('Title'),
    sort: 'ascending',
    show: (event) => (
      <>
        <ColorDot
          color={colorOf(
            colors,
            event.categories.map(({ id }) => id),
          )}
        />
        <a href={`${adminPath}/events/${event.id}`}>{titleOf(event)}</a>
        {event.event_status && (
          <>
            {' '}
            <span class="badge notice">{nameIn(stateNames, event.event_status)}</span>
          </>
        )}
        <SeriesMark event={event} title={titleOf(event)} />
      </>
    ),
  },
  {
    key: 'start',
    name: t('When'),
    sort: 'ascending',
    show: ({ start_date, all_day }) => formatLocal(start_date, all_day),
  },
  {
    key: 'venue',
    name: t('Where'),
    show: ({ venue }) =>
      [venue]
        .flat()
        .map((one) => plainText(one.venue))
        .join(', '),
  },
  {
    key: 'organizers',
    name: t('Organizers'),
    show: ({ organizer }) => organizer.map((one) => plainText(one.organizer)).join(', '),
  },
  {
    key: 'categories',
    name: t('Categories'),
    show: ({ categories }) => categories.map(({ name }) => plainText(name)).join(', '),
  },
  { key: 'tags', name: t('Tags'), show: ({ tags }) => tags.map(({ name }) => plainText(name)).join(', ') },
  {
    key: 'status',
    name: t('Status'),
    show: ({ id, status }) =>
      returned.has(id) ? (
        <span class="badge notice" title={returned.get(id)}>
          {t('Sent back')}
        </span>
      ) : (
        <span class={`badge ${status}`}>{statusName(status)}</span>
      ),
  },
  {
    key: 'modified',
    name: t('Last change'),
    sort: 'descending',
    show: ({ modified_utc }) => formatInstant(modified_utc),
  },
]

const storageKey = 'kalends:event-columns'
const usual = ['start', 'venue', 'status']

const readChosen = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '')
    return Array.isArray(kept) ? kept.map(String) : usual
  } catch {
    return usual
  }
}

/** The columns that are shown besides the first, kept in this browser. */
export const useColumns = () => {
  const [chosen, setChosen] = useState(readChosen)
  const toggle = (key: string, isShown: boolean): void => {
    const next = isShown ? [...chosen, key] : chosen.filter((other) => other !== key)
    setChosen(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // A browser without room shows the columns as long as the page is open.
    }
  }
  return { chosen, toggle }
}

/** Chooses the columns of the list. */
export const ColumnChoice = ({ chosen, toggle }: ReturnType<typeof useColumns>) => (
  <details class="columns">
    <summary>{t('Columns')}</summary>
    <div class="card stack">
      {eventColumns()
        .slice(1)
        .map(({ key, name }) => (
          <CheckField
            key={key}
            label={name}
            checked={chosen.includes(key)}
            onChecked={(isShown) => toggle(key, isShown)}
          />
        ))}
    </div>
  </details>
)
