import type { Status } from '../../api/calendar.ts'
import { mayPublish } from '../../api/session.ts'
import { t } from '../../texts.ts'
import type { Change } from './bulk-bar.tsx'

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
