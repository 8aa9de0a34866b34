import { CalendarError } from 'kalends-client'
import type { Loaded } from '../../api/use-loaded.ts'
import { formatLocal, formatPeriod, t, tn } from '../../texts.ts'
import { Fault } from '../../ui/fault.tsx'
import type { Preview } from './series-place.ts'

/** The server's error for a recurrence. */
export const faultOf = (error: Error | undefined): string | undefined => {
  if (!error) return undefined
  const params = error instanceof CalendarError ? Object.values(error.params) : []
  return params[0] ?? error.message
}

/** The next dates of a recurrence, as the server has computed them, or why there are none. */
export const NextDates = ({
  loaded: { data, error },
  isAllDay,
}: {
  readonly loaded: Loaded<Preview | undefined>
  readonly isAllDay: boolean
}) => (
  <section class="dates" aria-label={t('The next dates')} aria-live="polite">
    <h3>{t('The next dates')}</h3>
    <Fault text={faultOf(error)} />
    {!error && data && (
      <>
        <ol>
          {data.dates.map(({ recurrence_id, start_date, end_date }) => (
            <li key={recurrence_id}>{formatPeriod(start_date, end_date, isAllDay)}</li>
          ))}
        </ol>
        <p class="hint">
          {data.filled_until === null
            ? tn('{count} date, the last one on {date}.', '{count} dates, the last one on {date}.', data.total, {
                date: formatLocal(data.last, isAllDay),
              })
            : t('There are events until {date}; more follow as time passes.', {
                date: formatLocal(data.filled_until, true),
              })}
        </p>
      </>
    )}
  </section>
)
