import { useState } from 'preact/hooks'
import type { Event } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { formatInstant, formatLocal, t } from '../../texts.ts'
import { ColorDot } from '../../ui/color-field.tsx'
import { CheckField } from '../../ui/field.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { statusName } from '../../ui/status-tabs.tsx'
import { columnFor } from '../list/columns.ts'
import { SeriesMark } from '../series/series-mark.tsx'
import { type Colors, colorOf } from '../terms/colors.ts'
import { nameIn, stateNames } from './event-state.ts'

/** The title of an event as text. */
export const titleOf = ({ title }: Pick<Event, 'title'>): string => plainText(title) || t('(no title)')

const column = columnFor<Event>()

/** Every column of the list of events; the first is always shown, with the colour of a category. `returned` are notes on what was sent back. */
export const eventColumns = (colors: Colors = new Map(), returned: ReadonlyMap<number, string> = new Map()) => [
  column({
    key: 'title',
    name: t('Title'),
    needs: ['id', 'title', 'categories', 'event_status', 'series', 'own_fields'],
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
  }),
  column({
    key: 'start',
    name: t('When'),
    needs: ['start_date', 'all_day'],
    sort: 'ascending',
    show: ({ start_date, all_day }) => formatLocal(start_date, all_day),
  }),
  column({
    key: 'venue',
    name: t('Where'),
    needs: ['venue'],
    show: ({ venue }) =>
      [venue]
        .flat()
        .map((one) => plainText(one.venue))
        .join(', '),
  }),
  column({
    key: 'organizers',
    name: t('Organizers'),
    needs: ['organizer'],
    show: ({ organizer }) => organizer.map((one) => plainText(one.organizer)).join(', '),
  }),
  column({
    key: 'categories',
    name: t('Categories'),
    needs: ['categories'],
    show: ({ categories }) => categories.map(({ name }) => plainText(name)).join(', '),
  }),
  column({
    key: 'tags',
    name: t('Tags'),
    needs: ['tags'],
    show: ({ tags }) => tags.map(({ name }) => plainText(name)).join(', '),
  }),
  column({
    key: 'status',
    name: t('Status'),
    needs: ['id', 'status'],
    show: ({ id, status }) =>
      returned.has(id) ? (
        <span class="badge notice" title={returned.get(id)}>
          {t('Sent back')}
        </span>
      ) : (
        <span class={`badge ${status}`}>{statusName(status)}</span>
      ),
  }),
  column({
    key: 'modified',
    name: t('Last change'),
    needs: ['modified_utc'],
    sort: 'descending',
    show: ({ modified_utc }) => formatInstant(modified_utc),
  }),
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
