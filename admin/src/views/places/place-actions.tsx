import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { AskDialog, type Question } from '../../ui/ask-dialog.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { StatusActions } from '../list/status-actions.tsx'
import { placeStatus, trashChange } from './place-changes.ts'
import type { PlaceForm } from './place-fields.tsx'
import type { PlaceKind } from './place-kind.ts'
import { type ListedPlace, nameOf } from './place-table.tsx'
import { trashQuestion } from './trash-question.ts'

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
