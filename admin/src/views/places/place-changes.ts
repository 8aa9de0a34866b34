import type { Status } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import type { Change } from '../list/bulk-bar.tsx'
import type { StatusWriter } from '../list/status-changes.ts'
import { eventsOf, linkAgain } from './linked-events.ts'
import type { PlaceForm } from './place-fields.tsx'
import type { PlaceKind } from './place-kind.ts'

/** Writes the status of a record; the trash is one. */
export const placeStatus = <F extends PlaceForm, B extends object>({ requests }: PlaceKind<F, B>): StatusWriter => ({
  readStatus: async (id) => (await requests.read(id)).record.status,
  writeStatus: async (id: number, status: Status, etag?: string) =>
    status === 'trash' ? requests.trash(id, etag) : (await requests.update(id, { status } as B, etag)).etag,
  remove: requests.remove,
})

/** Moves records to the trash, which removes them from their events; undo links them again. */
export const trashChange = <F extends PlaceForm, B extends object>(kind: PlaceKind<F, B>): Change => ({
  text: t('Move to the trash'),
  apply: async (id) => {
    const { writeStatus, readStatus } = placeStatus(kind)
    const [before, events] = [await readStatus(id), await eventsOf(kind.singular, id)]
    if (before === 'trash') return () => Promise.resolve()
    const etag = await writeStatus(id, 'trash')
    if (!events) return undefined
    return async () => {
      await writeStatus(id, before, etag)
      await linkAgain(kind.singular, events, id)
    }
  },
})
