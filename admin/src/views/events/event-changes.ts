import { calendar, dataOf, type Event, etagOf, type Status, unlessChanged } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { notify } from '../../ui/notices.tsx'
import type { Change } from '../list/bulk-bar.tsx'
import type { StatusWriter } from '../list/status-changes.ts'
import { askScope, type Scope, scopeOfUndo } from '../series/ask-scope.ts'

const path = (id: number, etag?: string) => ({ params: { path: { id }, header: unlessChanged(etag) } })

const read = async (id: number) => dataOf(await calendar.GET('/events/{id}', { params: { path: { id } } }))

/** Writes the status of an event, or of the chosen events of its series; returns the new ETag. */
export const writeStatus = async (id: number, status: Status, etag?: string, scope: Scope = 'this'): Promise<string> =>
  etagOf(
    await (status === 'trash'
      ? calendar.DELETE('/events/{id}', { params: { ...path(id, etag).params, query: { scope } } })
      : calendar.POST('/events/{id}', { ...path(id, etag), body: { status, scope } })),
  )

/** Moves an occurrence, or the chosen events of its series, to the trash. @throws Cancelled */
export const trashOccurrence = async (id: number, status: Status, title: string, onChanged: () => void) => {
  const scope = await askScope(t('Move “{title}” to the trash', { title }))
  const etag = await writeStatus(id, 'trash', undefined, scope)
  onChanged()
  notify(t('Moved to the trash.'), () => writeStatus(id, status, etag, scopeOfUndo(scope)).finally(onChanged))
}

/** Writes the status of an event; the trash is one. */
export const eventStatus: StatusWriter = {
  readStatus: async (id) => (await read(id)).status,
  writeStatus,
  remove: (id) => calendar.DELETE('/events/{id}', { params: { path: { id }, query: { force: true } } }),
}

/** Moves events to a venue. */
export const venueChange = (venue: number, name: string): Change => {
  const write = (id: number, to: number | readonly number[], etag?: string) =>
    calendar.POST('/events/{id}', { ...path(id, etag), body: { venue: to as number[] } })
  return {
    text: t('Move to {venue}', { venue: name }),
    apply: async (id) => {
      const before = venuesOf(await read(id))
      const moved = await write(id, venue)
      return () => write(id, before, etagOf(moved))
    },
  }
}

/** The venues of an event: the interface writes one as an object, and none or several as a list. */
const venuesOf = ({ venue }: Pick<Event, 'venue'>): readonly number[] => [venue].flat().map(({ id }) => id)
