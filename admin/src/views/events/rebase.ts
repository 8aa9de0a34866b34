import type { EventForm } from './form-state.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether two values of a form are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What a form holds, and what counts as saved, after `sent` was answered with `answered` while somebody went on typing. `keepsTexts` leaves
 * texts as they were typed, though the server writes them otherwise: they must not change under the cursor.
 */
export const rebase = ({
  sent,
  typed,
  answered,
  keepsTexts,
}: {
  readonly sent: EventForm
  readonly typed: EventForm
  readonly answered: EventForm
  readonly keepsTexts: boolean
}): { readonly form: EventForm; readonly saved: EventForm } => {
  const [before, now, after] = [sent as Values, typed as Values, answered as Values]
  const saved: Record<string, unknown> = {}
  const form: Record<string, unknown> = {}
  for (const name of Object.keys(after)) {
    saved[name] = keepsTexts && typeof before[name] === 'string' ? before[name] : after[name]
    form[name] = isSame(now[name], before[name]) ? saved[name] : now[name]
  }
  return { form: form as EventForm, saved: saved as EventForm }
}
