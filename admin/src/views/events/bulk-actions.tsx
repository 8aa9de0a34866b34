import { useState } from 'preact/hooks'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BulkBar, ChangeButtons } from '../list/bulk-bar.tsx'
import { RemoveForGood } from '../list/remove-for-good.tsx'
import { removeChange, statusChange, statusChanges } from '../list/status-changes.ts'
import { findVenues } from '../venues/find-venues.ts'
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
            <Dialog title={t('Change the venue')} onClose={() => setPlacing(false)}>
              <Combobox
                label={t('Venue')}
                search={findVenues}
                onChoose={({ id, name }) => {
                  setPlacing(false)
                  run(venueChange(id, name))
                }}
              />
              <Button onClick={() => setPlacing(false)}>{t('Cancel')}</Button>
            </Dialog>
          )}
        </>
      )}
    </BulkBar>
  )
}
