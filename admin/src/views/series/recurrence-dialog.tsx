import { CalendarError } from 'kalends-client'
import { useRef, useState } from 'preact/hooks'
import { startOfWeek } from '../../api/root.ts'
import { type Loaded, useLoaded } from '../../api/use-loaded.ts'
import { formatLocal, formatPeriod, t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { differs, type Faults } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  givesStart,
  monthDayInWords,
  monthlyChoices,
  newParts,
  type RuleParts,
  type RuleStart,
  readParts,
  weekdayName,
  weekdayOf,
  weekdays,
  writeRule,
} from './rule-parts.ts'
import { type Preview, type Recurrence, readPreview, type SeriesTimes } from './series-place.ts'

type Props = {
  /** Null for an event that does not recur. */
  readonly value: Recurrence | null
  readonly start: RuleStart
  readonly times: SeriesTimes
  readonly onValue: (recurrence: Recurrence | null) => void
  readonly onClose: () => void
}

type State = { readonly parts: RuleParts | null; readonly rdate: readonly string[]; readonly exdate: readonly string[] }

/** Chooses how an event recurs in plain words, and shows the next dates. It is not a form, because it is inside one. */
export const RecurrenceDialog = ({ value, start, times, onValue, onClose }: Props) => {
  const [{ parts, rdate, exdate }, setState] = useState<State>({
    parts: value && readParts(value.rrule, start),
    rdate: value?.rdate ?? [],
    exdate: value?.exdate ?? [],
  })
  const content = useRef<HTMLDivElement>(null)
  const change = (changed: Partial<State>): void => setState((before) => ({ ...before, ...changed }))
  const recurrence = parts && { rrule: rruleOf(parts, value, start), rdate: [...rdate], exdate: [...exdate] }
  const faults = parts ? faultsIn(parts, rdate, start.start) : {}
  const isRight = Object.keys(faults).length === 0
  const loaded = useLoaded(JSON.stringify([recurrence, isRight]), async () =>
    recurrence && isRight ? readPreview(times, recurrence) : undefined,
  )
  const apply = (): void => {
    if (!isRight || (recurrence && loaded.error)) {
      content.current?.querySelector<HTMLElement>('[aria-invalid=true], select')?.focus()
      return
    }
    onValue(recurrence)
  }
  return (
    <Dialog title={t('Recurrence')} onClose={onClose}>
      <fieldset
        class="unframed"
        onKeyDown={(event) => {
          // The form around would be sent.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
        }}
      >
        <div ref={content} class="stack">
          <SelectField
            label={t('How often')}
            value={parts?.kind ?? 'none'}
            options={kindOptions(value, start)}
            onValue={(kind) => change({ parts: withKind(kind, parts, value, start) })}
          />
          {parts && (
            <>
              <RuleFields
                parts={parts}
                start={start.start}
                faults={faults}
                change={(changed) => change({ parts: { ...parts, ...changed } })}
              />
              {!givesStart(parts, start.start) && (
                <p class="hint">{t('The first day does not match the rule; it is added as an extra date.')}</p>
              )}
              <DateList
                title={t('Further dates')}
                label={t('One more date')}
                dates={rdate}
                areDays={times.all_day}
                error={faults['rdate']}
                onDates={(dates) => change({ rdate: dates })}
              />
              <DateList
                title={t('Days that are left out')}
                label={t('One more day to leave out')}
                dates={exdate}
                areDays
                onDates={(dates) => change({ exdate: dates })}
              />
              {isRight && <NextDates loaded={loaded} isAllDay={times.all_day} />}
            </>
          )}
          <div class="actions">
            <Button kind="primary" onClick={apply}>
              {t('Use it')}
            </Button>
            <Button onClick={onClose}>{t('Cancel')}</Button>
          </div>
        </div>
      </fieldset>
    </Dialog>
  )
}

const kindOptions = (value: Recurrence | null, start: RuleStart): readonly (readonly [string, string])[] => [
  ['none', t('Does not recur')],
  ['daily', t('Daily')],
  ['weekdays', t('Every weekday')],
  ['weekly', t('Weekly')],
  ['monthly', t('Monthly')],
  ['yearly', t('Yearly')],
  ['dates', t('On chosen dates')],
  // A rule that cannot be expressed in plain words is kept.
  ...(value && readParts(value.rrule, start).kind === 'other' ? [['other', value.rrule] as const] : []),
]

/** Another kind of rule, which ends as the one before it. */
const withKind = (
  kind: string,
  parts: RuleParts | null,
  value: Recurrence | null,
  start: RuleStart,
): RuleParts | null => {
  if (kind === 'none') return null
  const stored = value && readParts(value.rrule, start)
  if (stored?.kind === kind) return stored
  return {
    ...newParts,
    ...(parts && { end: parts.end, until: parts.until, count: parts.count }),
    kind: kind as RuleParts['kind'],
  }
}

/** A rule in which nothing was changed stays as it was written. */
const rruleOf = (parts: RuleParts, value: Recurrence | null, start: RuleStart): string =>
  value && !differs(parts, readParts(value.rrule, start)) ? value.rrule : writeRule(parts)

const faultsIn = (
  { kind, interval, end, until, count }: RuleParts,
  rdate: readonly string[],
  start: string,
): Faults => {
  const faults: Record<string, string> = {}
  const hasRule = kind !== 'dates' && kind !== 'other'
  if (hasRule && !/^[1-9]\d{0,2}$/.test(interval)) faults['interval'] = t('Choose a number from 1 to 999.')
  if (hasRule && end === 'count' && !/^[1-9]\d{0,3}$/.test(count))
    faults['count'] = t('Choose a number from 1 to 1000.')
  if (hasRule && end === 'day' && until === '') faults['until'] = t('Choose a day.')
  else if (hasRule && end === 'day' && until < start.slice(0, 10)) faults['until'] = t('It ends before it starts.')
  if (kind === 'dates' && rdate.length === 0) faults['rdate'] = t('Add at least one date.')
  return faults
}

type RuleProps = {
  readonly parts: RuleParts
  /** The start of the series on its wall clock. */
  readonly start: string
  readonly change: (changed: Partial<RuleParts>) => void
  readonly faults: Faults
}

const intervalLabels: Readonly<Record<string, () => string>> = {
  daily: () => t('Every … days'),
  weekly: () => t('Every … weeks'),
  monthly: () => t('Every … months'),
  yearly: () => t('Every … years'),
}

/** How often a rule gives a date, and until when. */
const RuleFields = ({ parts, start, change, faults }: RuleProps) => {
  const { kind, interval, on, end } = parts
  const intervalLabel = intervalLabels[kind]
  const choices = ['', ...monthlyChoices(start)]
  return (
    <>
      <div class="row">
        {intervalLabel && (
          <TextField
            label={intervalLabel()}
            type="number"
            value={interval}
            error={faults['interval']}
            onValue={(text) => change({ interval: text })}
          />
        )}
        {kind === 'monthly' && (
          <SelectField
            label={t('Day of the month')}
            value={on}
            options={(choices.includes(on) ? choices : [...choices, on]).map((choice) => [
              choice,
              monthDayInWords(choice, start),
            ])}
            onValue={(text) => change({ on: text })}
          />
        )}
      </div>
      {kind === 'weekly' && <Days parts={parts} start={start} change={change} faults={faults} />}
      {kind !== 'dates' && kind !== 'other' && (
        <div class="row">
          <SelectField
            label={t('Ends')}
            value={end}
            options={[
              ['never', t('Never')],
              ['day', t('On a day')],
              ['count', t('After a number of times')],
            ]}
            onValue={(value) => change({ end: value as RuleParts['end'] })}
          />
          {end === 'day' && (
            <TextField
              label={t('Last possible day')}
              type="date"
              value={parts.until}
              error={faults['until']}
              onValue={(until) => change({ until })}
            />
          )}
          {end === 'count' && (
            <TextField
              label={t('How many times')}
              type="number"
              value={parts.count}
              error={faults['count']}
              onValue={(count) => change({ count })}
            />
          )}
        </div>
      )}
    </>
  )
}

/** The days of a weekly rule; the day of the start alone is not named, so that the rule follows it. */
const Days = ({ parts, start, change }: RuleProps) => {
  const own = weekdayOf(start)
  const chosen = parts.days.length > 0 ? parts.days : [own]
  const first = (startOfWeek + 6) % 7
  const ordered = [...weekdays.slice(first), ...weekdays.slice(0, first)]
  const toggle = (day: string, isChosen: boolean): void => {
    const days = isChosen ? [...chosen, day] : chosen.filter((one) => one !== day)
    change({ days: days.length === 1 && days[0] === own ? [] : days })
  }
  return (
    <fieldset>
      <legend>{t('Days of the week')}</legend>
      <div class="row">
        {ordered.map((day) => (
          <CheckField
            key={day}
            label={weekdayName(day)}
            checked={chosen.includes(day)}
            onChecked={(isChosen) => toggle(day, isChosen)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Dates that are added and removed one by one; days have no time. */
const DateList = ({
  title,
  label,
  dates,
  areDays,
  error,
  onDates,
}: {
  readonly title: string
  /** The name of the field for one more date. */
  readonly label: string
  /** As `2027-01-07 18:00:00`, or days as `2027-01-07`. */
  readonly dates: readonly string[]
  readonly areDays: boolean
  readonly error?: string | undefined
  readonly onDates: (dates: readonly string[]) => void
}) => {
  const [text, setText] = useState('')
  const add = (): void => {
    if (text === '') return
    const date = areDays ? text : `${text.replace('T', ' ')}:00`
    onDates([...new Set([...dates, date])].sort())
    setText('')
  }
  return (
    <fieldset
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) add()
      }}
    >
      <legend>{title}</legend>
      {dates.length > 0 && (
        <ul class="chips">
          {dates.map((date) => {
            const name = formatLocal(date, areDays || date.length === 10)
            return (
              <li key={date}>
                {name}
                <Button
                  kind="quiet"
                  aria-label={t('Remove “{name}”', { name })}
                  onClick={() => onDates(dates.filter((one) => one !== date))}
                >
                  <Icon name="close" />
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <div class="row">
        <TextField
          label={label}
          type={areDays ? 'date' : 'datetime-local'}
          value={text}
          error={error}
          onValue={setText}
        />
        <Button disabled={text === ''} onClick={add}>
          {t('Add')}
        </Button>
      </div>
    </fieldset>
  )
}

/** The server's error for a recurrence. */
const faultOf = (error: Error | undefined): string | undefined => {
  if (!error) return undefined
  const params = error instanceof CalendarError ? Object.values(error.params) : []
  return params[0] ?? error.message
}

/** The next dates of a recurrence, as the server has computed them, or why there are none. */
const NextDates = ({
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
