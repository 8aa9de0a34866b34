import { useState } from 'preact/hooks'
import { calendar, dataOf, type EventFields, type Status, tagged } from '../../api/calendar.ts'
import { eachOf } from '../../api/each-of.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { findVenues } from '../venues/find-venues.ts'

/** A change of many events: what is written to one, and how that is taken back. */
type Change = {
  readonly text: string
  readonly apply: (id: number) => Promise<() => Promise<unknown>>
}

const path = (id: number) => ({ params: { path: { id } } })

const update = (id: number, body: EventFields) => calendar.POST('/events/{id}', { ...path(id), body })

/** Writes fields of an event; the fields that it had before come back by the answer. */
const rewrite = async (id: number, body: EventFields, names: readonly ('status' | 'venue' | 'categories')[]) => {
  const { record } = tagged(await calendar.GET('/events/{id}', path(id)))
  const before: EventFields = {}
  if (names.includes('status')) before.status = record.status as Status
  if (names.includes('venue')) before.venue = Array.isArray(record.venue) ? [] : record.venue.id
  if (names.includes('categories')) before.categories = record.categories.map((term) => term.id)
  await update(id, body)
  return () => update(id, before)
}

const toStatus = (status: Status, text: string): Change => ({
  text,
  apply: (id) => rewrite(id, { status }, ['status']),
})

const trash = (): Change => ({
  text: t('Move to the trash'),
  apply: async (id) => {
    const before = dataOf(await calendar.GET('/events/{id}', path(id))).status as Status
    if (before !== 'trash') await calendar.DELETE('/events/{id}', path(id))
    return () => update(id, { status: before })
  },
})

const toVenue = (venue: number, name: string): Change => ({
  text: t('Move to {venue}', { venue: name }),
  apply: (id) => rewrite(id, { venue }, ['venue']),
})

/** What can be done with the events that are selected, on whichever page. */
export const BulkActions = ({
  selected,
  onDone,
}: {
  readonly selected: ReadonlySet<number>
  readonly onDone: () => void
}) => {
  const [done, setDone] = useState<number>()
  const [isPlacing, setPlacing] = useState(false)
  const run = async ({ text, apply }: Change): Promise<void> => {
    const ids = [...selected]
    const undos: (() => Promise<unknown>)[] = []
    const faults: unknown[] = []
    setPlacing(false)
    setDone(0)
    await eachOf(ids, async (id) => {
      try {
        undos.push(await apply(id))
      } catch (error) {
        faults.push(error)
      }
      setDone((before = 0) => before + 1)
    })
    setDone(undefined)
    onDone()
    notify(tn('{text}: {count} event.', '{text}: {count} events.', undos.length, { text }), () =>
      eachOf(undos, (undo) => undo()).then(onDone),
    )
    if (faults.length > 0) notifyFault(faults[0])
  }
  if (selected.size === 0) return null
  return (
    <section class="row bulk" aria-label={t('Actions for the selected events')}>
      <span>{tn('{count} event selected', '{count} events selected', selected.size)}</span>
      {[toStatus('publish', t('Publish')), toStatus('draft', t('Make drafts')), trash()].map((change) => (
        <Button key={change.text} onClick={() => run(change)}>
          {change.text}
        </Button>
      ))}
      <Button onClick={() => setPlacing(true)}>{t('Change the venue')}</Button>
      {isPlacing && (
        <Dialog title={t('Change the venue')} onClose={() => setPlacing(false)}>
          <Combobox label={t('Venue')} search={findVenues} onChoose={({ id, name }) => run(toVenue(id, name))} />
          <Button onClick={() => setPlacing(false)}>{t('Cancel')}</Button>
        </Dialog>
      )}
      {done !== undefined && (
        <Dialog title={t('Changing events')}>
          <progress value={done} max={selected.size} aria-label={t('Changing events')} />
        </Dialog>
      )}
    </section>
  )
}
