import { allDates, type Event, readEvents } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatLocal, formatPeriod, t, tn } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { statusName } from '../../ui/status-tabs.tsx'
import { Table } from '../../ui/table.tsx'
import { columnFor, membersFor } from '../list/columns.ts'
import { useAddress } from '../use-address.ts'
import { ownFieldsInWords } from './exception-notice.tsx'
import { inWords } from './rule-parts.ts'
import { readRecurrence, readSeries, type Series } from './series-place.ts'

/** Rows on a page. */
const perPage = 30

const column = columnFor<Event>()

/** The columns of the events of a series. */
const occurrenceColumns = () => [
  column({
    key: 'start',
    name: t('When'),
    needs: ['id', 'start_date', 'end_date', 'all_day'],
    kind: 'header',
    show: ({ id, start_date, end_date, all_day }) => (
      <a href={`${adminPath}/events/${id}`}>{formatPeriod(start_date, end_date, all_day)}</a>
    ),
  }),
  column({
    key: 'title',
    name: t('Title'),
    needs: ['title'],
    show: ({ title }) => plainText(title) || t('(no title)'),
  }),
  column({
    key: 'own',
    name: t('Differs in'),
    needs: ['own_fields'],
    show: ({ own_fields = [] }) => ownFieldsInWords(own_fields),
  }),
  column({
    key: 'status',
    name: t('Status'),
    needs: ['status'],
    show: ({ status }) => <span class={`badge ${status}`}>{statusName(status)}</span>,
  }),
]

/** The events of a series of all times. */
const readOccurrences = (series: number, page: number) =>
  readEvents(membersFor(['id'], occurrenceColumns()), { ...allDates, series, page, per_page: perPage })

/** The page of a series: how it recurs, and each of its events. */
export const SeriesView = ({ id }: { readonly id: string }) => {
  const { values, change } = useAddress(['page'])
  const page = Math.max(1, Number(values.page) || 1)
  const loaded = useLoaded(`${id} ${page}`, async () => {
    const series = await readSeries(Number(id))
    return { series, list: series && (await readOccurrences(series.id, page)) }
  })
  return (
    <LoadedState loaded={loaded} title={t('Series')}>
      {({ series, list }) =>
        series ? (
          <>
            <Heading title={plainText(series.title) || t('(no title)')}>
              <a class="button" href={series.url}>
                {t('View')}
              </a>
              <a class="button" href={`${adminPath}/events/${series.first.id}`}>
                {t('Open the first event')}
              </a>
            </Heading>
            <Facts series={series} />
            <Exceptions series={series} />
            <Table
              caption={t('Events of the series')}
              columns={occurrenceColumns()}
              rows={list?.records ?? []}
              keyOf={({ id }) => id}
            />
            <Pager page={page} pages={list?.pages ?? 1} onPage={(next) => change({ page: String(next) })} />
          </>
        ) : (
          <>
            <Heading title={t('Series')} />
            <p class="empty">{t('All events of this series are in the trash, or there is no such series.')}</p>
          </>
        )
      }
    </LoadedState>
  )
}

const Facts = ({ series }: { readonly series: Series }) => {
  const { start_date, timezone, all_day, count, first, last, filled_until } = series
  return (
    <div class="card dates">
      <p>{inWords(readRecurrence(series), { start: start_date, timezone })}</p>
      <p class="quiet">
        {tn('{count} event', '{count} events', count)}: {formatLocal(first.start_date, all_day)} –{' '}
        {formatLocal(last.start_date, all_day)} ({timezone})
      </p>
      {filled_until && (
        <p class="quiet">
          {t('There are events until {date}; more follow as time passes.', {
            date: formatLocal(filled_until, true),
          })}
        </p>
      )}
    </div>
  )
}

const Exceptions = ({ series: { exceptions, recurrence, all_day } }: { readonly series: Series }) => {
  if (exceptions.length === 0 && recurrence.exdate.length === 0) return null
  return (
    <section class="dates">
      <h2>{t('Exceptions')}</h2>
      <ul>
        {exceptions.map(({ id, start_date, own_fields = [] }) => (
          <li key={id}>
            <a href={`${adminPath}/events/${id}`}>{formatLocal(start_date, all_day)}</a>: {ownFieldsInWords(own_fields)}
          </li>
        ))}
        {recurrence.exdate.map((date) => (
          <li key={date}>{t('{date} is left out', { date: formatLocal(date, all_day || date.length === 10) })}</li>
        ))}
      </ul>
    </section>
  )
}
