import { useEffect, useState } from 'preact/hooks'
import { session } from '../../api/session.ts'

/** What was typed and not saved, and when. */
type Kept<F> = { readonly form: F; readonly at: number }

const keyOf = (name: string): string => `kalends:typed:${session()?.user ?? 0}:${name}`

const readKept = <F>(name: string): Kept<F> | undefined => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? '') as Kept<F>
  } catch {
    return undefined
  }
}

/**
 * The state of a form that outlasts a reload, a crash and a lost connection: each change is kept in this browser until it is saved or
 * dropped. `saved` is what the server has.
 */
export const useKeptForm = <F extends object>(name: string, saved: F) => {
  const [kept] = useState(() => readKept<F>(name))
  // A field that the form has got since then is as it was saved.
  const [form, setForm] = useState<F>({ ...saved, ...kept?.form })
  const [restoredAt, setRestoredAt] = useState(kept?.at)
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved)
  useEffect(() => {
    try {
      if (isChanged) localStorage.setItem(keyOf(name), JSON.stringify({ form, at: Date.now() } satisfies Kept<F>))
      else localStorage.removeItem(keyOf(name))
    } catch {
      // A browser without room keeps the form only while the page is open.
    }
  }, [name, form, isChanged])
  const reset = (to: F): void => {
    setForm(to)
    setRestoredAt(undefined)
  }
  return { form, setForm, isChanged, restoredAt, reset }
}
