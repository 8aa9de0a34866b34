/*
 * What must not compile: `npm run typecheck` fails when one of the lines below a `@ts-expect-error` does compile. Nothing here runs.
 */
import type { ListedEvent } from '../src/views/events/list-events.ts'
import type { Column } from '../src/views/list/record-table.tsx'

/** A column shows only what the list asks the server for. */
export const columns: readonly Column<ListedEvent>[] = [
  { key: 'status', name: 'Status', show: ({ status }) => status },
  // @ts-expect-error a member of events that the list does not ask for
  { key: 'cost', name: 'Price', show: ({ cost }) => cost },
]
