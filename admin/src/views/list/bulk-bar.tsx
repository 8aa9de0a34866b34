import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { eachOf } from '../../api/each-of.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressDialog } from '../../ui/dialog.tsx'
import { notify, notifyFault, requireUndone } from '../../ui/notices.tsx'

/** A change of many records: writes one, and returns a function to undo that, if possible. */
export type Change = {
  readonly text: string
  readonly apply: (id: number) => Promise<(() => Promise<unknown>) | undefined>
}

/** The names of the records of a list. */
export type BulkTexts = {
  readonly label: string
  readonly selected: (count: number) => string
  readonly done: (count: number, text: string) => string
  readonly progress: string
}

/** The actions on the selected records of all pages. */
export const BulkBar = ({
  selected,
  texts,
  onDone,
  children,
}: {
  readonly selected: ReadonlySet<number>
  readonly texts: BulkTexts
  readonly onDone: () => void
  readonly children: (run: (change: Change) => Promise<void>) => ComponentChildren
}) => {
  const [done, setDone] = useState<number>()
  const run = async ({ text, apply }: Change): Promise<void> => {
    const undos: (() => Promise<unknown>)[] = []
    const faults: unknown[] = []
    setDone(0)
    await eachOf([...selected], async (id) => {
      try {
        const undo = await apply(id)
        if (undo) undos.push(undo)
      } catch (error) {
        faults.push(error)
      }
      setDone((before = 0) => before + 1)
    })
    setDone(undefined)
    onDone()
    const changed = selected.size - faults.length
    const undo = () => takeBack(undos).finally(onDone)
    // There is no undo if only some of the changes could be undone.
    if (changed > 0) notify(texts.done(changed, text), undos.length === changed ? undo : undefined)
    if (faults.length > 0) notifyFault(faults[0])
  }
  if (selected.size === 0) return null
  return (
    <section class="row bulk" aria-label={texts.label}>
      <span>{texts.selected(selected.size)}</span>
      {children(run)}
      {done !== undefined && <ProgressDialog title={texts.progress} done={done} of={selected.size} />}
    </section>
  )
}

/** Undoes the changes, except for records that others have changed since, which are reported. */
const takeBack = async (undos: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const faults: unknown[] = []
  await eachOf(undos, (one) => one().catch((error) => faults.push(error)))
  requireUndone(faults)
}

/** A button for each change. */
export const ChangeButtons = ({
  changes,
  run,
}: {
  readonly changes: readonly Change[]
  readonly run: (change: Change) => Promise<void>
}) => (
  <>
    {changes.map((change) => (
      <Button key={change.text} onClick={() => run(change)}>
        {change.text}
      </Button>
    ))}
  </>
)
