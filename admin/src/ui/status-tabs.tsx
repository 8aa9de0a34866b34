import type { Status } from '../api/calendar.ts'
import type { StatusCounts } from '../api/counts.ts'
import { formatNumber, t } from '../texts.ts'

/** The names of statuses. */
export const statusNames: Readonly<Record<Status, () => string>> = {
  publish: () => t('Published'),
  future: () => t('Scheduled'),
  draft: () => t('Draft'),
  pending: () => t('In review'),
  private: () => t('Private'),
  trash: () => t('Trash'),
}

/** The name of a status as the interface writes it. */
export const statusName = (status: string): string => statusNames[status as Status]?.() ?? status

/** Tabs for the status of records in a list, with their numbers; `mine` are the person's own records of any status. */
export const StatusTabs = ({
  status,
  counts,
  hasMine = false,
  onStatus,
}: {
  readonly status: string
  readonly hasMine?: boolean
  readonly counts: StatusCounts | undefined
  readonly onStatus: (status: string) => void
}) => (
  <ul class="tabs">
    {['', ...(hasMine ? ['mine'] : []), ...Object.keys(statusNames)].map((name) => {
      const count = counts?.[name || 'any']
      return (
        <li key={name}>
          <button type="button" aria-pressed={status === name} onClick={() => onStatus(name)}>
            {name === '' ? t('All') : name === 'mine' ? t('Mine') : statusName(name)}
            {count === undefined ? null : <span class="quiet"> {formatNumber(count)}</span>}
          </button>
        </li>
      )
    })}
  </ul>
)
