import { session } from '../../api/session.ts'
import { formatInstant, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'

/** Unsaved text, the version of the record on which it is based, and the time of the last key. */
export type Kept<F> = {
  readonly form: F
  readonly saved: F
  readonly etag: string
  readonly at: number
}

/** What was found, and under which key another tab keeps it. */
type Found<F> = { readonly kept: Kept<F>; readonly key: string }

const tabKey = 'kalends:tab'

/** The name of this tab: two tabs with the same record keep what is typed in each. A reload keeps the name. */
const tabName = (): string => {
  const known = sessionStorage.getItem(tabKey)
  if (known) return known
  const made = Math.random().toString(36).slice(2)
  sessionStorage.setItem(tabKey, made)
  return made
}

const keyOf = (name: string): string => `kalends:typed:${session()?.user ?? 0}:${name}:`

const readAt = <F,>(key: string): Found<F> | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Kept<F>>
    return kept.form && kept.saved ? { kept: kept as Kept<F>, key } : undefined
  } catch {
    return undefined
  }
}

/** What this tab has kept under a name or else, latest first, any other: that tab may have been closed. */
export const findKept = <F,>(name: string): Found<F> | undefined => {
  const begin = keyOf(name)
  const own = readAt<F>(begin + tabName())
  if (own) return own
  const others = Object.keys(localStorage).filter((key) => key.startsWith(begin))
  return others
    .flatMap((key) => readAt<F>(key) ?? [])
    .sort((one, other) => other.kept.at - one.kept.at)
    .at(0)
}

/** Keeps what was typed in this browser. */
export const keep = <F,>(name: string, kept: Omit<Kept<F>, 'at'>): void => {
  try {
    localStorage.setItem(keyOf(name) + tabName(), JSON.stringify({ ...kept, at: Date.now() } satisfies Kept<F>))
  } catch {
    // A browser without room keeps the form only while the page is open.
  }
}

/** Removes the kept text, here and where it was found, unless somebody has typed there since. */
export const forget = (name: string, found?: Found<unknown>): void => {
  localStorage.removeItem(keyOf(name) + tabName())
  if (found && readAt(found.key)?.kept.at === found.kept.at) localStorage.removeItem(found.key)
}

/** Says that a form has what was typed before and not saved; `at` is in milliseconds. */
export const RestoredNotice = ({ at, onDiscard }: { readonly at: number; readonly onDiscard: () => void }) => (
  <div class="notice">
    <span>
      {t('What you typed here on {date} was not saved. It is still in the form.', {
        date: formatInstant(new Date(at).toISOString()),
      })}
    </span>
    <Button onClick={onDiscard}>{t('Discard it')}</Button>
  </div>
)
