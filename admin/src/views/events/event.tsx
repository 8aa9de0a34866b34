import { useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { adminPath } from '../../api/root.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { LoadedState } from '../../ui/state.tsx'
import { EventPage } from './event-page.tsx'
import { readEvent } from './event-record.ts'
import { formOf } from './form-state.ts'
import { copyOf, newForm } from './new-form.ts'
import type { Start } from './start.ts'

/** The page of an event; of a new one where the id is `new`, which may be on a day, or a copy of another event. */
export const EventView = ({ id }: { readonly id: string }) => {
  const { route, query } = useLocation()
  const { day = '', copy = '' } = query
  const place = [id, day, copy].join(' ')
  // A new event that gets its id is the same form: what has the focus keeps it.
  const shown = useRef({ place, key: 0 })
  const created = useRef('')
  if (shown.current.place !== place) {
    const isSame = created.current === place
    shown.current = { place, key: shown.current.key + (isSame ? 0 : 1) }
  }
  const onCreated = (newId: number): void => {
    created.current = `${newId}  `
    route(`${adminPath}/events/${newId}`, true)
  }
  return <Opening key={shown.current.key} read={() => readStart(id, day, copy)} onCreated={onCreated} />
}

const readStart = async (id: string, day: string, copy: string): Promise<Start> => {
  if (id !== 'new') {
    const stored = await readEvent(Number(id))
    return { name: `event:${id}`, form: formOf(stored.record), stored }
  }
  if (copy) {
    const { record } = await readEvent(Number(copy))
    const { show_map, show_map_link } = record
    return { name: `event:copy-of-${copy}`, form: copyOf(record), extra: { show_map, show_map_link } }
  }
  return { name: 'event:new', form: newForm(day || undefined) }
}

const Opening = ({
  read,
  onCreated,
}: {
  readonly read: () => Promise<Start>
  readonly onCreated: (id: number) => void
}) => {
  const loaded = useLoaded('', read)
  return <LoadedState loaded={loaded}>{(start) => <EventPage start={start} onCreated={onCreated} />}</LoadedState>
}
