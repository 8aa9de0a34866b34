import { session } from '../../api/session.ts'
import type { EventForm } from './form-state.ts'

/** What was typed and not saved, the event with which it began, and when the last key was pressed. */
export type Kept = {
  readonly form: EventForm
  readonly saved: EventForm
  readonly etag: string
  readonly at: number
}

/** What was found, and under which key another tab keeps it. */
export type Found = { readonly kept: Kept; readonly key: string }

const tabKey = 'kalends:tab'

/** The name of this tab: two tabs with the same event keep what is typed in each. A reload keeps the name. */
const tabName = (): string => {
  const known = sessionStorage.getItem(tabKey)
  if (known) return known
  const made = Math.random().toString(36).slice(2)
  sessionStorage.setItem(tabKey, made)
  return made
}

const keyOf = (name: string): string => `kalends:typed:${session()?.user ?? 0}:${name}:`

const readAt = (key: string): Found | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Kept>
    return kept.form && kept.saved ? { kept: kept as Kept, key } : undefined
  } catch {
    return undefined
  }
}

/** What this tab has kept under a name or else, latest first, any other: that tab may have been closed. */
export const findKept = (name: string): Found | undefined => {
  const begin = keyOf(name)
  const own = readAt(begin + tabName())
  if (own) return own
  const others = Object.keys(localStorage).filter((key) => key.startsWith(begin))
  return others
    .flatMap((key) => readAt(key) ?? [])
    .sort((one, other) => other.kept.at - one.kept.at)
    .at(0)
}

/** Keeps what was typed in this browser. */
export const keep = (name: string, kept: Omit<Kept, 'at'>): void => {
  try {
    localStorage.setItem(keyOf(name) + tabName(), JSON.stringify({ ...kept, at: Date.now() } satisfies Kept))
  } catch {
    // A browser without room keeps the form only while the page is open.
  }
}

/** Forgets what was kept, here and where it was found, unless somebody has typed there since. */
export const forget = (name: string, found?: Found): void => {
  localStorage.removeItem(keyOf(name) + tabName())
  if (found && readAt(found.key)?.kept.at === found.kept.at) localStorage.removeItem(found.key)
}
