import { startOfWeek } from '../../api/root.ts'
import { t } from '../../texts.ts'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import type { Faults } from '../../ui/form.tsx'
import { monthlyChoices, type RuleParts, weekdayOf, weekdays } from './rule-parts.ts'
import { monthDayInWords, weekdayName } from './rule-words.ts'

type Props = {
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
export const RuleFields = ({ parts, start, change, faults }: Props) => {
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
const Days = ({ parts, start, change }: Props) => {
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
