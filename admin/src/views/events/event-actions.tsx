import { useState } from 'preact/hooks'
import { calendar, type Event, etagOf, readData, type Status, unlessChanged } from '../../api/calendar.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { type Choice, Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { BulkBar, type Change, ChangeButtons } from '../list/bulk-bar.tsx'
import { RemoveForGood, removeChange, type StatusWriter, statusChange, statusChanges } from '../list/status-actions.tsx'
import { findVenues } from '../places/find-places.ts'
import { askScope, type Scope, scopeOfUndo } from '../series/ask-scope.ts'

/** The actions on the selected events of all pages. */
export const BulkActions = ({
  selected,
  isTrash,
  onDone,
}: {
  readonly selected: ReadonlySet<number>
  /** The list shows the trash. */
  readonly isTrash: boolean
  readonly onDone: () => void
}) => {
  const [isPlacing, setPlacing] = useState(false)
  const trash = statusChange(eventStatus, 'trash', t('Move to the trash'))
  return (
    <BulkBar
      selected={selected}
      onDone={onDone}
      texts={{
        label: t('Actions for the selected events'),
        selected: (count) => tn('{count} event selected', '{count} events selected', count),
        done: (count, text) => tn('{text}: {count} event.', '{text}: {count} events.', count, { text }),
        progress: t('Changing events'),
      }}
    >
      {(run) => (
        <>
          <ChangeButtons changes={[...statusChanges(eventStatus, isTrash), ...(isTrash ? [] : [trash])]} run={run} />
          {isTrash && <RemoveForGood onRemove={() => run(removeChange(eventStatus))} />}
          <Button onClick={() => setPlacing(true)}>{t('Change the venue')}</Button>
          {isPlacing && (
            <VenueDialog
              count={selected.size}
              onClose={() => setPlacing(false)}
              onVenue={({ id, name }) => {
                setPlacing(false)
                run(venueChange(id, name))
              }}
            />
          )}
        </>
      )}
    </BulkBar>
  )
}

/** Chooses a venue; nothing is changed before the button is pressed. */
const VenueDialog = ({
  count,
  onClose,
  onVenue,
}: {
  readonly count: number
  readonly onClose: () => void
  readonly onVenue: (venue: Choice) => void
}) => {
  const [venue, setVenue] = useState<Choice>()
  return (
    <Dialog title={t('Change the venue')} onClose={onClose}>
      <Combobox label={t('Venue')} search={findVenues} onChoose={setVenue} />
      {venue && (
        <p>
          <strong>{venue.name}</strong> {venue.note}
        </p>
      )}
      <div class="row">
        <Button kind="primary" disabled={!venue} onClick={() => venue && onVenue(venue)}>
          {tn('Change {count} event', 'Change {count} events', count)}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  )
}

const path = (id: number, etag?: string) => ({ params: { path: { id }, header: unlessChanged(etag) } })

const read = async (id: number) => readData(await calendar.GET('/events/{id}', { params: { path: { id } } }))

/** Writes the status of an event, or of the chosen events of its series; returns the new ETag. */
const writeStatus = async (id: number, status: Status, etag?: string, scope: Scope = 'this'): Promise<string> =>
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

/** Moves an event of a form to the trash, or the chosen ones of its series. @throws Cancelled */
export const trashEvent = async (
  { id, status, series }: { readonly id: number; readonly status: Status; readonly series?: object },
  etag: string,
  title: string,
  { onGone, onBack }: { readonly onGone: () => void; readonly onBack: () => void },
): Promise<void> => {
  const scope: Scope = series ? await askScope(t('Move “{title}” to the trash', { title })) : 'this'
  const after = await writeStatus(id, 'trash', etag, scope)
  onGone()
  notify(t('Moved to the trash.'), () => writeStatus(id, status, after, scopeOfUndo(scope)).then(onBack))
}

/** Writes the status of an event; the trash is one. */
export const eventStatus: StatusWriter = {
  readStatus: async (id) => (await read(id)).status,
  writeStatus,
  remove: (id) => calendar.DELETE('/events/{id}', { params: { path: { id }, query: { force: true } } }),
}

/** Moves events to a venue. */
const venueChange = (venue: number, name: string): Change => {
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
