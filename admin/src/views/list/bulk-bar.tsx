import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { eachOf } from '../../api/each-of.ts'
import { tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { isOutdated, notify, notifyFault } from '../../ui/notices.tsx'

/** A change of many records: what is written to one, and how that is taken back; nothing where it cannot be. */
export type Change = {
  readonly text: string
  readonly apply: (id: number) => Promise<(() => Promise<unknown>) | undefined>
}

/** What a list calls its records. */
export type BulkTexts = {
  readonly label: string
  readonly selected: (count: number) => string
  readonly done: (count: number, text: string) => string
  readonly progress: string
}

/** What can be done with the records that are selected, on whichever page. */
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
    // What can be taken back only in part cannot be taken back.
    if (changed > 0) notify(texts.done(changed, text), undos.length === changed ? undo : undefined)
    if (faults.length > 0) notifyFault(faults[0])
  }
  if (selected.size === 0) return null
  return (
    <section class="row bulk" aria-label={texts.label}>
      <span>{texts.selected(selected.size)}</span>
      {children(run)}
      {done !== undefined && (
        <Dialog title={texts.progress}>
          <progress value={done} max={selected.size} aria-label={texts.progress} />
        </Dialog>
      )}
    </section>
  )
}

/** Takes back what can be taken back; what others have changed since stays, and is said. */
const takeBack = async (undos: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const faults: unknown[] = []
  await eachOf(undos, (one) => one().catch((error) => faults.push(error)))
  const changed = faults.filter(isOutdated).length
  if (changed < faults.length) throw faults.find((fault) => !isOutdated(fault))
  if (changed === 0) return
  throw new Error(
    tn(
      '{count} record has been changed since; it stays as it is.',
      '{count} records have been changed since; they stay as they are.',
      changed,
    ),
  )
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
