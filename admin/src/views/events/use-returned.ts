import type { Event } from '../../api/calendar.ts'
import { read } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'

/** The notes of reviewers by the events that were sent back with them, of those in a list; nothing is asked where the person has none. */
export const useReturned = (
  events: readonly Pick<Event, 'id' | 'status'>[] = [],
  returned = 0,
): ReadonlyMap<number, string> => {
  const ids = returned === 0 ? [] : events.filter(({ status }) => status === 'draft').map(({ id }) => id)
  type Returned = { readonly event: number; readonly note: string }
  const { data } = useLoaded(ids.join(), async () =>
    ids.length === 0 ? [] : read<readonly Returned[]>('kalends/v1', 'reviews', { include: ids.join() }),
  )
  return new Map(data?.map(({ event, note }) => [event, note]))
}
