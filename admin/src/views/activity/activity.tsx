import { session } from '../../api/session.ts'
import { readList } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { useAddress } from '../use-address.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityTable, type Entry } from './activity-table.tsx'
import { findPeople } from './people.ts'

const names = ['user', 'kind', 'action', 'from', 'to', 'page'] as const

/** The state of the view in its address. */
export type ActivityQuery = Readonly<Record<(typeof names)[number], string>>

/** The day after another one; the interface takes the end of a span as the first moment after it. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

const readActivity = ({ user, kind, action, from, to, page }: ActivityQuery) =>
  readList<Entry>('kalends/v1', 'activity', {
    user: user || undefined,
    kind: kind || undefined,
    action: action || undefined,
    after: from || undefined,
    before: to ? dayAfter(to) : undefined,
    page: page || undefined,
    per_page: 50,
  })

/** The activity: changes of records with person and time. */
export const Activity = () => {
  const { values, change } = useAddress(names)
  const loaded = useLoaded(JSON.stringify(values), () => readActivity(values))
  const people = useLoaded(String(session()?.user), findPeople)
  return (
    <>
      <Heading title={t('Activity')} />
      <ActivityFilters values={values} people={people.data ?? []} change={change} />
      <LoadedState
        loaded={loaded}
        isEmpty={({ total }) => total === 0}
        empty={<p>{t('No entry fits these filters.')}</p>}
      >
        {({ records, total, pages }) => (
          <>
            <p class="quiet">{tn('{count} entry', '{count} entries', total)}</p>
            <ActivityTable entries={records} />
            <Pager
              page={Math.max(1, Number(values.page) || 1)}
              pages={pages}
              onPage={(page) => change({ page: String(page) })}
            />
          </>
        )}
      </LoadedState>
    </>
  )
}
