import { sql } from 'kysely'
import { bool } from '../../core/types.ts'
import { filter } from '../../query/condition.ts'

/** Selects events that end on a later day than they start, in their own time zone. Only calendars use it; the interface has no such filter. */
export const multiDayFilter = filter<'event', boolean, boolean>({
  type: bool,
  isCheap: true,
  isRare: (wanted) => wanted,
  shape: (wanted) => wanted,
  where: (_, wanted) => (eb) => {
    const [start, end] = [eb.ref('event.start_date'), eb.ref('event.end_date')]
    return wanted
      ? sql<boolean>`substr(${end}, 1, 10) > substr(${start}, 1, 10)`
      : sql<boolean>`substr(${end}, 1, 10) = substr(${start}, 1, 10)`
  },
})
