import { allDates, calendar, readData, statuses } from '../../api/calendar.ts'
import { eachOf } from '../../api/each-of.ts'
import { read } from '../../api/site.ts'

/** The kinds of records that events link to. */
export type LinkedKind = 'venue' | 'organizer'

/** Most events whose links are taken back by undo. */
const most = 500

/** The events of a record, to link them again; undefined if there are too many. */
export const readEventsAt = async (kind: LinkedKind, id: number): Promise<readonly number[] | undefined> => {
  const query = { ...allDates, status: statuses.join(), [kind]: id }
  const { events, total } = await read<{ events: { id: number }[]; total: number }>('kalends/v1', 'calendar', query)
  return total > most ? undefined : events.map((event) => event.id)
}

const linksOf = async (kind: LinkedKind, event: number): Promise<readonly number[]> => {
  const record = readData(await calendar.GET('/events/{id}', { params: { path: { id: event } } }))
  return (kind === 'venue' ? [record.venue].flat() : record.organizer).map(({ id }) => id)
}

/** Links events to a record again; `instead` is what they were linked to in its place, unless they always were. */
export const linkAgain = (
  kind: LinkedKind,
  events: readonly number[],
  id: number,
  instead?: { readonly id: number; readonly events: ReadonlySet<number> },
): Promise<void> =>
  eachOf(events, async (event) => {
    const linked = await linksOf(kind, event)
    const kept = linked.filter((one) => one !== instead?.id || instead.events.has(event))
    const links = [...new Set([...kept, id])]
    const body = kind === 'venue' ? { venue: links } : { organizer: links }
    await calendar.POST('/events/{id}', { params: { path: { id: event } }, body })
  })
