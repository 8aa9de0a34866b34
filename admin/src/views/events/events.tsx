import { useEffect, useState } from 'preact/hooks'
import { type Counts, readCounts } from '../../api/counts.ts'
import { adminPath } from '../../api/root.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { useAddress } from '../use-address.ts'
import { BulkActions } from './bulk-actions.tsx'
import { EventTable } from './event-table.tsx'
import { type EventQuery, listEvents } from './list-events.ts'

const names = ['status', 'search', 'span', 'page', 'categories', 'tags', 'venue', 'organizer'] as const

/** The list of events. */
export const Events = () => {
  const { values, change } = useAddress(names)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [counts, setCounts] = useState<Counts>()
  const loaded = useLoaded(JSON.stringify(values), () => listEvents(values))
  // Numbers change with what was read.
  useEffect(() => {
    readCounts().then(setCounts, () => undefined)
  }, [loaded.data])
  const page = Math.max(1, Number(values.page) || 1)
  const afterBulk = (): void => {
    setSelected(new Set())
    loaded.reload()
  }
  return (
    <>
      <Heading title={t('Events')}>
        <a class="button primary" href={`${adminPath}/events/new`}>
          {t('New event')}
        </a>
      </Heading>
      <StatusTabs status={values.status} counts={counts?.events} onStatus={(status) => change({ status })} />
      <Filters values={values} change={change} />
      <BulkActions selected={selected} onDone={afterBulk} />
      <LoadedState loaded={loaded} isEmpty={({ total }) => total === 0} empty={<Empty {...values} />}>
        {({ events, total, pages }) => (
          <>
            <p class="quiet">{tn('{count} event', '{count} events', total)}</p>
            <EventTable events={events} selected={selected} onSelected={setSelected} onChanged={loaded.reload} />
            <Pager page={page} pages={pages} onPage={(next) => change({ page: String(next) })} />
          </>
        )}
      </LoadedState>
    </>
  )
}

const Filters = ({
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
        <select value={values.span} onChange={({ currentTarget }) => change({ span: currentTarget.value })}>
          <option value="">{t('Upcoming')}</option>
          <option value="past">{t('Past')}</option>
          <option value="all">{t('All dates')}</option>
        </select>
      </label>
    </search>
  )
}

const Empty = ({ search, status, span }: EventQuery) => (
  <>
    <p>{search || status || span ? t('No event fits these filters.') : t('There are no upcoming events yet.')}</p>
    <p>
      <a class="button primary" href={`${adminPath}/events/new`}>
        {t('New event')}
      </a>
    </p>
  </>
)
