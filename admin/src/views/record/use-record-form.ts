import { CalendarError } from 'kalends-client'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Tagged } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { type Settlers, settleAll } from '../../ui/combobox.tsx'
import {
  differs,
  type Faults,
  faultsLeft,
  listChanges,
  listFaults,
  listForbidden,
  listNames,
  writeForm,
} from '../../ui/form.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { findKept, forget, keep } from './kept-form.tsx'
import type { RecordForm } from './record-fields.tsx'
import { begin, type RecordKind, type Start, type State, type StoredRecord } from './record-kind.ts'

/** The time of the last automatic save, or why it failed. */
type Autosaved = { readonly at: number } | { readonly fault: string }

/** A form was saved, as what the server made of it; or there was such a record already, which is unchanged. */
type Saved<F> = { readonly form: F; readonly existed: boolean }

/** The form of a record: typed text is kept, drafts are saved automatically, and writes run one after the other. */
export const useRecordForm = <F extends RecordForm, B extends object>(
  { singular, fields, requests, existedText, mayAutosave = () => true }: RecordKind<F, B>,
  start: Start<F, B>,
  onCreated: (id: number) => void,
) => {
  const [found, setFound] = useState(() => findUnsaved(start))
  const copies = useRef(found?.copies ?? [])
  // Typed text is based on an earlier version: if somebody has saved another one since, both are shown side by side.
  const [state, setState] = useState<State<F, B>>(() => ({ ...begin(start), ...found?.kept }))
  const [sentFaults, setSentFaults] = useState<Faults>({})
  /** Values that the server has refused are not sent again automatically. */
  const [refused, setRefused] = useState<F | 'every'>()
  const [isBusy, setBusy] = useState(false)
  const [theirs, setTheirs] = useState<Tagged<StoredRecord<F>>>()
  const [autosaved, setAutosaved] = useState<Autosaved>()
  /** The faults that are shown: of fields that somebody has left, or has tried to send. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [hasTyped, setTyped] = useState(false)
  // A write that has waited for another uses its result.
  const now = useRef(state)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const settlers = useRef<Settlers>(new Set()).current
  const set = (changed: Partial<State<F, B>>): void => {
    now.current = { ...now.current, ...changed }
    setState(now.current)
  }
  /** The record was replaced by another one; typed text stays. */
  const show = (stored: Tagged<StoredRecord<F>>): void => {
    const { form: typed, saved: sent } = now.current
    const answered = stored.record.form
    set({ stored, etag: stored.etag, ...rebase({ sent, typed, answered, keepsTexts: false }) })
  }
  const { form, saved, stored } = state
  /** The name under which what is typed is kept; a new record gets another one with its id. */
  const nameOf = ({ name, stored }: State<F, B>): string => (stored ? `${singular}:${stored.record.id}` : name)
  const isChanged = differs(form, saved)
  /** Nothing of it is to come back when the record is opened again, from whichever tab it came. */
  const forgetTyped = (name: string): void => {
    forget(name, copies.current)
    copies.current = []
  }
  useLayoutEffect(() => {
    if (isChanged) keep(nameOf(state), { form, saved, etag: state.etag }, copies.current)
    else forgetTyped(nameOf(state))
  }, [form, saved])

  const write = async (isAutosave: boolean): Promise<Saved<F>> => {
    const { form: sent, saved, stored, etag, extra } = now.current
    const next: Tagged<StoredRecord<F>> & { readonly existed?: boolean } = await (stored
      ? requests.update(stored.record.id, listChanges(fields, sent, withSlugOf(sent, saved)), etag, isAutosave)
      : requests.create({ ...extra, ...writeForm(fields, sent) }))
    // What was typed meanwhile is kept again, with the record as it is now.
    forgetTyped(nameOf(now.current))
    setFound(undefined)
    setSentFaults({})
    setRefused(undefined)
    const answered = next.record.form
    const existed = next.existed === true
    const rebased = rebase({ sent, typed: now.current.form, answered, keepsTexts: isAutosave && !existed })
    set({ stored: next, etag: next.etag, ...rebased })
    if (existed && existedText) notify(existedText())
    if (!stored) onCreated(next.record.id)
    return { form: answered, existed }
  }
  const fail = async (error: unknown): Promise<void> => {
    const { stored, form } = now.current
    setRefused(form)
    if (error instanceof CalendarError && error.status === 412 && stored)
      await requests.read(stored.record.id).then(setTheirs, notifyFault)
    else if (error instanceof CalendarError && Object.keys(error.params).length > 0) setSentFaults(error.params)
    else if (error instanceof CalendarError && error.status === 403 && listForbidden(fields, form).length > 0)
      setSentFaults(Object.fromEntries(listForbidden(fields, form).map((name) => [name, error.message])))
    else notifyFault(error)
  }
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const run = turn.current.then(work)
    turn.current = run
    return run
  }
  const save = async (): Promise<Saved<F> | undefined> => {
    const tried = Object.keys(listFaults(fields, now.current.form))
    setLeft((others) => new Set([...others, ...tried]))
    // Typed text that is not a choice would be lost.
    if (!(await settleAll(settlers)) || Object.keys(listFaults(fields, now.current.form)).length > 0) return undefined
    setBusy(true)
    const wasSaved = await inTurn(() =>
      write(false).catch(async (error) => {
        await fail(error)
        return undefined
      }),
    )
    setBusy(false)
    setAutosaved(undefined)
    return wasSaved
  }
  const saveDraft = (): Promise<void> =>
    inTurn(async () => {
      // A save by hand may have come first.
      if (!differs(now.current.form, now.current.saved)) return
      try {
        await write(true)
        setAutosaved({ at: Date.now() })
      } catch (error) {
        setAutosaved({ fault: error instanceof Error ? error.message : String(error) })
        // Other faults may pass: the connection, a full disk.
        if (error instanceof CalendarError && error.status >= 400 && error.status < 500) await fail(error)
      }
    })
  const local = listFaults(fields, form)
  const waiting = listNames(fields).filter((name) => fields[name].faultsAfter !== undefined)
  const isLate = (fault: string): boolean =>
    left.has(fault) || !waiting.some((name) => fault === name || fault.startsWith(`${name}.`))
  const late = Object.fromEntries(Object.entries(local).filter(([name]) => isLate(name)))
  const isReadOnly = stored !== undefined && (!stored.record.mayEdit || stored.record.status === 'trash')
  const isDraft = form.status === 'draft' && saved.status === 'draft' && mayAutosave(form)
  // The kept text of another tab must not become a second record without asking.
  const isOwn = stored !== undefined || hasTyped
  const isSendable = isChanged && isOwn && Object.keys(local).length === 0 && !theirs
  useAutosave(form, isDraft && isSendable && refused !== form && refused !== 'every', saveDraft)

  return {
    form,
    saved,
    stored,
    theirs,
    isBusy,
    /** The form is only looked at. */
    isReadOnly,
    settlers,
    isChanged,
    isDraft,
    autosaved,
    /** Why a draft is not saved automatically. */
    unsent: isDraft && isChanged ? (local['title'] ?? Object.values(late)[0]) : undefined,
    restoredAt: isChanged ? found?.kept.at : undefined,
    faults: { ...sentFaults, ...late },
    /** Somebody has left a field, whose fault is shown from now on. */
    leave: (name: string): void => setLeft((others) => (others.has(name) ? others : new Set([...others, name]))),
    change: (changed: Partial<F> | Partial<RecordForm>): void => {
      if (isReadOnly) return
      setTyped(true)
      const before = now.current.form
      const form = { ...before, ...changed }
      set({ form })
      // What the server has refused is no longer there.
      setSentFaults((faults) => faultsLeft(fields, faults, before, form))
      // A ticket that is added has not been left; the others have other numbers now.
      if ('offers' in before && 'offers' in form && lengthOf(form.offers) < lengthOf(before.offers))
        setLeft((names) => new Set([...names].filter((name) => !name.startsWith('offers.'))))
    },
    /** Writes the form, and says whether that has worked. */
    save,
    show,
    /** Returns to the saved values; undo brings the typed text back. */
    discard: (): void => {
      const before = now.current
      forgetTyped(nameOf(before))
      setFound(undefined)
      const form = before.stored?.record.form ?? start.form
      set({ form, saved: form, etag: before.stored?.etag ?? '' })
      notify(t('Your changes are discarded.'), async () => set(before))
    },
    /** Continues with the values chosen from both versions. */
    merge: (merged: F): void => {
      if (theirs) set({ stored: theirs, etag: theirs.etag, form: merged, saved: theirs.record.form })
      setTheirs(undefined)
    },
    closeConflict: (): void => {
      setTheirs(undefined)
      setRefused('every')
    },
  }
}

/** The text that was typed and kept. What has been saved since, though the answer never came, is forgotten. */
const findUnsaved = <F extends RecordForm, B extends object>({ name, form, stored }: Start<F, B>) => {
  const found = findKept<F>(name)
  if (!found || !stored) return found
  const [typed, saved, present]: Values[] = [found.kept.form, found.kept.saved, form]
  const isUnsaved = Object.keys(form).some(
    (field) => differs(typed?.[field], saved?.[field]) && differs(typed?.[field], present?.[field]),
  )
  if (isUnsaved) return found
  forget(name, found.copies)
  return undefined
}

/** The saved values; without its name in the address where that is to follow a new title. */
const withSlugOf = <F extends RecordForm>(form: F, saved: F): F =>
  form.slug === '' && form.title !== saved.title ? { ...saved, slug: '-' } : saved

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

/** What {@link useRecordForm} gives to the parts of a page. */
export type RecordFormState<F extends RecordForm, B extends object> = ReturnType<typeof useRecordForm<F, B>>

type Values = Readonly<Record<string, unknown>>

/**
 * What a form holds, and what counts as saved, after `sent` was answered with `answered` while somebody went on typing. `keepsTexts` leaves
 * texts as they were typed, though the server writes them otherwise: they must not change under the cursor.
 */
const rebase = <F extends object>({
  sent,
  typed,
  answered,
  keepsTexts,
}: {
  readonly sent: F
  readonly typed: F
  readonly answered: F
  readonly keepsTexts: boolean
}): { readonly form: F; readonly saved: F } => {
  const [before, now, after] = [sent as Values, typed as Values, answered as Values]
  const saved: Record<string, unknown> = {}
  const form: Record<string, unknown> = {}
  for (const name of Object.keys(after)) {
    saved[name] = keepsTexts && typeof before[name] === 'string' ? before[name] : after[name]
    form[name] = differs(now[name], before[name]) ? now[name] : saved[name]
  }
  return { form: form as F, saved: saved as F }
}

/** Milliseconds after the last key, and between two drafts: each is a version in the history. */
const pause = 4000
const interval = 30_000

/** Saves a draft automatically, some seconds after the last key and at intervals during typing. Failed saves are tried again. */
const useAutosave = (form: object, isWanted: boolean, save: () => Promise<void>): void => {
  const last = useRef(0)
  const typedSince = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(save)
  latest.current = save
  // Each key postpones the save, but not beyond the interval.
  useEffect(() => {
    clearTimeout(timer.current)
    if (!isWanted) {
      typedSince.current = 0
      return
    }
    const now = Date.now()
    typedSince.current ||= now
    const wanted = Math.min(now + pause, typedSince.current + interval)
    const run = (): void => {
      last.current = Date.now()
      typedSince.current = 0
      timer.current = setTimeout(run, interval)
      latest.current()
    }
    timer.current = setTimeout(run, Math.max(wanted, last.current + interval) - now)
  }, [form, isWanted])
  useEffect(() => () => clearTimeout(timer.current), [])
}
