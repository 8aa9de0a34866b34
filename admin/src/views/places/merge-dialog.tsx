import { useState } from 'preact/hooks'
import type { Tagged } from '../../api/calendar.ts'
import { write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { listChanges, listNames, textOf } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { ChoiceTable } from '../record/conflict.tsx'
import type { StoredRecord } from '../record/record-kind.ts'
import { linkAgain, readEventsAt } from './linked-events.ts'
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

/** A record that may be merged, as it was read. */
type Candidate<F> = Tagged<StoredRecord<F>>

/** The record to keep, and its values after the merge. */
type Merge<F> = { readonly kept: Candidate<F>; readonly others: readonly Candidate<F>[]; readonly form: F }

/** Fields about the publication of a record, which are never taken from another one. */
const ownFields: readonly string[] = ['slug', 'status', 'date']

/** The fields in which records differ. */
const differingFields = <F extends PlaceForm, B extends object>(
  { fields }: PlaceKind<F, B>,
  candidates: readonly Candidate<F>[],
): readonly (keyof F)[] =>
  listNames(fields).filter((name) => {
    const texts = candidates.map(({ record }) => JSON.stringify(record.form[name]))
    return !ownFields.includes(name) && new Set(texts).size > 1
  })

/** The default value of a field: that of the kept record, or the first one if it is empty. */
const usualChoice = <F extends PlaceForm>(
  name: keyof F,
  kept: Candidate<F>,
  candidates: readonly Candidate<F>[],
): Candidate<F> => [kept, ...candidates].find(({ record }) => textOf(record.form[name]) !== '') ?? kept

/** Merges records, and returns the number of moved events and a function to undo the merge, unless there are too many. */
const merge = async <F extends PlaceForm, B extends object>(
  kind: PlaceKind<F, B>,
  { kept, others, form }: Merge<F>,
): Promise<{ readonly events: number; readonly undo: (() => Promise<void>) | undefined }> => {
  const { singular, requests } = kind
  const { id: into, form: before } = kept.record
  const own = await readEventsAt(singular, into)
  const moved: (readonly [Candidate<F>, readonly number[] | undefined])[] = []
  for (const one of others) moved.push([one, await readEventsAt(singular, one.record.id)])
  const body = listChanges(kind.fields, form, before)
  const isChanged = Object.keys(body).length > 0
  if (isChanged) await requests.update(into, body, kept.etag)
  const from = others.map(({ record }) => record.id)
  const { events } = await write<{ events: number }>('POST', 'kalends/v1', 'merges', {
    body: { kind: kind.plural, into, from },
  })
  const left = new Map<number, string>()
  for (const id of [into, ...from]) left.set(id, (await requests.read(id)).etag)
  const undo = async (): Promise<void> => {
    // If somebody has changed the record since, nothing is undone.
    if (isChanged) await requests.update(into, listChanges(kind.fields, before, form), left.get(into))
    for (const [{ record }, linked = []] of moved) {
      await requests.update(record.id, { status: record.status } as B, left.get(record.id))
      await linkAgain(singular, linked, record.id, { id: into, events: new Set(own) })
    }
  }
  return { events, undo: own && moved.every(([, linked]) => linked) ? undo : undefined }
}
