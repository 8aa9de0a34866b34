import { useEffect, useState } from 'preact/hooks'
import { session } from '../../api/session.ts'
import type { EventForm } from './form-state.ts'

/** What was typed and not saved, and when. */
type Kept = { readonly form: EventForm; readonly at: number }

const keyOf = (name: string): string => `kalends:typed:${session()?.user ?? 0}:${name}`

const readKept = (name: string): Kept | undefined => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? '') as Kept
  } catch {
    return undefined
  }
}

/**
 * The state of a form that outlasts a reload, a crash and a lost connection: each change is kept in this browser until it is saved or
 * dropped. `saved` is what the server has.
 */
export const useKeptForm = (name: string, saved: EventForm) => {
  const [kept] = useState(() => readKept(name))
  const [form, setForm] = useState(kept?.form ?? saved)
  const [restoredAt, setRestoredAt] = useState(kept?.at)
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved)
  useEffect(() => {
    try {
      if (isChanged) localStorage.setItem(keyOf(name), JSON.stringify({ form, at: Date.now() } satisfies Kept))
      else localStorage.removeItem(keyOf(name))
    } catch {
      // A browser without room keeps the form only while the page is open.
    }
  }, [name, form, isChanged])
  const reset = (to: EventForm): void => {
    setForm(to)
    setRestoredAt(undefined)
  }
  return { form, setForm, isChanged, restoredAt, reset }
}
