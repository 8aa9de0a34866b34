import { calendar, type Event } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { formatLocal, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ColorDot } from '../../ui/color-field.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { statusName } from '../../ui/status-tabs.tsx'
import { colorOf, useColors } from '../terms/colors.ts'

type Props = {
  readonly events: readonly Event[]
  readonly selected: ReadonlySet<number>
  readonly onSelected: (selected: ReadonlySet<number>) => void
  readonly onChanged: () => void
}

/** A page of events as a table; what is selected stays when pages are turned. */
export const EventTable = ({ events, selected, onSelected, onChanged }: Props) => {
  const colors = useColors()
  const areAll = events.length > 0 && events.every(({ id }) => selected.has(id))
  const select = (ids: readonly number[], isSelected: boolean): void => {
    const next = new Set(selected)
    for (const id of ids) isSelected ? next.add(id) : next.delete(id)
    onSelected(next)
  }
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>
              <input
                type="checkbox"
                aria-label={t('Select all events of this page')}
                checked={areAll}
                onChange={() =>
                  select(
                    events.map(({ id }) => id),
                    !areAll,
                  )
                }
              />
            </th>
            <th scope="col">{t('Title')}</th>
            <th scope="col">{t('When')}</th>
            <th scope="col">{t('Where')}</th>
            <th scope="col">{t('Status')}</th>
            <th scope="col">{t('Actions')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              color={colorOf(
                colors,
                event.categories.map(({ id }) => id),
              )}
              isSelected={selected.has(event.id)}
              onSelect={(isSelected) => select([event.id], isSelected)}
              onChanged={onChanged}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  readonly event: Event
  readonly color: string | undefined
  readonly isSelected: boolean
  readonly onSelect: (isSelected: boolean) => void
  readonly onChanged: () => void
}

const EventRow = ({ event, color, isSelected, onSelect, onChanged }: RowProps) => {
  const { id, start_date, all_day, status, url } = event
  const title = plainText(event.title) || t('(no title)')
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={t('Select “{title}”', { title })}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </td>
      <th scope="row">
        <ColorDot color={color} />
        <a href={`${adminPath}/events/${id}`}>{title}</a>
      </th>
      <td>{formatLocal(start_date, all_day)}</td>
      <td>{Array.isArray(event.venue) ? '' : plainText(event.venue.venue)}</td>
      <td>
        <span class={`badge ${status}`}>{statusName(status)}</span>
      </td>
      <td class="actions">
        {status === 'publish' && (
          <a class="button quiet" href={url}>
            {t('View')}
          </a>
        )}
        {status === 'trash' ? (
          <Button
            aria-label={t('Restore “{title}”', { title })}
            onClick={() => restore(id).then(onChanged, notifyFault)}
          >
            {t('Restore')}
          </Button>
        ) : (
          <Button
            kind="quiet"
            aria-label={t('Move “{title}” to the trash', { title })}
            onClick={() => trash(event, onChanged)}
          >
            {t('Trash')}
          </Button>
        )}
      </td>
    </tr>
  )
}

const path = (id: number) => ({ params: { path: { id } } })

const restore = (id: number) => calendar.POST('/events/{id}', { ...path(id), body: { status: 'draft' } })

const trash = ({ id, status }: Event, onChanged: () => void): void => {
  const undo = () => calendar.POST('/events/{id}', { ...path(id), body: { status } as never }).then(onChanged)
  calendar.DELETE('/events/{id}', path(id)).then(() => {
    onChanged()
    notify(t('Moved to the trash.'), undo)
  }, notifyFault)
}
