import { useState } from 'preact/hooks'
import { adminPath } from '../../api/root.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { Pager } from '../../ui/pager.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { RecordTable } from '../list/record-table.tsx'
import { StatusActions } from '../list/status-actions.tsx'
import { useCounts } from '../list/use-counts.ts'
import { may } from '../menu.ts'
import { mayEdit } from '../record/may-edit.ts'
import { useColors } from '../terms/colors.ts'
import { useAddress } from '../use-address.ts'
import { BulkActions } from './bulk-actions.tsx'
import { ColumnChoice, eventColumns, titleOf, useColumns } from './columns.tsx'
import { eventStatus, trashOccurrence } from './event-changes.ts'
import { EventFilters } from './event-filters.tsx'
import { FilterChips } from './filter-chips.tsx'
import { type EventQuery, listEvents, queryNames, sortingOf } from './list-events.ts'
import { useReturned } from './use-returned.ts'

/** The list of events. */
export const Events = () => {
  const { values: said, change } = useAddress(queryNames)
  const values = { ...said, status: statusOf(said.status) }
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const columns = useColumns()
  const colors = useColors()
  const loaded = useLoaded(JSON.stringify(values), () => listEvents(values))
  const counts = useCounts(loaded.data)
  const returned = useReturned(loaded.data?.records, counts?.events['returned'])
  const page = Math.max(1, Number(values.page) || 1)
  const isMine = values.status === 'mine'
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
      <StatusTabs
        status={values.status}
        hasMine
        counts={counts?.events}
        onStatus={(status) => change({ status: status || allWord(), ...(status === 'mine' ? unknownOfMine : {}) })}
      />
      <EventFilters values={values} change={change} />
      <FilterChips values={values} events={loaded.error ? [] : loaded.data?.records} change={change} />
      <BulkActions selected={selected} isTrash={values.status === 'trash'} onDone={afterBulk} />
      <LoadedState loaded={loaded} isEmpty={({ total }) => total === 0} empty={<Empty {...values} />}>
        {({ records, total, pages }) => (
          <>
            <div class="row summary">
              <p class="quiet">{tn('{count} event', '{count} events', total)}</p>
              <ColumnChoice {...columns} />
            </div>
            <RecordTable
              rows={records}
              titleOf={titleOf}
              selectAllText={t('Select all events of this page')}
              columns={eventColumns(colors, returned)
                .filter(({ key }, at) => at === 0 || columns.chosen.includes(key))
                // Only the person's own events cannot be sorted by their start.
                .map(({ sort, ...column }) =>
                  sort && !(isMine && column.key === 'start') ? { ...column, sort } : column,
                )}
              actions={(event) => (
                <>
                  {event.status !== 'trash' && (
                    <a
                      class="button quiet"
                      href={`${adminPath}/events/new?copy=${event.id}`}
                      aria-label={t('Duplicate “{title}”', { title: titleOf(event) })}
                    >
                      {t('Duplicate')}
                    </a>
                  )}
                  <StatusActions
                    row={event}
                    title={titleOf(event)}
                    writer={eventStatus}
                    mayChange={mayEdit(event)}
                    onChanged={loaded.reload}
                    {...(event.series && {
                      onTrash: () =>
                        void trashOccurrence(event.id, event.status, titleOf(event), loaded.reload).catch(notifyFault),
                    })}
                  />
                </>
              )}
              mayChange={mayEdit}
              selected={selected}
              onSelected={setSelected}
              sorting={sortingOf(values)}
              onSorting={({ by, isDescending }) => change({ sort: `${isDescending ? '-' : ''}${by}` })}
            />
            <Pager page={page} pages={pages} onPage={(next) => change({ page: String(next) })} />
          </>
        )}
      </LoadedState>
    </>
  )
}

/** Who only sends in events sees the own ones first; the address of the list of all then says so. */
const allWord = (): string => (may('publish') ? '' : 'all')

const statusOf = (said: string): string => (said === 'all' ? '' : said || (may('publish') ? '' : 'mine'))

/** The filters that the list of the person's own events does not have. */
const unknownOfMine = { venue: '', organizer: '', state: '', sort: '' } as const

const Empty = ({ search, status, span, state }: EventQuery) => (
  <>
    <p>
      {search || (status && status !== 'mine') || span || state
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
