import { useRef } from 'preact/hooks'
import { t } from '../../texts.ts'
import { AreaField, CheckField, TextField } from '../../ui/field.tsx'
import { LinkedField } from '../../ui/linked-field.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { ZoneField } from '../../ui/zone-field.tsx'
import { may } from '../menu.ts'
import { findOrganizers } from '../organizers/find-organizers.ts'
import type { FormProps } from '../record/form.ts'
import { PictureField } from '../record/picture-field.tsx'
import { WebsiteField } from '../record/website-field.tsx'
import { RecurrenceField } from '../series/recurrence-field.tsx'
import { useColors } from '../terms/colors.ts'
import { findCategories, findTags } from '../terms/find-terms.ts'
import { findVenues } from '../venues/find-venues.ts'
import { type EventForm, timesOf } from './form-state.ts'
import { OffersField } from './offers-field.tsx'
import { StateFieldset } from './state-fieldset.tsx'

type Props = FormProps<EventForm>

/** The fields of an event in the order in which people think of them: what, when, where, who. */
export const EventFieldsets = ({ form, change, faults }: Props) => (
  <>
    <TextField
      label={t('Title')}
      value={form.title}
      error={faults['title']}
      maxLength={1000}
      onValue={(title) => change({ title })}
    />
    <When form={form} change={change} faults={faults} />
    <RecurrenceField
      value={form.recurrence}
      times={timesOf(form)}
      error={faults['recurrence']}
      onValue={(recurrence) => change({ recurrence })}
    />
    <StateFieldset form={form} change={change} faults={faults} />
    <RichText label={t('Description')} value={form.description} onValue={(description) => change({ description })} />
    <LinkedField
      label={t('Venue')}
      chosen={form.venue ? [form.venue] : []}
      isSingle
      search={findVenues}
      error={faults['venue']}
      onChosen={([venue = null]) => change({ venue })}
    />
    <LinkedField
      label={t('Organizers')}
      chosen={form.organizers}
      search={findOrganizers}
      error={faults['organizer']}
      onChosen={(organizers) => change({ organizers })}
    />
    <LinkedField
      label={t('Categories')}
      chosen={form.categories}
      mayCreate={may('publish')}
      colors={useColors()}
      search={findCategories}
      error={faults['categories']}
      onChosen={(categories) => change({ categories })}
    />
    <LinkedField
      label={t('Tags')}
      chosen={form.tags}
      mayCreate={may('edit-others')}
      search={findTags}
      error={faults['tags']}
      onChosen={(tags) => change({ tags })}
    />
    <PictureField picture={form.image} error={faults['image']} onPicture={(image) => change({ image })} />
    <div class="row">
      <TextField
        label={t('Price')}
        hint={t('For example: 12, or 10 and 20, or free. Tickets set it by themselves.')}
        value={form.cost}
        error={faults['cost']}
        onValue={(cost) => change({ cost })}
      />
      <WebsiteField form={form} change={change} faults={faults} />
    </div>
    <OffersField offers={form.offers} faults={faults} onOffers={(offers) => change({ offers })} />
    <AreaField
      label={t('Summary')}
      hint={t('A sentence or two for lists and newsletters.')}
      value={form.excerpt}
      error={faults['excerpt']}
      onValue={(excerpt) => change({ excerpt })}
    />
  </>
)

const clockOf = ({ allDay }: EventForm, day: string, time: string): number =>
  Date.parse(allDay ? `${day}T00:00Z` : `${day}T${time}:00Z`)

const startClock = (form: EventForm): number => clockOf(form, form.startDay, form.startTime)

/**
 * A new start takes the end along, so that the duration stays the same. `began` is the form before somebody typed in the
 * field: a date that is typed passes through others.
 */
const moveStart = (
  began: EventForm,
  form: EventForm,
  changed: { readonly startDay?: string; readonly startTime?: string },
): Partial<EventForm> => {
  const moved = { ...form, ...changed }
  const { endDay, endTime } = began
  // An event that ended before it started ends when it starts.
  const duration = Math.max(0, clockOf(began, endDay, endTime) - startClock(began))
  const end = new Date(startClock(moved) + duration)
  if (Number.isNaN(end.getTime())) return { ...changed, endDay, endTime }
  const [day = '', time = ''] = end.toISOString().split('T')
  return { ...changed, endDay: day, endTime: form.allDay ? endTime : time.slice(0, 5) }
}

const When = ({ form, change, faults }: Props) => {
  const began = useRef(form)
  const begin = (): void => {
    const { startDay, startTime } = began.current
    // A start that was left half typed still has its former duration.
    began.current = Number.isNaN(startClock(form)) ? { ...form, startDay, startTime } : form
  }
  return (
    <fieldset onFocusIn={begin}>
      <legend>{t('When')}</legend>
      <CheckField label={t('All day')} checked={form.allDay} onChecked={(allDay) => change({ allDay })} />
      <div class="row">
        <TextField
          label={t('First day')}
          type="date"
          value={form.startDay}
          error={faults['start_date']}
          onValue={(startDay) => change(moveStart(began.current, form, { startDay }))}
        />
        {!form.allDay && (
          <TextField
            label={t('Start')}
            type="time"
            value={form.startTime}
            onValue={(startTime) => change(moveStart(began.current, form, { startTime }))}
          />
        )}
        <TextField
          label={t('Last day')}
          type="date"
          value={form.endDay}
          error={faults['end_date']}
          onValue={(endDay) => change({ endDay })}
        />
        {!form.allDay && (
          <TextField label={t('End')} type="time" value={form.endTime} onValue={(endTime) => change({ endTime })} />
        )}
      </div>
      <ZoneField
        label={t('Time zone')}
        hint={t('If empty, the time zone of the calendar.')}
        value={form.timezone}
        error={faults['timezone']}
        onValue={(timezone) => change({ timezone })}
      />
    </fieldset>
  )
}

/** Where an event is shown besides its page: for those who publish to decide. */
export const EventSwitches = ({ form, change }: Props) =>
  may('publish') ? (
    <>
      <CheckField label={t('Featured')} checked={form.featured} onChecked={(featured) => change({ featured })} />
      <CheckField label={t('Sticky in month view')} checked={form.sticky} onChecked={(sticky) => change({ sticky })} />
      <CheckField label={t('Hidden from lists')} checked={form.hidden} onChecked={(hidden) => change({ hidden })} />
    </>
  ) : null
