import type { ComponentChildren } from 'preact'

/**
 * A column of a list of `R`. It names the members that it needs, is given these alone, and the list asks the server for them: what no column
 * needs is not sent, and what a column did not name does not compile.
 */
export type Column<R, M extends keyof R> = {
  readonly key: string
  readonly name: string
  readonly needs: readonly M[]
  readonly show: (row: Pick<R, M>) => ComponentChildren
  /** A header names the row. */
  readonly kind?: 'header' | 'actions'
  /** The initial direction of sorting by the column; without it, the column cannot be sorted. */
  readonly sort?: 'ascending' | 'descending'
}

/** Makes columns of lists of `R`: `columnFor<Event>()({ key: 'cost', name: t('Price'), needs: ['cost'], show: ({ cost }) => cost })`. */
export const columnFor =
  <R>() =>
  <M extends keyof R>(column: Column<R, M>): Column<R, M> =>
    column

/** The members that some columns need, and those that the list needs besides. */
export const membersFor = <M extends string>(
  always: readonly M[],
  columns: readonly { readonly needs: readonly M[] }[],
): readonly M[] => [...new Set([...always, ...columns.flatMap(({ needs }) => needs)])]

/** The names of the members that some columns need. */
export type Needed<Columns extends readonly { readonly needs: readonly PropertyKey[] }[]> =
  Columns[number]['needs'][number]
