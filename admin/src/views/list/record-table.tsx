import type { ComponentChildren } from 'preact'
import { t } from '../../texts.ts'
import { Table, type TableColumn } from '../../ui/table.tsx'
import type { Column } from './columns.ts'

/** How a list is sorted: by a column, from the smallest or the largest. */
export type Sorting = { readonly by: string; readonly isDescending: boolean }

/** A column whose rows have all that it needs. */
type ShownColumn<R> = Omit<Column<R, never>, 'needs' | 'show'> & { readonly show: (row: R) => ComponentChildren }

type Props<R> = {
  readonly rows: readonly R[]
  readonly titleOf: (row: R) => string
  readonly selectAllText: string
  /** The first column names the row. */
  readonly columns: readonly ShownColumn<R>[]
  readonly actions: (row: R) => ComponentChildren
  /** Rows that the person may not change cannot be selected. */
  readonly mayChange?: (row: R) => boolean
  readonly selected: ReadonlySet<number>
  readonly onSelected: (selected: ReadonlySet<number>) => void
  readonly sorting?: Sorting
  readonly onSorting?: (sorting: Sorting) => void
  /** What stands in the place of a row. */
  readonly insteadOf?: (row: R) => ComponentChildren
}

/** A page of records as a table; the selection stays when the page changes. */
export const RecordTable = <R extends { readonly id: number }>(props: Props<R>) => {
  const { rows, titleOf, selectAllText, columns, actions, selected, onSelected, sorting, onSorting } = props
  const { mayChange = () => true } = props
  const changeable = rows.filter(mayChange)
  const areAll = changeable.length > 0 && changeable.every(({ id }) => selected.has(id))
  const select = (some: readonly R[], isSelected: boolean): void => {
    const next = new Set(selected)
    for (const { id } of some) isSelected ? next.add(id) : next.delete(id)
    onSelected(next)
  }
  const selecting: TableColumn<R> = {
    key: 'select',
    name: '',
    kind: 'select',
    head: (
      <input
        type="checkbox"
        aria-label={selectAllText}
        checked={areAll}
        disabled={changeable.length === 0}
        onChange={() => select(changeable, !areAll)}
      />
    ),
    show: (row) =>
      mayChange(row) && (
        <input
          type="checkbox"
          aria-label={t('Select “{title}”', { title: titleOf(row) })}
          checked={selected.has(row.id)}
          onChange={({ currentTarget }) => select([row], currentTarget.checked)}
        />
      ),
  }
  return (
    <Table
      columns={[
        selecting,
        ...columns.map((column, at) => ({
          ...column,
          ...(at === 0 ? { kind: 'header' as const } : {}),
          ...sortingHead(column, sorting, onSorting),
        })),
        { key: 'actions', name: t('Actions'), kind: 'actions', show: actions },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      insteadOf={props.insteadOf}
    />
  )
}

/** The head of a column by which the list can be sorted. */
const sortingHead = (
  { key, name, sort }: Omit<Column<never, never>, 'needs' | 'show'>,
  sorting: Sorting | undefined,
  onSorting: ((sorting: Sorting) => void) | undefined,
): Pick<TableColumn<never>, 'head' | 'order'> => {
  if (!sort || !onSorting) return {}
  const isSorted = sorting?.by === key
  const isDescending = isSorted ? sorting.isDescending : sort === 'descending'
  return {
    order: isSorted ? (isDescending ? 'descending' : 'ascending') : undefined,
    head: (
      <button
        type="button"
        class="sort"
        onClick={() => onSorting({ by: key, isDescending: isSorted ? !isDescending : isDescending })}
      >
        {name} <span aria-hidden="true">{isSorted ? (isDescending ? '↓' : '↑') : '↕'}</span>
      </button>
    ),
  }
}
