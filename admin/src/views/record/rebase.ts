import { differs } from '../../ui/form.tsx'

type Values = Readonly<Record<string, unknown>>

/**
 * What a form holds, and what counts as saved, after `sent` was answered with `answered` while somebody went on typing. `keepsTexts` leaves
 * texts as they were typed, though the server writes them otherwise: they must not change under the cursor.
 */
export const rebase = <F extends object>({
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
