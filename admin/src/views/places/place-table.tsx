import { adminPath } from '../../api/root.ts'
import { formatInstant, formatNumber, t, tn } from '../../texts.ts'
import { statusName } from '../../ui/status-tabs.tsx'
import type { Column } from '../list/record-table.tsx'
import type { PlaceRow } from './list-places.ts'
import type { PlaceKind } from './place-kind.ts'

/** The name of a row. */
export const nameOf = ({ name }: Pick<PlaceRow, 'name'>): string => name || t('(no title)')

/** The columns of a list of venues or organizers. */
export const placeColumns = ({
  plural,
  singular,
}: Pick<PlaceKind<never, never>, 'plural' | 'singular'>): readonly Column<PlaceRow>[] => [
  {
    key: 'name',
    name: t('Name'),
    sort: 'ascending',
    show: (row) => (row.may_edit ? <a href={`${adminPath}/${plural}/${row.id}`}>{nameOf(row)}</a> : nameOf(row)),
  },
  plural === 'venues'
    ? { key: 'address', name: t('Address'), show: ({ address }) => address }
    : { key: 'email', name: t('E-mail address'), show: ({ email }) => email },
  {
    key: 'events',
    name: t('Events'),
    sort: 'descending',
    show: ({ id, events }) =>
      events === 0 ? (
        formatNumber(0)
      ) : (
        <a href={`${adminPath}/?${singular}=${id}&span=all`} aria-label={tn('{count} event', '{count} events', events)}>
          {formatNumber(events)}
        </a>
      ),
  },
  {
    key: 'status',
    name: t('Status'),
    show: ({ status }) => <span class={`badge ${status}`}>{statusName(status)}</span>,
  },
  { key: 'modified', name: t('Last change'), sort: 'descending', show: ({ modified }) => formatInstant(modified) },
]
