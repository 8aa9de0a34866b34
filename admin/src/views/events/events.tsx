import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { calendar, type Event, readData } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { session } from '../../api/session.ts'
import { read } from '../../api/site.ts'
import { readTerm } from '../../api/terms.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Button, IconButton, IconLink } from '../../ui/button.tsx'
import { type Choice, Combobox } from '../../ui/combobox.tsx'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { optionsOf } from '../../ui/form.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { Pager } from '../../ui/pager.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { findPeople } from '../activity/activity.tsx'
import { RecordTable } from '../list/record-table.tsx'
import { StatusActions } from '../list/status-actions.tsx'
import { useCounts } from '../list/use-counts.ts'
import { may } from '../menu.ts'
import { findOrganizers, findVenues } from '../places/find-places.ts'
import { mayEdit } from '../record/may-edit.ts'
import { knownCategories, useColors } from '../terms/colors.ts'
import { findCategories, findTags } from '../terms/find-terms.ts'
import { useAddress } from '../use-address.ts'
import { BulkActions, eventStatus, trashOccurrence } from './event-actions.tsx'
import {
  ColumnChoice,
  countEvents,
  type EventQuery,
  eventColumns,
  everyDate,
  isCollapsed,
  isNarrowed,
  isUndated,
  type ListedEvent,
  listEvents,
  listLaterDates,
  queryNames,
  readSorting,
  titleOf,
  useColumns,
} from './event-list.tsx'
import { EventMenu } from './event-menu.tsx'
import { stateNames } from './event-state.ts'
import { RowForm } from './row-form.tsx'
import { SavedViews } from './saved-views.tsx'

/** The list of events. */
export const Events = () => {
  const { values: said, change } = useAddress(queryNames)
  const values = { ...said, status: statusOf(said.status) }
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [edited, setEdited] = useState<number>()
  const columns = useColumns()
  const colors = useColors()
  const loaded = useLoaded(JSON.stringify(values), () => listEvents(values))
  const counts = useCounts(loaded.data)
  const narrowed = useLoaded(JSON.stringify([{ ...values, status: '', page: '', sort: '' }, loaded.data]), async () =>
    isNarrowed(values) && loaded.data ? countEvents(values) : undefined,
  )
  const returned = useReturned(loaded.data?.records, counts?.events['returned'])
  const series = useOpenSeries(loaded.data?.records, values)
  const page = Math.max(1, Number(values.page) || 1)
  const isMine = values.status === 'mine'
  const reload = (): void => {
    loaded.reload()
    series.reload()
  }
  const afterBulk = (): void => {
    setSelected(new Set())
    reload()
  }
  return (
    <>
      <Heading title={t('Events')}>
        <a class="button primary" href={`${adminPath}/events/new`}>
          <Icon name="plus" />
          {t('New event')}
        </a>
      </Heading>
      <StatusTabs
        status={values.status}
        hasMine
        counts={isNarrowed(values) ? narrowed.data : counts?.events}
        onStatus={(status) => change({ status: status || allWord(), ...(status === 'mine' ? unknownOfMine : {}) })}
      />
      <EventFilters values={values} change={change} />
      <div class="row narrowing">
        <MoreFilters values={values} change={change} />
        <SavedViews values={said} />
        <ColumnChoice {...columns} />
      </div>
      <FilterChips values={values} events={loaded.error ? [] : loaded.data?.records} change={change} />
      <BulkActions
        selected={selected}
        isTrash={values.status === 'trash'}
        isCollapsed={isCollapsed(values) && !series.isAnyOpen}
        onDone={afterBulk}
      />
      <LoadedState loaded={loaded} isEmpty={({ total }) => total === 0} empty={<Empty {...values} />}>
        {({ records, total, pages }) => (
          <>
            <p class="quiet summary">
              <span>{tn('{count} event', '{count} events', total)}</span>
              {(spanOf(values) !== 'all' || isCollapsed(values)) && !isNarrowed(values) && (
                <> · {t('The tabs count the events of all dates.')}</>
              )}
            </p>
            {series.error && (
              <p class="fault" role="alert">
                {series.error.message}
              </p>
            )}
            <RecordTable
              rows={records.flatMap((event) => [event, ...series.datesOf(event)])}
              titleOf={titleOf}
              selectAllText={t('Select all events of this page')}
              columns={eventColumns(colors, returned)
                .filter(({ key }, at) => at === 0 || columns.chosen.includes(key))
                .map((column, at) => (at === 0 ? { ...column, show: series.around(column.show) } : column))
                // Only the person's own events cannot be sorted by their start.
                .map(({ sort, ...column }) =>
                  sort && !(isMine && column.key === 'start') ? { ...column, sort } : column,
                )}
              insteadOf={({ id }) =>
                id === edited ? (
                  <RowForm
                    id={id}
                    onChanged={reload}
                    onClose={() => {
                      setEdited(undefined)
                      // The button is there again once the row is.
                      setTimeout(() => document.getElementById(editButtonOf(id))?.focus())
                    }}
                  />
                ) : undefined
              }
              actions={(event) => (
                <>
                  {event.status !== 'trash' && mayEdit(event) && (
                    <IconButton
                      id={editButtonOf(event.id)}
                      icon="edit"
                      text={t('Edit in the list')}
                      aria-label={t('Edit “{title}” in the list', { title: titleOf(event) })}
                      onClick={() => setEdited(event.id)}
                    />
                  )}
                  {event.status !== 'trash' && (
                    <IconLink
                      icon="copy"
                      text={t('Duplicate')}
                      href={`${adminPath}/events/new?copy=${event.id}`}
                      aria-label={t('Duplicate “{title}”', { title: titleOf(event) })}
                    />
                  )}
                  <StatusActions
                    row={event}
                    title={titleOf(event)}
                    writer={eventStatus}
                    mayChange={mayEdit(event)}
                    onChanged={reload}
                    {...(event.series && {
                      onTrash: () =>
                        void trashOccurrence(event.id, event.status, titleOf(event), reload).catch(notifyFault),
                    })}
                  />
                  {event.status !== 'trash' && (
                    <EventMenu event={event} onEdit={() => setEdited(event.id)} onChanged={reload} />
                  )}
                </>
              )}
              mayChange={mayEdit}
              selected={selected}
              onSelected={setSelected}
              sorting={readSorting(values)}
              onSorting={({ by, isDescending }) => change({ sort: `${isDescending ? '-' : ''}${by}` })}
            />
            <Pager page={page} pages={pages} onPage={(next) => change({ page: String(next) })} />
          </>
        )}
      </LoadedState>
    </>
  )
}

const editButtonOf = (id: number): string => `edit-${id}`

/** Who only sends in events sees the own ones first; the address of the list of all then says so. */
const allWord = (): string => (may('publish') ? '' : 'all')

const statusOf = (said: string): string => (said === 'all' ? '' : said || (may('publish') ? '' : 'mine'))

/** The filters that the list of the person's own events does not have. */
const unknownOfMine = { venue: '', organizer: '', author: '', state: '', image: '', sort: '', collapse: '' } as const

const Empty = (query: EventQuery) => (
  <>
    <p>
      {isNarrowed(query) || query.span || (query.status && query.status !== 'mine')
        ? t('No event fits these filters.')
        : t('There are no upcoming events yet.')}
    </p>
    <p>
      <a class="button primary" href={`${adminPath}/events/new`}>
        {t('New event')}
      </a>
    </p>
  </>
)

/** The dates of the list: other orders than that of dates, and the person's own events, have the events of all dates. */
const spanOf = (values: EventQuery): string => (isUndated(values) ? 'all' : values.span)

/** The filters of the list of events. */
const EventFilters = ({
  values,
  change,
}: {
  readonly values: EventQuery
  readonly change: (changed: Partial<EventQuery>) => void
}) => {
  return (
    <search class="row filters">
      <SearchField value={values.search} onValue={(search) => change({ search })} />
      <label class="field">
        {t('Dates')}
        <select
          value={spanOf(values)}
          disabled={values.status === 'mine'}
          onChange={({ currentTarget }) => change({ span: currentTarget.value, sort: '' })}
        >
          <option value="">{t('Now and upcoming')}</option>
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
        <>
          <CheckField
            label={t('One line per series')}
            checked={isCollapsed(values)}
            onChecked={(isOn) => change({ collapse: isOn ? '' : everyDate })}
          />
          <CheckField
            label={t('Without a picture')}
            checked={values.image === 'none'}
            onChecked={(isOn) => change({ image: isOn ? 'none' : '' })}
          />
        </>
      )}
    </search>
  )
}

/** The filters of a list by what its events are linked to; those in effect are chips below. */
const MoreFilters = ({
  values,
  change,
}: {
  readonly values: EventQuery
  readonly change: (changed: Partial<EventQuery>) => void
}) => {
  const isMine = values.status === 'mine'
  const isUsed = ['categories', 'tags', 'venue', 'organizer', 'author'].some((name) => values[name as Filter] !== '')
  const [isOpen, setOpen] = useState(isUsed)
  // Nobody chooses among them before they are unfolded.
  const people = useLoaded(isOpen ? String(session()?.user) : '', async () => (isOpen ? findPeople() : []))
  const add = (filter: Filter) => (choice: Choice) =>
    change({ [filter]: [...new Set([...values[filter].split(',').filter(Boolean), String(choice.id)])].join() })
  const persons = (people.data ?? []).map(({ id, name }) => [String(id), name] as const)
  const isListed = values.author === '' || persons.some(([id]) => id === values.author)
  return (
    <details class="more-filters" open={isUsed} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('More filters')}</summary>
      <div class="row filters">
        <Combobox label={labels.categories()} search={findCategories} onChoose={add('categories')} />
        <Combobox label={labels.tags()} search={findTags} onChoose={add('tags')} />
        {!isMine && (
          <>
            <Combobox label={labels.venue()} search={findVenues} onChoose={add('venue')} />
            <Combobox label={labels.organizer()} search={findOrganizers} onChoose={add('organizer')} />
            <SelectField
              label={t('Author')}
              value={values.author}
              options={[
                ['', t('Everybody')],
                ...persons,
                ...(isListed ? [] : [[values.author, `#${values.author}`] as const]),
              ]}
              onValue={(author) => change({ author })}
            />
          </>
        )}
      </div>
    </details>
  )
}

/** What the chips take from the events of the list. */
type Named = Pick<Event, 'tags' | 'venue' | 'organizer'>

type Filter = 'categories' | 'tags' | 'venue' | 'organizer'

const params = (id: number) => ({ params: { path: { id } } })

/** How the name of a record by which is filtered is read. */
const readName: Readonly<Record<Filter, (id: number) => Promise<string>>> = {
  categories: async (id) => (await knownCategories()).find((one) => one.id === id)?.name ?? String(id),
  tags: async (id) => (await readTerm('tags', id)).record.name,
  venue: async (id) => readData(await calendar.GET('/venues/{id}', params(id))).venue,
  organizer: async (id) => readData(await calendar.GET('/organizers/{id}', params(id))).organizer,
}

/** What the events of a list say of records by which it can be filtered: their names need no request of their own. */
const namesIn = ({
  tags,
  venue,
  organizer,
}: Named): Readonly<Record<Filter, readonly (readonly [number, string])[]>> => ({
  categories: [],
  tags: tags.map(({ id, name }) => [id, name]),
  venue: [venue].flat().map(({ id, venue: name }) => [id, name]),
  organizer: organizer.map(({ id, organizer: name }) => [id, name]),
})

const labels: Readonly<Record<Filter, () => string>> = {
  categories: () => t('Category'),
  tags: () => t('Tag'),
  venue: () => t('Venue'),
  organizer: () => t('Organizer'),
}

/** The category, tag, venue or organizer filters of a list; each can be removed. */
const FilterChips = ({
  values,
  events,
  change,
}: {
  readonly values: EventQuery
  /** The events of the list, once they are read. */
  readonly events: readonly Named[] | undefined
  readonly change: (changed: Partial<EventQuery>) => void
}) => {
  const filters = (Object.keys(labels) as Filter[]).filter((filter) => values[filter] !== '')
  if (filters.length === 0) return null
  return (
    <ul class="chips" aria-label={t('Filters')}>
      {filters.map((filter) => (
        <Chip
          key={`${filter} ${values[filter]}`}
          filter={filter}
          value={values[filter]}
          events={events}
          onRemove={() => change({ [filter]: '' })}
        />
      ))}
    </ul>
  )
}

type Props = {
  readonly filter: Filter
  readonly value: string
  readonly events: readonly Named[] | undefined
  readonly onRemove: () => void
}

const Chip = ({ filter, value, events, onRemove }: Props) => {
  // Other values than ids, and ids of deleted records, are shown unchanged.
  const nameOf = async (text: string): Promise<string> => {
    if (!/^\d+$/.test(text)) return text
    const id = Number(text)
    const known = new Map(events?.flatMap((event) => namesIn(event)[filter]))
    return plainText(known.get(id) ?? (await readName[filter](id).catch(() => text)))
  }
  const { data } = useLoaded(`${value} ${events !== undefined}`, async () =>
    events ? Promise.all(value.split(',').map(nameOf)) : undefined,
  )
  const name = `${labels[filter]()}: ${data?.join(', ') ?? '…'}`
  return (
    <li>
      {name}
      <Button kind="quiet" aria-label={t('Remove “{name}”', { name })} onClick={onRemove}>
        <Icon name="close" />
      </Button>
    </li>
  )
}

/** The series of a list that are opened in place: below the event that stands for one are its other dates. */
const useOpenSeries = (events: readonly ListedEvent[] = [], query: EventQuery) => {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const isFolded = isCollapsed(query)
  const isOpen = ({ series }: Pick<Event, 'series'>): boolean => isFolded && series !== undefined && open.has(series.id)
  const shown = events.filter(isOpen)
  const { data, error, reload } = useLoaded(JSON.stringify([query, shown]), async () => {
    const dates = shown.map(async (event) => [event.id, await listLaterDates(event, query)] as const)
    return new Map(await Promise.all(dates))
  })
  const first = new Set(events.map(({ id }) => id))
  const toggle = (id: number): void =>
    setOpen(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]))
  return {
    error,
    reload,
    isAnyOpen: shown.length > 0,
    datesOf: (event: ListedEvent) => (isOpen(event) ? (data?.get(event.id) ?? []) : []),
    /** A title with the button that opens its series; those of the other dates stand further to the right. */
    around: (show: (event: ListedEvent) => ComponentChildren) => (event: ListedEvent) => {
      const { id, series } = event
      if (!isFolded || !series) return show(event)
      if (!first.has(id)) return <div class="date-of-series">{show(event)}</div>
      return (
        <>
          {show(event)}{' '}
          <IconButton
            icon="unfold"
            text={t('Other dates')}
            aria-label={t('Other dates of “{title}”', { title: titleOf(event) })}
            aria-expanded={isOpen(event)}
            onClick={() => toggle(series.id)}
          />
        </>
      )
    },
  }
}

/** The notes of reviewers by the events that were sent back with them, of those in a list; nothing is asked where the person has none. */
const useReturned = (
  events: readonly Pick<Event, 'id' | 'status'>[] = [],
  returned = 0,
): ReadonlyMap<number, string> => {
  const ids = returned === 0 ? [] : events.filter(({ status }) => status === 'draft').map(({ id }) => id)
  type Returned = { readonly event: number; readonly note: string }
  const { data } = useLoaded(ids.join(), async () =>
    ids.length === 0 ? [] : read<readonly Returned[]>('kalends/v1', 'reviews', { include: ids.join() }),
  )
  return new Map(data?.map(({ event, note }) => [event, note]))
}
