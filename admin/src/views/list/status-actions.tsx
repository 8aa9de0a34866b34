import { useState } from 'preact/hooks'
import type { Status } from '../../api/calendar.ts'
import { mayPublish } from '../../api/session.ts'
import { t } from '../../texts.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button, IconButton, IconLink } from '../../ui/button.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import type { Change } from './bulk-bar.tsx'

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
        <IconLink icon="outside" text={t('View')} href={url} aria-label={t('View “{title}”', { title })} />
      )}
      {mayChange && (
        <IconButton
          icon="trash"
          text={t('Move to the trash')}
          aria-label={t('Move “{title}” to the trash', { title })}
          onClick={onTrash ?? (() => write('trash', t('Moved to the trash.')))}
        />
      )}
    </>
  )
}

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

/** What changes the status of a record needs of its kind. */
export type StatusWriter = {
  readonly readStatus: (id: number) => Promise<Status>
  /** Returns the new ETag; if an ETag is given, it writes only if nobody has changed the record since. */
  readonly writeStatus: (id: number, status: Status, etag?: string) => Promise<string>
  /** Deletes a record permanently. */
  readonly remove: (id: number) => Promise<unknown>
}

/** Gives records a status; each gets back its own by undo. */
export const statusChange = (
  { readStatus, writeStatus }: Omit<StatusWriter, 'remove'>,
  status: Status,
  text: string,
): Change => ({
  text,
  apply: async (id) => {
    const before = await readStatus(id)
    if (before === status) return () => Promise.resolve()
    const etag = await writeStatus(id, status)
    return () => writeStatus(id, before, etag)
  },
})

/** Deletes records permanently, which cannot be undone. */
export const removeChange = ({ remove }: StatusWriter): Change => ({
  text: t('Delete for good'),
  apply: async (id) => {
    await remove(id)
    return undefined
  },
})

/** The changes of records outside the trash, and of those in it. Contributors do not publish (contract F5.10). */
export const statusChanges = (writer: StatusWriter, isTrash: boolean): readonly Change[] => {
  if (isTrash) return [statusChange(writer, 'draft', t('Restore as drafts'))]
  const drafts = statusChange(writer, 'draft', t('Make drafts'))
  return mayPublish() ? [statusChange(writer, 'publish', t('Publish')), drafts] : [drafts]
}
