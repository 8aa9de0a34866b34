import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'

/** Deletes records in the trash permanently, after asking. */
export const RemoveForGood = ({
  label,
  text = t('This cannot be undone.'),
  onRemove,
}: {
  /** The accessible name, if several of these buttons are on a page. */
  readonly label?: string
  readonly text?: string
  readonly onRemove: () => void
}) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button kind="danger" aria-label={label} onClick={() => setAsking(true)}>
        {t('Delete for good')}
      </Button>
      {isAsking && (
        <AskDialog question={{ title: t('Delete for good'), text, go: onRemove }} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
