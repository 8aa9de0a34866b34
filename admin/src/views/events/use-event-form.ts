import { CalendarError } from 'kalends-client'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Tagged } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { createEvent, type EventRecord, readEvent, updateEvent } from './event-record.ts'
import { type EventForm, faultsOf, fieldsOf, formOf, payloadOf } from './form-state.ts'
import { findKept, forget, keep } from './kept-form.ts'
import { isSame, rebase } from './rebase.ts'
import { begin, nameOf, type Start, type State } from './start.ts'
import { useAutosave } from './use-autosave.ts'

/** When the draft was saved by itself, or why it was not. */
export type Autosaved = { readonly at: number } | { readonly fault: string }

/** The form of an event: what is typed is kept, drafts are saved by themselves, and one write follows the other. */
export const useEventForm = (start: Start, onCreated: (id: number) => void) => {
  const [found, setFound] = useState(() => findKept(start.name))
  // What was typed began with its own version: if somebody has saved another one since, both are shown side by side.
  const [state, setState] = useState<State>(() => ({ ...begin(start), ...found?.kept }))
  const [sentFaults, setSentFaults] = useState<Readonly<Record<string, string>>>({})
  /** What the server has refused is not sent again by itself. */
  const [refused, setRefused] = useState<EventForm | 'every'>()
  const [isBusy, setBusy] = useState(false)
  const [theirs, setTheirs] = useState<Tagged<EventRecord>>()
  const [autosaved, setAutosaved] = useState<Autosaved>()
  const [wasTried, setTried] = useState(false)
  const [hasTyped, setTyped] = useState(false)
  // A write that has waited for another reads what that has left.
  const now = useRef(state)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const set = (changed: Partial<State>): void => {
    now.current = { ...now.current, ...changed }
    setState(now.current)
  }
  /** The event has become another one; what was typed stays. */
  const show = (stored: Tagged<EventRecord>): void => {
    const { form: typed, saved: sent } = now.current
    const answered = formOf(stored.record)
    set({ stored, etag: stored.etag, ...rebase({ sent, typed, answered, keepsTexts: false }) })
  }
  const { form, saved, stored } = state
  const isChanged = !isSame(form, saved)
  useEffect(() => {
    if (isChanged) keep(nameOf(state), { form, saved, etag: state.etag })
    else forget(nameOf(state), found)
  }, [form, saved])

  const write = async (keepsTexts: boolean): Promise<void> => {
    const { form: sent, saved, stored, etag, name, extra } = now.current
    const next = await (stored
      ? updateEvent(stored.record.id, etag, payloadOf(sent, saved))
      : createEvent({ ...extra, ...fieldsOf(sent) }))
    if (!stored) forget(name, found)
    setFound(undefined)
    setSentFaults({})
    setRefused(undefined)
    const answered = formOf(next.record)
    set({ stored: next, etag: next.etag, ...rebase({ sent, typed: now.current.form, answered, keepsTexts }) })
    if (!stored) onCreated(next.record.id)
  }
  const fail = async (error: unknown): Promise<void> => {
    const { stored, form } = now.current
    setRefused(form)
    if (error instanceof CalendarError && error.status === 412 && stored)
      await readEvent(stored.record.id).then(setTheirs, notifyFault)
    else if (error instanceof CalendarError && Object.keys(error.params).length > 0) setSentFaults(error.params)
    else notifyFault(error)
  }
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const run = turn.current.then(work)
    turn.current = run
    return run
  }
  const save = async (): Promise<boolean> => {
    setTried(true)
    if (Object.keys(faultsOf(now.current.form, t)).length > 0) return false
    setBusy(true)
    const wasSaved = await inTurn(() =>
      write(false).then(
        () => true,
        (error) => fail(error).then(() => false),
      ),
    )
    setBusy(false)
    setAutosaved(undefined)
    return wasSaved
  }
  const saveDraft = (): Promise<void> =>
    inTurn(async () => {
      // A save by hand may have come first.
      if (isSame(now.current.form, now.current.saved)) return
      try {
        await write(true)
        setAutosaved({ at: Date.now() })
      } catch (error) {
        setAutosaved({ fault: error instanceof Error ? error.message : String(error) })
        // Other faults may pass: the connection, a full disk.
        if (error instanceof CalendarError && error.status >= 400 && error.status < 500) await fail(error)
      }
    })
  const local = faultsOf(form, t)
  const isDraft = form.status === 'draft' && saved.status === 'draft'
  // What another tab has kept does not become one more event unasked.
  const isOwn = stored !== undefined || hasTyped
  const isSendable = isChanged && isOwn && Object.keys(local).length === 0 && !theirs
  useAutosave(form, isDraft && isSendable && refused !== form && refused !== 'every', saveDraft)

  return {
    form,
    saved,
    stored,
    theirs,
    isBusy,
    isChanged,
    isDraft,
    autosaved,
    restoredAt: isChanged ? found?.kept.at : undefined,
    faults: { ...sentFaults, ...(wasTried ? local : { ...local, title: '' }) },
    change: (changed: Partial<EventForm>): void => {
      setTyped(true)
      set({ form: { ...now.current.form, ...changed } })
    },
    /** Writes the form, and says whether that has worked. */
    save,
    show,
    /** Shows again what is saved; what was typed comes back by undo. */
    discard: (): void => {
      const before = now.current
      forget(nameOf(before), found)
      setFound(undefined)
      const form = before.stored ? formOf(before.stored.record) : start.form
      set({ form, saved: form, etag: before.stored?.etag ?? '' })
      notify(t('Your changes are discarded.'), async () => set(before))
    },
    /** Goes on with what was chosen of both versions. */
    merge: (merged: EventForm): void => {
      if (theirs) set({ stored: theirs, etag: theirs.etag, form: merged, saved: formOf(theirs.record) })
      setTheirs(undefined)
    },
    closeConflict: (): void => {
      setTheirs(undefined)
      setRefused('every')
    },
  }
}

/** What {@link useEventForm} gives to the parts of the page. */
export type EventFormState = ReturnType<typeof useEventForm>
