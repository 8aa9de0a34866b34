import type { Tagged } from '../../api/calendar.ts'
import { write } from '../../api/site.ts'
import { changesOf, namesOf, textOf } from '../../ui/form.tsx'
import type { StoredRecord } from '../record/record-kind.ts'
import { eventsOf, linkAgain } from './linked-events.ts'
import type { PlaceForm } from './place-fields.tsx'
import type { PlaceKind } from './place-kind.ts'

/** A record that may be merged, as it was read. */
export type Candidate<F> = Tagged<StoredRecord<F>>

/** The record to keep, and its values after the merge. */
export type Merge<F> = { readonly kept: Candidate<F>; readonly others: readonly Candidate<F>[]; readonly form: F }

/** Fields about the publication of a record, which are never taken from another one. */
const ownFields: readonly string[] = ['slug', 'status', 'date']

/** The fields in which records differ. */
export const differingFields = <F extends PlaceForm, B extends object>(
  { fields }: PlaceKind<F, B>,
  candidates: readonly Candidate<F>[],
): readonly (keyof F)[] =>
  namesOf(fields).filter((name) => {
    const texts = candidates.map(({ record }) => JSON.stringify(record.form[name]))
    return !ownFields.includes(name) && new Set(texts).size > 1
  })

/** The default value of a field: that of the kept record, or the first one if it is empty. */
export const usualChoice = <F extends PlaceForm>(
  name: keyof F,
  kept: Candidate<F>,
  candidates: readonly Candidate<F>[],
): Candidate<F> => [kept, ...candidates].find(({ record }) => textOf(record.form[name]) !== '') ?? kept

/** Merges records, and returns the number of moved events and a function to undo the merge, unless there are too many. */
export const merge = async <F extends PlaceForm, B extends object>(
  kind: PlaceKind<F, B>,
  { kept, others, form }: Merge<F>,
): Promise<{ readonly events: number; readonly undo: (() => Promise<void>) | undefined }> => {
  const { singular, requests } = kind
  const { id: into, form: before } = kept.record
  const own = await eventsOf(singular, into)
  const moved: (readonly [Candidate<F>, readonly number[] | undefined])[] = []
  for (const one of others) moved.push([one, await eventsOf(singular, one.record.id)])
  const body = changesOf(kind.fields, form, before)
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
    if (isChanged) await requests.update(into, changesOf(kind.fields, before, form), left.get(into))
    for (const [{ record }, linked = []] of moved) {
      await requests.update(record.id, { status: record.status } as B, left.get(record.id))
      await linkAgain(singular, linked, record.id, { id: into, events: new Set(own) })
    }
  }
  return { events, undo: own && moved.every(([, linked]) => linked) ? undo : undefined }
}
