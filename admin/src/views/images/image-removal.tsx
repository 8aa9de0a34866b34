import { useState } from 'preact/hooks'
import { type Image, type ImageUses, removeImage } from '../../api/images.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'

/** Asks before an image is deleted, and warns where it is used. */
export const ImageRemoval = ({
  image,
  name,
  uses,
  onClose,
  onRemoved,
}: {
  readonly image: Image
  readonly name: string
  readonly uses: ImageUses | undefined
  readonly onClose: () => void
  readonly onRemoved: () => void
}) => {
  const [isBusy, setBusy] = useState(false)
  const remove = (): void => {
    setBusy(true)
    removeImage(image.id).then(
      () => {
        notify(t('The image “{name}” has been deleted.', { name }))
        onRemoved()
      },
      (error) => {
        notifyFault(error)
        onClose()
      },
    )
  }
  const total = uses?.total ?? 0
  return (
    <Dialog title={t('Delete the image “{name}”', { name })} onClose={onClose}>
      <div class="stack">
        {total > 0 && (
          <p class="notice failed">
            {tn(
              '{count} record shows it, and will have no image.',
              '{count} records show it, and will have no image.',
              total,
            )}
          </p>
        )}
        <p>{t('This cannot be undone.')}</p>
        <div class="actions">
          <Button kind="danger" isBusy={isBusy} onClick={remove}>
            {t('Delete the image')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
