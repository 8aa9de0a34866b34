import { t } from '../../texts.ts'
import { CheckField } from '../../ui/field.tsx'
import { optionsOf } from '../../ui/form.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { stateNames } from './event-state.ts'
import { type EventQuery, isUndated } from './list-events.ts'

/** The filters of the list of events. */
export const EventFilters = ({
  values,
  change,
}: {
  readonly values: EventQuery
  readonly change: (changed: Partial<EventQuery>) => void
}) => {
  // Other orders than that of dates, and the person's own events, have the events of all dates.
  const span = isUndated(values) ? 'all' : values.span
  return (
    <search class="row filters">
      <SearchField value={values.search} onValue={(search) => change({ search })} />
      <label class="field">
        {t('Dates')}
        <select
          value={span}
          disabled={values.status === 'mine'}
          onChange={({ currentTarget }) => change({ span: currentTarget.value, sort: '' })}
        >
          <option value="">{t('Upcoming')}</option>
          <option value="past">{t('Past')}</option>
          <option value="all">{t('All dates')}</option>
        </select>
      </label>
      <label class="field">
        {t('Event status')}
        <select
          value={values.state}
          disabled={values.status === 'mine'}
          onChange={({ currentTarget }) => change({ state: currentTarget.value })}
        >
          <option value="">{t('Anything')}</option>
          {optionsOf(stateNames).map(([value, name]) => (
            <option key={value} value={value} selected={value === values.state}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {/* The person's own events come from wp/v2, which knows no series. */}
      {values.status !== 'mine' && (
        <CheckField
          label={t('One line per series')}
          checked={values.collapse === 'series'}
          onChecked={(isOn) => change({ collapse: isOn ? 'series' : '' })}
        />
      )}
    </search>
  )
}
