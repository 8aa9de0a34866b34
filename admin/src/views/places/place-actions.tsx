import { useState } from 'preact/hooks'
import type { Status } from '../../api/calendar.ts'
import { t, tn } from '../../texts.ts'
import { AskDialog, type Question } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { BulkBar, type Change, ChangeButtons } from '../list/bulk-bar.tsx'
import {
  RemoveForGood,
  removeChange,
  StatusActions,
  type StatusWriter,
  statusChanges,
} from '../list/status-actions.tsx'
import { linkAgain, readEventsAt } from './linked-events.ts'
import { MergeDialog, mostMerged } from './merge-dialog.tsx'
import type { PlaceForm } from './place-fields.tsx'
import type { PlaceKind } from './place-kind.ts'
import { type ListedPlace, nameOf } from './place-list.tsx'

/** The actions on a venue or an organizer in its row. */
export const PlaceActions = <F extends PlaceForm, B extends object>({
  kind,
  row,
  onChanged,
}: {
  readonly kind: PlaceKind<F, B>
  readonly row: ListedPlace
  readonly onChanged: () => void
}) => {
  const [question, setQuestion] = useState<Question>()
  const trash = (): void => {
    trashChange(kind)
      .apply(row.id)
      .then((undo) => {
        onChanged()
        notify(t('Moved to the trash.'), undo && (() => undo().finally(onChanged)))
      }, notifyFault)
  }
  if (!row.may_edit) return null
  return (
    <>
      <StatusActions
        row={row}
        title={nameOf(row)}
        writer={placeStatus(kind)}
        onTrash={row.events > 0 ? () => setQuestion(trashQuestion(row.events, trash)) : trash}
        onChanged={onChanged}
      />
      {question && <AskDialog question={question} onClose={() => setQuestion(undefined)} />}
    </>
  )
}

/** The actions on the selected venues or organizers of all pages. */
export const PlaceBulk = <F extends PlaceForm, B extends object>({
  kind,
  selected,
  rows,
  isTrash,
  mayMerge,
  onDone,
}: {
  readonly kind: PlaceKind<F, B>
  readonly selected: ReadonlySet<number>
  /** The selected rows. */
  readonly rows: readonly ListedPlace[]
  /** The list shows the trash. */
  readonly isTrash: boolean
  readonly mayMerge: boolean
  readonly onDone: () => void
}) => {
  const [question, setQuestion] = useState<Question>()
  const [isMerging, setMerging] = useState(false)
  const { bulkLabel: label, selected: selectedText, done, progress } = kind.texts()
  const events = rows.reduce((sum, row) => sum + row.events, 0)
  const trash = trashChange(kind)
  return (
    <>
      <BulkBar selected={selected} texts={{ label, selected: selectedText, done, progress }} onDone={onDone}>
        {(run) => (
          <>
            <ChangeButtons changes={statusChanges(placeStatus(kind), isTrash)} run={run} />
            {isTrash ? (
              <RemoveForGood onRemove={() => run(removeChange(placeStatus(kind)))} />
            ) : (
              <Button onClick={() => (events > 0 ? setQuestion(trashQuestion(events, () => run(trash))) : run(trash))}>
                {trash.text}
              </Button>
            )}
            {mayMerge && !isTrash && selected.size > 1 && selected.size <= mostMerged && (
              <Button onClick={() => setMerging(true)}>{t('Merge')}</Button>
            )}
          </>
        )}
      </BulkBar>
      {question && <AskDialog question={question} onClose={() => setQuestion(undefined)} />}
      {isMerging && <MergeDialog kind={kind} records={rows} onClose={() => setMerging(false)} onDone={onDone} />}
    </>
  )
}

/** Writes the status of a record; the trash is one. */
const placeStatus = <F extends PlaceForm, B extends object>({ requests }: PlaceKind<F, B>): StatusWriter => ({
  readStatus: async (id) => (await requests.read(id)).record.status,
  writeStatus: async (id: number, status: Status, etag?: string) =>
    status === 'trash' ? requests.trash(id, etag) : (await requests.update(id, { status } as B, etag)).etag,
  remove: requests.remove,
})

/** Moves records to the trash, which removes them from their events; undo links them again. */
const trashChange = <F extends PlaceForm, B extends object>(kind: PlaceKind<F, B>): Change => ({
  text: t('Move to the trash'),
  apply: async (id) => {
    const { writeStatus, readStatus } = placeStatus(kind)
    const [before, events] = [await readStatus(id), await readEventsAt(kind.singular, id)]
    if (before === 'trash') return () => Promise.resolve()
    const etag = await writeStatus(id, 'trash')
    if (!events) return undefined
    return async () => {
      await writeStatus(id, before, etag)
      await linkAgain(kind.singular, events, id)
    }
  },
})

/** Asks before events lose their venue or organizer. */
const trashQuestion = (events: number, go: () => void): Question => ({
  title: t('Move to the trash'),
  text: tn(
    '{count} event is linked to it and loses the link. After a restore it has to be chosen there again.',
    '{count} events are linked to it and lose the link. After a restore it has to be chosen there again.',
    events,
  ),
  go,
})
