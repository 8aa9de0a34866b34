import { useState } from 'preact/hooks'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { notify } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { ChoiceTable } from '../record/choice-table.tsx'
import { type Candidate, differingFields, merge, usualChoice } from './merge.ts'
import type { PlaceForm } from './place-fields.tsx'
import type { PlaceKind } from './place-kind.ts'

/** Most records that are compared side by side. */
export const mostMerged = 10

type Props<F extends PlaceForm, B extends object> = {
  readonly kind: PlaceKind<F, B>
  /** The records with the number of their events. */
  readonly records: readonly { readonly id: number; readonly events: number }[]
  readonly onClose: () => void
  /** Called after the merge, and again after its undo. */
  readonly onDone: () => void
}

/** Merges several records into one, after comparing them. */
export const MergeDialog = <F extends PlaceForm, B extends object>(props: Props<F, B>) => {
  const { kind, records, onClose } = props
  const ids = records.map(({ id }) => id)
  const loaded = useLoaded(ids.join(), () => Promise.all(ids.map(kind.requests.read)))
  return (
    <Dialog title={kind.texts().mergeTitle} onClose={onClose} isWide>
      <LoadedState loaded={loaded}>{(candidates) => <Choice {...props} candidates={candidates} />}</LoadedState>
      {!loaded.data && <Button onClick={onClose}>{t('Cancel')}</Button>}
    </Dialog>
  )
}

const Choice = <F extends PlaceForm, B extends object>({
  kind,
  records,
  candidates,
  onClose,
  onDone,
}: Props<F, B> & { readonly candidates: readonly Candidate<F>[] }) => {
  const counts = new Map(records.map(({ id, events }) => [id, events]))
  const countOf = ({ record }: Candidate<F>): number => counts.get(record.id) ?? 0
  // The record that most events name is most likely the one that people know.
  const [keptId, setKept] = useState(() => [...candidates].sort((a, b) => countOf(b) - countOf(a))[0]?.record.id)
  const [choices, setChoices] = useState<ReadonlyMap<keyof F, string>>(new Map())
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const kept = candidates.find(({ record }) => record.id === keptId)
  if (!kept) return null
  const others = candidates.filter((one) => one !== kept)
  const names = differingFields(kind, candidates)
  const chosen = (name: keyof F): string => choices.get(name) ?? String(usualChoice(name, kept, candidates).record.id)
  const formOf = (id: string): F => (candidates.find(({ record }) => String(record.id) === id) ?? kept).record.form
  const moving = others.reduce((sum, one) => sum + countOf(one), 0)
  const start = async (): Promise<void> => {
    setBusy(true)
    setFault('')
    const picked = Object.fromEntries(names.map((name) => [name, formOf(chosen(name))[name]]))
    const form = { ...kept.record.form, ...picked }
    try {
      const { events, undo } = await merge(kind, { kept, others, form })
      onClose()
      onDone()
      const text = tn('Merged. {count} event has moved.', 'Merged. {count} events have moved.', events)
      notify(text, undo && (() => undo().finally(onDone)))
    } catch (error) {
      setFault((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <div class="stack">
      <Fault text={fault} />
      <fieldset>
        <legend>{t('Which one is kept?')}</legend>
        {candidates.map((one) => (
          <label key={one.record.id} class="check">
            <input type="radio" name="kept" checked={one === kept} onChange={() => setKept(one.record.id)} />
            <span>
              {one.record.form.title} <small>{tn('{count} event', '{count} events', countOf(one))}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {names.length === 0 ? (
        <p>{t('They are the same.')}</p>
      ) : (
        <>
          <p>{t('This is where they differ. Choose what is kept of each field.')}</p>
          <ChoiceTable
            names={names}
            fields={kind.fields}
            versions={candidates.map(({ record }) => ({
              key: String(record.id),
              name: record.form.title,
              form: record.form,
            }))}
            chosen={chosen}
            onChoose={(name, key) => setChoices(new Map(choices).set(name, key))}
          />
        </>
      )}
      <p>
        {tn('{count} event will follow to “{name}”.', '{count} events will follow to “{name}”.', moving, {
          name: kept.record.form.title,
        })}{' '}
        {t('What is not kept moves to the trash.')}
      </p>
      <div class="actions">
        <Button kind="primary" isBusy={isBusy} onClick={start}>
          {t('Merge')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </div>
  )
}
