import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Event, EventFields } from '../../api/calendar.ts'
import { formatLocal, t } from '../../texts.ts'
import type { Choice } from '../../ui/combobox.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import {
  type ControlProps,
  check,
  type FormOf,
  type FormProps,
  fieldFor,
  line,
  pageAddress,
  timeZone,
  word,
} from '../../ui/form.tsx'
import { LinkedField } from '../../ui/linked-field.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { ZoneField } from '../../ui/zone-field.tsx'
import { may } from '../menu.ts'
import { findOrganizers, findVenues } from '../places/find-places.ts'
import {
  addressFaults,
  description,
  excerpt,
  image,
  moreOptions,
  publication,
  slug,
  website,
} from '../record/record-fields.tsx'
import { RecurrenceField } from '../series/recurrence-field.tsx'
import type { Recurrence } from '../series/series-place.ts'
import { type Colors, useColors } from '../terms/colors.ts'
import { findCategories, findTags } from '../terms/find-terms.ts'
import { type Attendance, attendanceNames, type EventState, nameIn, stateNames } from './event-state.ts'
import { type OfferForm, OffersField, offerFaultsOf, offerFormsOf, offersInWords, offersOf } from './offers-field.tsx'

const field = fieldFor<Event, EventFields>()

const whenAndWhere = { title: () => t('When and where') }

const whoAndWhat = { title: () => t('Organizers, categories and tags') }

const prices = { title: () => t('Price and tickets') }

/** Whether an event takes place otherwise than it was announced, or something is said of it. */
const isChanged = ({ state, stateReason }: Pick<State, 'state' | 'stateReason'>): boolean =>
  state !== 'scheduled' || stateReason !== ''

const changes = { title: () => t('Cancelled, postponed or moved'), fold: 'changes', isOpen: isChanged }

/** When an event is, as local times in its zone. */
type Times = Readonly<Record<'startDay' | 'startTime' | 'endDay' | 'endTime' | 'timezone', string>> & {
  readonly allDay: boolean
}

/** The dates of a form, in the format of the API. */
const timesOf = ({ startDay, startTime, endDay, endTime, allDay, timezone }: Times) => {
  const at = (day: string, time: string): string => (allDay ? day : `${day} ${time || '00:00'}:00`)
  return {
    start_date: at(startDay, startTime),
    end_date: at(endDay, endTime),
    all_day: allDay,
    ...(timezone ? { timezone } : {}),
  }
}

const clockOf = ({ allDay }: Times, day: string, time: string): number =>
  Date.parse(allDay ? `${day}T00:00Z` : `${day}T${time}:00Z`)

const startClock = (form: Times): number => clockOf(form, form.startDay, form.startTime)

/**
 * A new start takes the end along, so that the duration stays the same. `began` is the form before somebody typed in the
 * field: a date that is typed passes through others.
 */
export const moveStart = (
  began: Times,
  form: Times,
  changed: { readonly startDay?: string; readonly startTime?: string },
): Partial<Times> => {
  const moved = { ...form, ...changed }
  const { endDay, endTime } = began
  // An event that ended before it started ends when it starts.
  const duration = Math.max(0, clockOf(began, endDay, endTime) - startClock(began))
  const end = new Date(startClock(moved) + duration)
  if (Number.isNaN(end.getTime())) return { ...changed, endDay, endTime }
  const [day = '', time = ''] = end.toISOString().split('T')
  return { ...changed, endDay: day, endTime: form.allDay ? endTime : time.slice(0, 5) }
}

/** The days, times and zone of an event, which move together. */
const When = ({ form, change, faults }: FormProps<Times>): ComponentChildren => {
  const began = useRef(form)
  const begin = (): void => {
    const { startDay, startTime } = began.current
    // A start that was left half typed still has its former duration.
    began.current = Number.isNaN(startClock(form)) ? { ...form, startDay, startTime } : form
  }
  const { allDay, startDay, startTime, endDay, endTime, timezone } = times
  return (
    <fieldset onFocusIn={begin}>
      <legend class="unseen">{t('When')}</legend>
      <div class="row">
        <TextField
          label={startDay.label()}
          type="date"
          value={form.startDay}
          error={faults['start_date']}
          onValue={(startDay) => change(moveStart(began.current, form, { startDay }))}
        />
        {!form.allDay && (
          <TextField
            label={startTime.label()}
            type="time"
            value={form.startTime}
            onValue={(startTime) => change(moveStart(began.current, form, { startTime }))}
          />
        )}
        <TextField
          label={endDay.label()}
          type="date"
          value={form.endDay}
          error={faults['end_date']}
          onValue={(endDay) => change({ endDay })}
        />
        {!form.allDay && (
          <TextField
            label={endTime.label()}
            type="time"
            value={form.endTime}
            onValue={(endTime) => change({ endTime })}
          />
        )}
      </div>
      <CheckField label={allDay.label()} checked={form.allDay} onChecked={(allDay) => change({ allDay })} />
      <ZoneField
        label={timezone.label()}
        hint={t('If empty, the time zone of the calendar.')}
        value={form.timezone}
        error={faults['timezone']}
        onValue={(timezone) => change({ timezone })}
      />
    </fieldset>
  )
}

const times = {
  startDay: field({
    label: () => t('First day'),
    blank: '',
    read: ({ start_date }) => start_date.slice(0, 10),
    write: { start_date: (_, form: Times) => timesOf(form).start_date },
    faults: (day) => (day ? {} : { start_date: t('An event needs a day on which it starts.') }),
    control: When,
    memberLabels: { start_date: () => t('Start') },
    inWords: (date) => formatLocal(date),
    frame: whenAndWhere,
    isOwn: true,
  }),
  startTime: field({
    label: () => t('Start'),
    blank: '19:00',
    read: ({ start_date }) => start_date.slice(11, 16),
    write: {},
    control: null,
  }),
  endDay: field({
    label: () => t('Last day'),
    blank: '',
    read: ({ end_date }) => end_date.slice(0, 10),
    write: { end_date: (_, form: Times) => timesOf(form).end_date },
    faults: (endDay, { startDay, startTime, endTime, allDay }) => {
      const isReversed = allDay ? endDay < startDay : `${endDay} ${endTime}` < `${startDay} ${startTime}`
      return endDay && isReversed ? { end_date: t('The event ends before it starts.') } : {}
    },
    control: null,
    memberLabels: { end_date: () => t('End') },
    inWords: (date) => formatLocal(date),
  }),
  endTime: field({
    label: () => t('End'),
    blank: '21:00',
    read: ({ end_date }) => end_date.slice(11, 16),
    write: {},
    control: null,
  }),
  allDay: field<boolean>({
    label: () => t('All day'),
    blank: false,
    read: ({ all_day }) => all_day,
    write: { all_day: (allDay) => allDay },
    control: null,
  }),
  timezone: field({
    label: () => t('Time zone'),
    blank: '',
    read: ({ timezone }) => timezone,
    write: { timezone: (zone) => zone || undefined },
    control: null,
    alone: timeZone,
  }),
} as const

/** Something that an event links to; one with id 0 is created with the event. */
type Linked = { readonly id: number; readonly name: string }

const isNew = ({ id }: Linked): boolean => id === 0

const named = ({ id, name }: Linked): Linked => ({ id, name: plainText(name) })

/** A control for what an event links to. */
const links =
  (
    search: (text: string) => Promise<readonly Choice[]>,
    mayCreate: () => boolean = () => true,
    useColorsOf: () => Colors = () => new Map(),
  ) =>
  ({ label, value, error, onValue }: ControlProps<readonly Linked[]>) => (
    <LinkedField
      label={label}
      chosen={value}
      mayCreate={mayCreate()}
      colors={useColorsOf()}
      search={search}
      error={error}
      onChosen={onValue}
    />
  )

/** What is said of whether an event takes place, and how it is attended. */
type State = { readonly state: EventState; readonly stateReason: string; readonly attendance: Attendance }

/** The switches that only those who publish see. */
const forPublishers = { control: check, isShown: () => may('publish'), isBeside: true } as const

/** The fields of an event in the order in which people think of them: what, when, where, who, for how much. */
export const eventFields = {
  title: field({
    label: () => t('Title'),
    blank: '',
    read: ({ title }) => plainText(title),
    write: { title: (title) => title },
    faults: (title) => (title.trim() ? {} : { title: t('An event needs a title.') }),
    faultsAfter: 'saving',
    control: line({ maxLength: 1000 }),
    isOwn: true,
  }),
  description,
  excerpt,
  image,
  ...times,
  // How an event recurs is known of its series.
  recurrence: field<Recurrence | null, Times>({
    label: () => t('Recurrence'),
    blank: null,
    read: () => null,
    write: {
      recurrence: (value) => value && { ...value, rdate: [...value.rdate], exdate: [...value.exdate] },
    },
    control: ({ value, error, form, onValue }) => (
      <RecurrenceField value={value} times={timesOf(form)} error={error} onValue={onValue} />
    ),
    frame: whenAndWhere,
    isOwn: true,
  }),
  venue: field<Linked | null>({
    label: () => t('Venue'),
    blank: null,
    read: ({ venue }) => (Array.isArray(venue) ? null : named({ id: venue.id, name: venue.venue })),
    write: { venue: (venue) => (venue ? venue.id || { venue: venue.name } : []) },
    control: ({ label, value, error, onValue }) => (
      <LinkedField
        label={label}
        chosen={value ? [value] : []}
        isSingle
        search={findVenues}
        error={error}
        onChosen={([venue = null]) => onValue(venue)}
      />
    ),
    frame: whenAndWhere,
  }),
  attendance: field<Attendance>({
    label: () => t('Attendance'),
    blank: 'offline',
    read: ({ attendance_mode = 'offline' }) => attendance_mode,
    write: { attendance_mode: (attendance) => attendance },
    control: word(attendanceNames),
    frame: whenAndWhere,
    row: 'attendance',
    inWords: (attendance) => nameIn(attendanceNames, attendance),
  }),
  virtualUrl: field({
    label: () => t('Address online'),
    blank: '',
    read: ({ virtual_url = '' }) => virtual_url,
    write: { virtual_url: (address) => address },
    faults: (address) => addressFaults('virtual_url', address),
    control: pageAddress,
    isShown: ({ state, attendance, virtualUrl }: State & { readonly virtualUrl: string }) =>
      attendance !== 'offline' || state === 'moved_online' || virtualUrl !== '',
    frame: whenAndWhere,
    row: 'attendance',
  }),
  organizers: field<readonly Linked[]>({
    label: () => t('Organizers'),
    blank: [],
    read: ({ organizer }) => organizer.map(({ id, organizer: name }) => named({ id, name })),
    write: { organizer: (all) => all.map(({ id, name }) => id || { organizer: name }) },
    control: links(findOrganizers),
    isSet: true,
    frame: whoAndWhat,
    row: 'who',
  }),
  categories: field<readonly Linked[]>({
    label: () => t('Categories'),
    blank: [],
    read: ({ categories }) => categories.map(named),
    write: { categories: (all) => all.map(({ id, name }) => id || { name }) },
    isForbidden: (all) => all.some(isNew) && !may('publish'),
    control: links(findCategories, () => may('publish'), useColors),
    isSet: true,
    frame: whoAndWhat,
    row: 'who',
  }),
  tags: field<readonly Linked[]>({
    label: () => t('Tags'),
    blank: [],
    read: ({ tags }) => tags.map(named),
    write: { tags: (all) => all.map(({ id, name }) => id || { name }) },
    isForbidden: (all) => all.some(isNew) && !may('edit-others'),
    control: links(findTags, () => may('edit-others')),
    isSet: true,
    frame: whoAndWhat,
  }),
  cost: field({
    label: () => t('Price'),
    hint: () => t('For example: 12, or 10 and 20, or free. Tickets set it by themselves.'),
    blank: '',
    read: ({ cost }) => plainText(cost),
    write: { cost: (cost) => cost },
    control: line(),
    row: 'cost',
    frame: prices,
  }),
  website: field({
    ...website,
    // An event without a website shows its own page there (contract B6.3).
    read: ({ website, url }) => (website === url ? '' : website),
    row: 'cost',
    frame: prices,
  }),
  offers: field<readonly OfferForm[]>({
    label: () => t('Tickets'),
    blank: [],
    read: offerFormsOf,
    write: { offers: offersOf },
    faults: offerFaultsOf,
    faultsAfter: 'leaving',
    control: ({ value, faults, onValue }) => <OffersField offers={value} faults={faults} onOffers={onValue} />,
    inWords: offersInWords,
    frame: prices,
  }),
  state: field<EventState, State>({
    label: () => t('Event status'),
    blank: 'scheduled',
    read: ({ event_status = 'scheduled' }) => event_status,
    write: { event_status: (state) => state },
    control: word(stateNames),
    frame: changes,
    row: 'state',
    inWords: (state) => nameIn(stateNames, state),
  }),
  stateReason: field({
    label: () => t('Reason'),
    hint: () => t('Visitors read it on the page of the event.'),
    blank: '',
    read: ({ event_status_reason = '' }) => plainText(event_status_reason),
    write: { event_status_reason: (reason) => reason },
    control: line({ maxLength: 300 }),
    isShown: isChanged,
    frame: changes,
    row: 'state',
  }),
  ...publication,
  featured: field<boolean>({
    label: () => t('Featured'),
    blank: false,
    read: ({ featured }) => featured,
    write: { featured: (featured) => featured },
    ...forPublishers,
  }),
  sticky: field<boolean>({
    label: () => t('Sticky in month view'),
    blank: false,
    read: ({ sticky }) => sticky,
    write: { sticky: (sticky) => sticky },
    ...forPublishers,
    frame: moreOptions,
  }),
  hidden: field<boolean>({
    label: () => t('Hidden from lists'),
    blank: false,
    read: ({ hide_from_listings }) => hide_from_listings,
    write: { hide_from_listings: (hidden) => hidden },
    ...forPublishers,
    frame: moreOptions,
  }),
  slug,
} as const

/** The values of the form of an event. */
export type EventForm = FormOf<typeof eventFields>
