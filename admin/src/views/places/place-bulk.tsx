import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { AskDialog, type Question } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { BulkBar, ChangeButtons } from '../list/bulk-bar.tsx'
import { RemoveForGood } from '../list/remove-for-good.tsx'
import { removeChange, statusChanges } from '../list/status-changes.ts'
import { MergeDialog, mostMerged } from './merge-dialog.tsx'
import { placeStatus, trashChange } from './place-changes.ts'
import type { PlaceForm } from './place-fields.tsx'
import type { PlaceKind } from './place-kind.ts'
import type { ListedPlace } from './place-table.tsx'
import { trashQuestion } from './trash-question.ts'

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
