import type { EventFields } from '../../api/calendar.ts'
import { History } from '../history/history.tsx'
import { readEvent, updateEvent } from './event-record.ts'
import type { EventFormState } from './use-event-form.ts'

/** The history of an event; the form shows the version that was restored. */
export const EventHistory = ({
  page,
  id,
  onClose,
}: {
  readonly page: EventFormState
  readonly id: number
  readonly onClose: () => void
}) => (
  <History
    collection="tribe_events"
    record={id}
    isChanged={page.isChanged}
    write={async (payload) => {
      // The undo comes after other writes: the version is that of now.
      const { etag } = await readEvent(id)
      page.show(await updateEvent(id, etag, payload as EventFields))
    }}
    onClose={onClose}
  />
)
