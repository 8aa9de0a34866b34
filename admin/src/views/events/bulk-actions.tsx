import { useState } from 'preact/hooks'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { type Choice, Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BulkBar, ChangeButtons } from '../list/bulk-bar.tsx'
import { RemoveForGood } from '../list/remove-for-good.tsx'
import { removeChange, statusChange, statusChanges } from '../list/status-changes.ts'
import { findVenues } from '../places/find-places.ts'
import { eventStatus, venueChange } from './event-changes.ts'

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
