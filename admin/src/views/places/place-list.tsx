import type { Page, Status } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { listReader } from '../../api/site.ts'
import { formatInstant, formatNumber, t, tn } from '../../texts.ts'
import { statusName } from '../../ui/status-tabs.tsx'
import { columnFor, membersFor, type Needed } from '../list/columns.ts'

/** The state of the list in its address. */
type PlaceQuery = Readonly<Record<'status' | 'search' | 'page' | 'sort', string>>

/** A venue or an organizer of `kalends/v1/directory`. */
type PlaceRow = {
  readonly id: number
  readonly name: string
  /** Of venues. */
  readonly address?: string
  /** Of organizers. */
  readonly email?: string
  readonly status: Status
  readonly modified: string
  readonly url: string
  readonly events: number
  readonly may_edit: boolean
}

const readDirectory = listReader<PlaceRow>()

/** Reads a page of venues or organizers with some of their members. */
const listPlaces = <M extends keyof PlaceRow>(
  kind: 'venues' | 'organizers',
  members: readonly M[],
  { status, search, page, sort }: PlaceQuery,
): Promise<Page<Pick<PlaceRow, M>>> =>
  readDirectory('kalends/v1', 'directory', members, {
    kind,
    status: status || undefined,
    search: search || undefined,
    page: Math.max(1, Number(page) || 1),
    per_page: 30,
    orderby: sort.replace('-', '') || undefined,
    order: sort.startsWith('-') ? 'desc' : 'asc',
  })

/** A group of records that may be the same. */
export type Duplicates = {
  readonly records: readonly Pick<PlaceRow, 'id' | 'name' | 'address' | 'events'>[]
  readonly reason: 'name' | 'place'
}

/** The records that have a name already, in any case. */
export const findNamesakes = async (kind: 'venues' | 'organizers', name: string): Promise<ReadonlySet<number>> => {
  const { records } = await listPlaces(kind, ['id'], { status: '', search: name, page: '', sort: '' })
  return new Set(records.map(({ id }) => id))
}

/** The name of a row. */
export const nameOf = ({ name }: Pick<PlaceRow, 'name'>): string => name || t('(no title)')

const column = columnFor<PlaceRow>()

/** What the list needs besides its columns, for its actions. */
const always = ['id', 'name', 'status', 'url', 'events', 'may_edit'] as const

/** A row of the list, with what is asked for. */
export type ListedPlace = Pick<PlaceRow, (typeof always)[number] | Needed<ReturnType<typeof placeColumns>>>

type Kind = { readonly plural: 'venues' | 'organizers'; readonly singular: 'venue' | 'organizer' }

/** Reads a page of the list. */
export const readPlaces = (kind: Kind, query: PlaceQuery): Promise<Page<ListedPlace>> =>
  listPlaces(kind.plural, membersFor(always, placeColumns(kind)), query)

/** The columns of a list of venues or organizers. */
export const placeColumns = ({ plural, singular }: Kind) => [
  column({
    key: 'name',
    name: t('Name'),
    needs: ['id', 'name', 'may_edit'],
    sort: 'ascending',
    show: (row) => (row.may_edit ? <a href={`${adminPath}/${plural}/${row.id}`}>{nameOf(row)}</a> : nameOf(row)),
  }),
  plural === 'venues'
    ? column({ key: 'address', name: t('Address'), needs: ['address'], show: ({ address }) => address })
    : column({ key: 'email', name: t('E-mail address'), needs: ['email'], show: ({ email }) => email }),
  column({
    key: 'events',
    name: t('Events'),
    needs: ['id', 'events'],
    sort: 'descending',
    show: ({ id, events }) =>
      events === 0 ? (
        formatNumber(0)
      ) : (
        <a
          href={`${adminPath}/events?${singular}=${id}&span=all&collapse=none`}
          aria-label={tn('{count} event', '{count} events', events)}
        >
          {formatNumber(events)}
        </a>
      ),
  }),
  column({
    key: 'status',
    name: t('Status'),
    needs: ['status'],
    show: ({ status }) => <span class={`badge ${status}`}>{statusName(status)}</span>,
  }),
  column({
    key: 'modified',
    name: t('Last change'),
    needs: ['modified'],
    sort: 'descending',
    show: ({ modified }) => formatInstant(modified),
  }),
]
