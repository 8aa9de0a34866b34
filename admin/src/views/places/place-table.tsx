import { adminPath } from '../../api/root.ts'
import { formatInstant, formatNumber, t, tn } from '../../texts.ts'
import { statusName } from '../../ui/status-tabs.tsx'
import { columnFor, type Needed } from '../list/columns.ts'
import type { PlaceRow } from './list-places.ts'
import type { PlaceKind } from './place-kind.ts'

/** The name of a row. */
export const nameOf = ({ name }: Pick<PlaceRow, 'name'>): string => name || t('(no title)')

const column = columnFor<PlaceRow>()

/** What the list needs besides its columns, for its actions. */
export const always = ['id', 'name', 'status', 'url', 'events', 'may_edit'] as const

/** A row of the list, with what is asked for. */
export type ListedPlace = Pick<PlaceRow, (typeof always)[number] | Needed<ReturnType<typeof placeColumns>>>

/** The columns of a list of venues or organizers. */
export const placeColumns = ({ plural, singular }: Pick<PlaceKind<never, never>, 'plural' | 'singular'>) => [
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
        <a href={`${adminPath}/?${singular}=${id}&span=all`} aria-label={tn('{count} event', '{count} events', events)}>
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
