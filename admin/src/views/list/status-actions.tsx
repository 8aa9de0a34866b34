import type { Status } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { RemoveForGood } from './remove-for-good.tsx'
import type { StatusWriter } from './status-changes.ts'

/** The part of a row that is needed to change its status. */
type Row = { readonly id: number; readonly status: Status; readonly url: string }

/** The actions on a record in its row: view it, move it to the trash, and restore it. */
export const StatusActions = ({
  row: { id, status, url },
  title,
  writer: { writeStatus, remove },
  mayChange = true,
  onTrash,
  onChanged,
}: {
  readonly row: Row
  readonly title: string
  readonly writer: StatusWriter
  /** Without the right a record can only be looked at. */
  readonly mayChange?: boolean
  /** Asks before it moves the record; without it the record is moved at once. */
  readonly onTrash?: () => void
  readonly onChanged: () => void
}) => {
  const write = (to: Status, text: string): void => {
    writeStatus(id, to).then((etag) => {
      onChanged()
      notify(text, () => writeStatus(id, status, etag).finally(onChanged))
    }, notifyFault)
  }
  if (status === 'trash') {
    if (!mayChange) return null
    const removeIt = (): void => {
      remove(id).then(() => {
        onChanged()
        notify(t('“{title}” has been deleted.', { title }))
      }, notifyFault)
    }
    return (
      <>
        <Button
          aria-label={t('Restore “{title}”', { title })}
          onClick={() => write('draft', t('Restored as a draft.'))}
        >
          {t('Restore')}
        </Button>
        <RemoveForGood
          label={t('Delete “{title}” for good', { title })}
          text={t('“{title}” is deleted for good. This cannot be undone.', { title })}
          onRemove={removeIt}
        />
      </>
    )
  }
  return (
    <>
      {status === 'publish' && (
        <a class="button quiet" href={url} aria-label={t('View “{title}”', { title })}>
          {t('View')}
        </a>
      )}
      {mayChange && (
        <Button
          kind="quiet"
          aria-label={t('Move “{title}” to the trash', { title })}
          onClick={onTrash ?? (() => write('trash', t('Moved to the trash.')))}
        >
          {t('Trash')}
        </Button>
      )}
    </>
  )
}
