import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { type Import, undoImport } from './imports-api.ts'

/** Asks for confirmation before an import is undone, which cannot be reverted. */
export const UndoImport = ({
  undone: { id },
  onClose,
  onUndone,
}: {
  readonly undone: Import
  readonly onClose: () => void
  readonly onUndone: () => void
}) => {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const undo = (): void => {
    setBusy(true)
    setFault('')
    undoImport(id).then(onUndone, (error: Error) => {
      setFault(error.message)
      setBusy(false)
    })
  }
  return (
    <Dialog title={t('Undo import {id}', { id })} onClose={isBusy ? undefined : onClose}>
      <div class="stack">
        <p>
          {t('The events, venues, organizers, categories and tags that this import has created are removed for good.')}
        </p>
        <p>
          {t('What somebody has changed since stays, and so does what other events use. You are told what it was.')}
        </p>
        <Fault text={fault} />
        <div class="actions">
          <Button kind="danger" isBusy={isBusy} onClick={undo}>
            {t('Undo the import')}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
