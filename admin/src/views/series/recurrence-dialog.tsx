import { useRef, useState } from 'preact/hooks'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { differs, type Faults } from '../../ui/form.tsx'
import { DateList } from './date-list.tsx'
import { NextDates } from './next-dates.tsx'
import { RuleFields } from './rule-fields.tsx'
import { givesStart, newParts, partsOf, type RuleParts, type RuleStart, ruleOf } from './rule-parts.ts'
import { type Recurrence, readPreview, type SeriesTimes } from './series-place.ts'

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
    parts: value && partsOf(value.rrule, start),
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
  ...(value && partsOf(value.rrule, start).kind === 'other' ? [['other', value.rrule] as const] : []),
]

/** Another kind of rule, which ends as the one before it. */
const withKind = (
  kind: string,
  parts: RuleParts | null,
  value: Recurrence | null,
  start: RuleStart,
): RuleParts | null => {
  if (kind === 'none') return null
  const stored = value && partsOf(value.rrule, start)
  if (stored?.kind === kind) return stored
  return {
    ...newParts,
    ...(parts && { end: parts.end, until: parts.until, count: parts.count }),
    kind: kind as RuleParts['kind'],
  }
}

/** A rule in which nothing was changed stays as it was written. */
const rruleOf = (parts: RuleParts, value: Recurrence | null, start: RuleStart): string =>
  value && !differs(parts, partsOf(value.rrule, start)) ? value.rrule : ruleOf(parts)

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
