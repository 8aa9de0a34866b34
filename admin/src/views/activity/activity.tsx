import { adminPath } from '../../api/root.ts'
import { session } from '../../api/session.ts'
import { listReader, readList } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatInstant, t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { Table } from '../../ui/table.tsx'
import { actionName, actionNames } from '../history/versions.ts'
import { columnFor, membersFor } from '../list/columns.ts'
import { recordPath } from '../record-path.ts'
import { useAddress } from '../use-address.ts'
import { UndoChange } from './undo-change.tsx'

const queryNames = ['user', 'kind', 'action', 'from', 'to', 'change', 'page'] as const

type ActivityQuery = Readonly<Record<(typeof queryNames)[number], string>>

/** The kinds of records whose changes are recorded. */
const kindNames = {
  event: () => t('Event'),
  venue: () => t('Venue'),
  organizer: () => t('Organizer'),
  category: () => t('Category'),
  tag: () => t('Tag'),
  user: () => t('User'),
} as const

/** Something that was done to a record. */
type Entry = {
  readonly id: number
  readonly date: string
  readonly user: { readonly id: number; readonly name: string }
  readonly action: string
  readonly kind: keyof typeof kindNames
  readonly record: number
  readonly title: string
  /** The name of the change of many records to which it belongs. */
  readonly change: string | null
}

/** Somebody whose work can be chosen. */
type Person = { readonly id: number; readonly name: string }

/** The activity: changes of records with person and time. */
export const Activity = () => {
  const { values, change } = useAddress(queryNames)
  const loaded = useLoaded(JSON.stringify(values), () => readActivity(values))
  const people = useLoaded(String(session()?.user), findPeople)
  return (
    <>
      <Heading title={t('Activity')} />
      <Filters values={values} people={people.data ?? []} change={change} />
      {values.change && (
        <div class="row bulk">
          <span>{t('What was changed together')}</span>
          <UndoChange change={values.change} onDone={loaded.reload} />
          <Button onClick={() => change({ change: '' })}>{t('Show everything')}</Button>
        </div>
      )}
      <LoadedState
        loaded={loaded}
        isEmpty={({ total }) => total === 0}
        empty={<p>{t('No entry fits these filters.')}</p>}
      >
        {({ records, total, pages }) => (
          <>
            <p class="quiet">{tn('{count} entry', '{count} entries', total)}</p>
            <Table columns={entryColumns()} rows={records} keyOf={({ id }) => id} />
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

const column = columnFor<Entry>()

const entryColumns = () => [
  column({ key: 'when', name: t('When'), needs: ['date'], show: ({ date }) => formatInstant(date) }),
  column({
    key: 'who',
    name: t('Who'),
    needs: ['user', 'kind'],
    show: ({ user, kind }) =>
      user.id === 0
        ? kind === 'user'
          ? t('on the command line')
          : t('automatically, as scheduled')
        : user.name || t('a user who was removed'),
  }),
  column({
    key: 'action',
    name: t('What was done'),
    needs: ['action', 'change', 'title'],
    show: ({ action, change, title }) => (
      <>
        {actionName(action)}
        {change && (
          <>
            {' '}
            <a
              class="badge"
              href={`${adminPath}/activity?change=${change}`}
              aria-label={`${t('with others')}: ${title || t('(no title)')}`}
            >
              {t('with others')}
            </a>
          </>
        )}
      </>
    ),
  }),
  column({
    key: 'record',
    name: t('Record'),
    needs: ['kind', 'record', 'title', 'action'],
    kind: 'header',
    show: ({ kind, record, title, action }) => {
      const text = title || t('(no title)')
      return (
        <>
          {action === 'deleted' ? text : <a href={`${adminPath}${recordPath(kind, record)}`}>{text}</a>}{' '}
          <span class="badge">{kindNames[kind]()}</span>
        </>
      )
    },
  }),
]

const readEntries = listReader<Entry>()

const readActivity = ({ user, kind, action, from, to, change, page }: ActivityQuery) =>
  readEntries('kalends/v1', 'activity', membersFor(['id'], entryColumns()), {
    user: user || undefined,
    kind: kind || undefined,
    action: action || undefined,
    change: change || undefined,
    after: from || undefined,
    before: to ? dayAfter(to) : undefined,
    page: page || undefined,
    per_page: 50,
  })

/** The latest entries. @throws CalendarError */
export const readLatest = async (count: number): Promise<readonly Entry[]> =>
  (await readList<Entry>('kalends/v1', 'activity', { per_page: count })).records

/** The day after another one; the interface takes the end of a span as the first moment after it. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** The people to choose from: administrators see all users, others only themselves. */
export const findPeople = async (): Promise<readonly Person[]> => {
  const { user = 0, role } = session() ?? {}
  const own = { id: user, name: t('Me') }
  if (role !== 'administrator') return [own]
  const { records } = await readList<Person>('wp/v2', 'users', { per_page: 100, orderby: 'name', _fields: 'id,name' })
  return [own, ...records.filter(({ id }) => id !== user)]
}

/** Narrows the activity to a person, a kind of record, an action and a span of days. */
const Filters = ({
  values,
  people,
  change,
}: {
  readonly values: ActivityQuery
  readonly people: readonly Person[]
  readonly change: (changed: Partial<ActivityQuery>) => void
}) => {
  const persons = people.map(({ id, name }) => [String(id), name] as const)
  // A person of the address who is not in the list.
  const isListed = values.user === '' || persons.some(([id]) => id === values.user)
  const others = isListed ? [] : [[values.user, `#${values.user}`] as const]
  const optionsOf = (names: Readonly<Record<string, () => string>>) =>
    Object.entries(names).map(([value, name]) => [value, name()] as const)
  return (
    <search class="row filters">
      <SelectField
        label={t('Person')}
        value={values.user}
        options={[['', t('Everybody')], ...persons, ...others]}
        onValue={(user) => change({ user })}
      />
      <SelectField
        label={t('Kind')}
        value={values.kind}
        options={[['', t('Everything')], ...optionsOf(kindNames)]}
        onValue={(kind) => change({ kind })}
      />
      <SelectField
        label={t('What was done')}
        value={values.action}
        options={[['', t('Anything')], ...optionsOf(actionNames)]}
        onValue={(action) => change({ action })}
      />
      <TextField label={t('From')} type="date" value={values.from} onValue={(from) => change({ from })} />
      <TextField label={t('To')} type="date" value={values.to} onValue={(to) => change({ to })} />
    </search>
  )
}
