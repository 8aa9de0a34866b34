import { useContext, useState } from 'preact/hooks'
import { adminPath } from '../../api/root.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/fault.tsx'
import { RecurrenceDialog } from './recurrence-dialog.tsx'
import { givesStart, inWords, type RuleStart, readParts } from './rule-parts.ts'
import { type Recurrence, SeriesContext, type SeriesTimes, timesOf } from './series-place.ts'

/** How an event recurs, in words, and the dialog that changes it. */
export const RecurrenceField = ({
  value,
  times: own,
  error,
  onValue,
}: {
  readonly value: Recurrence | null
  /** The times of the form, for an event that is not in a series yet. */
  readonly times: SeriesTimes
  readonly error?: string | undefined
  readonly onValue: (recurrence: Recurrence | null) => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const place = useContext(SeriesContext)
  const series = place?.series
  const times = series ? { ...timesOf(series), from: place.recurrenceId } : own
  const start: RuleStart = { start: withTime(times.start_date), timezone: times.timezone }
  const isBeside = value !== null && !givesStart(readParts(value.rrule, start), start.start)
  return (
    <fieldset class="dates">
      <legend>{t('Recurrence')}</legend>
      <div class="recurrence-line">
        <p>{value ? inWords(value, start) : t('Does not recur')}</p>
        <Button onClick={() => setOpen(true)}>{t('Change the recurrence')}</Button>
        {place && (
          <a class="button" href={`${adminPath}/series/${place.id}`}>
            {t('All events of the series')}
          </a>
        )}
      </div>
      {isBeside && <p class="hint">{t('The first day does not match the rule; it is added as an extra date.')}</p>}
      <Fault text={error} />
      {isOpen && (
        <RecurrenceDialog
          value={value}
          start={start}
          times={times}
          onClose={() => setOpen(false)}
          onValue={(recurrence) => {
            setOpen(false)
            onValue(recurrence)
          }}
        />
      )}
    </fieldset>
  )
}

const withTime = (date: string): string => (date.length === 10 ? `${date} 00:00:00` : date)
