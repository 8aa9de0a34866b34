import { session } from '../../api/session.ts'
import { formatInstant, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'

/** Unsaved text, the version of the record on which it is based, and the time of the last key. */
export type Kept<F> = {
  readonly form: F
  readonly saved: F
  readonly etag: string
  readonly at: number
  /** The copies of other tabs with which the form began. */
  readonly from?: readonly Copy[]
}

/** Where a text is kept, and the time of its last key. */
type Copy = { readonly key: string; readonly at: number }

/** What was found, and its copies: where it was found, and those from which that one came. */
type Found<F> = { readonly kept: Kept<F>; readonly copies: readonly Copy[] }

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

const readKept = <F,>(key: string): Kept<F> | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Kept<F>>
    return kept.form && kept.saved ? (kept as Kept<F>) : undefined
  } catch {
    return undefined
  }
}

const readAt = <F,>(key: string): Found<F> | undefined => {
  const kept = readKept<F>(key)
  return kept && { kept, copies: [{ key, at: kept.at }, ...(kept.from ?? []).filter(isThere)] }
}

/** Whether nobody has typed there since. */
const isThere = ({ key, at }: Copy): boolean => readKept(key)?.at === at

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

/** Keeps what was typed in this browser; `from` are the copies with which the form began. */
export const keep = <F,>(name: string, kept: Omit<Kept<F>, 'at' | 'from'>, from: readonly Copy[] = []): void => {
  try {
    localStorage.setItem(keyOf(name) + tabName(), JSON.stringify({ ...kept, at: Date.now(), from } satisfies Kept<F>))
  } catch {
    // A browser without room keeps the form only while the page is open.
  }
}

/** Removes the kept text, and the copies with which the form began, except where somebody has typed since. */
export const forget = (name: string, from: readonly Copy[] = []): void => {
  localStorage.removeItem(keyOf(name) + tabName())
  for (const copy of from) if (isThere(copy)) localStorage.removeItem(copy.key)
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
