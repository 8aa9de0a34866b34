/*
 * What must not compile: `npm run typecheck` fails when one of the lines below a `@ts-expect-error` does compile. Nothing here runs.
 */
import type { Event } from '../src/api/calendar.ts'
import type { listEvents } from '../src/views/events/event-list.tsx'
import { columnFor, membersFor } from '../src/views/list/columns.ts'

const column = columnFor<Event>()

/** A column shows only what it needs, and so only what the list asks the server for. */
const price = column({ key: 'cost', name: 'Price', needs: ['cost'], show: ({ cost }) => cost })

/** What others must not do. */
export const refused = [
  // @ts-expect-error a member that the column does not need
  column({ key: 'cost', name: 'Price', needs: ['title'], show: ({ cost }) => cost }),
  // @ts-expect-error a column that does not say what it needs
  column({ key: 'cost', name: 'Price', show: ({ cost }) => cost }),
  // @ts-expect-error events have no such member
  column({ key: 'price', name: 'Price', needs: ['price'], show: () => '' }),
]

/** What the columns need is asked for. */
export const members: readonly ('id' | 'cost')[] = membersFor(['id'], [price])

/** The events of the list have what its columns need, and nothing else. */
export const showFirst = ({ records: [first] }: Awaited<ReturnType<typeof listEvents>>) => {
  // @ts-expect-error a member that no column needs
  first?.cost
  return first?.start_date
}
