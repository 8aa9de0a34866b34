import type { ComponentChildren } from 'preact'

/** A column of a table. */
export type TableColumn<R> = {
  readonly key: string
  /** The heading of the column; on a phone it precedes each value. */
  readonly name: string
  /** Replaces the name as the heading of the column. */
  readonly head?: ComponentChildren
  readonly order?: 'ascending' | 'descending' | undefined
  readonly show: (row: R) => ComponentChildren
  /** The header names the row; boxes select it, and buttons change it. Both need no name before them. */
  readonly kind?: 'header' | 'select' | 'actions'
}

type Props<R> = {
  readonly columns: readonly TableColumn<R>[]
  readonly rows: readonly R[]
  readonly keyOf: (row: R) => string | number
  readonly caption?: string
  /** What stands in the place of the cells of a row, such as a form; undefined where these do. */
  readonly insteadOf?: ((row: R) => ComponentChildren) | undefined
  /** Shown below the rows. */
  readonly children?: ComponentChildren
}

/** On a phone the elements of a table are blocks, so screen readers need explicit roles. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader', scope: 'col' },
  header: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const

/** Rows with named columns; on a phone each row is a block in which the names stand before the values. */
export const Table = <R,>({ columns, rows, keyOf, caption, insteadOf, children }: Props<R>) => (
  <div class="table">
    <table {...roles.table}>
      {caption && <caption>{caption}</caption>}
      <thead {...roles.group}>
        <tr {...roles.row}>
          {columns.map((column) => (
            <Head key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody {...roles.group}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...roles.row}>
            <Cells columns={columns} row={row} instead={insteadOf?.(row)} />
          </tr>
        ))}
      </tbody>
    </table>
    {children}
  </div>
)

const Head = <R,>({ column: { kind, name, head, order } }: { readonly column: TableColumn<R> }) =>
  kind === 'select' ? (
    <td class="select" {...roles.cell}>
      {head}
    </td>
  ) : (
    <th {...roles.head} {...(order ? { 'aria-sort': order } : {})}>
      {head ?? name}
    </th>
  )

const Cells = <R,>({
  columns,
  row,
  instead,
}: Pick<Props<R>, 'columns'> & { readonly row: R; readonly instead: ComponentChildren }) =>
  instead === undefined ? (
    columns.map((column) => <Cell key={column.key} column={column} row={row} />)
  ) : (
    <td {...roles.cell} colSpan={columns.length}>
      {instead}
    </td>
  )

const Cell = <R,>({ column: { kind, name, show }, row }: { readonly column: TableColumn<R>; readonly row: R }) => {
  if (kind === 'header') return <th {...roles.header}>{show(row)}</th>
  if (kind === 'select')
    return (
      <td class="select" {...roles.cell}>
        {show(row)}
      </td>
    )
  return (
    <td {...roles.cell} {...(kind === 'actions' ? {} : { 'data-name': name })}>
      <div class={kind}>{show(row)}</div>
    </td>
  )
}
