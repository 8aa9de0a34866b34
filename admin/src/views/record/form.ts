import type { Status } from '../../api/calendar.ts'
import { t } from '../../texts.ts'

/** The common values of all forms. */
export type RecordForm = {
  readonly title: string
  readonly slug: string
  readonly status: Status
  /** When a scheduled record becomes public, in the site's zone: `2027-05-01T20:00`. */
  readonly date: string
}

/** Messages by the name of the field. */
export type Faults = Readonly<Record<string, string | undefined>>

/** The input of the parts of a form: the values, a function to change one, and the errors. */
export type FormProps<F> = {
  readonly form: F
  readonly change: (changed: Partial<F>) => void
  readonly faults: Faults
}

/** Converts records of a kind to a form, and a form to a payload. */
export type FormKind<F, B extends object> = {
  /** The names of the fields, in their order. */
  readonly labels: { readonly [Name in keyof F]: () => string }
  /** All fields of a form, in the format of the API. */
  readonly fieldsOf: (form: F) => B
  /** The errors of a form before it is sent, by field. */
  readonly faultsOf: (form: F) => Readonly<Record<string, string>>
  /** The fields for which the server refuses a form that the person has no right to send; the whole form without them. */
  readonly forbiddenOf?: (form: F) => readonly string[]
}

/** Whether two values of a field are not the same. */
export const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** The payload of a form: only values that differ from `before`, so that nobody else's changes are overwritten. */
export const payloadOf = <F extends RecordForm, B extends object>(
  { fieldsOf }: FormKind<F, B>,
  form: F,
  before: F,
): B => {
  // An empty name in the address follows the title.
  const old = { ...fieldsOf(before), ...(form.slug === '' && form.title !== before.title ? { slug: null } : {}) }
  const changed = Object.entries(fieldsOf(form)).filter(([name, value]) => differs(value, old[name as keyof B]))
  return Object.fromEntries(changed) as B
}

/** The errors of the website and the publication of any record. */
export const commonFaults = ({
  website,
  status,
  date,
}: Pick<RecordForm, 'status' | 'date'> & { readonly website: string }): Readonly<Record<string, string>> => ({
  ...(website && !/^https?:\/\/\S+$/i.test(website)
    ? { website: t('An address begins with https:// or http://.') }
    : {}),
  ...(status === 'future' && !date ? { date: t('Choose when it becomes public.') } : {}),
})

/** The time of publication in a payload: it can be chosen only for a scheduled record. */
export const dateOf = ({ status, date }: Pick<RecordForm, 'status' | 'date'>): { readonly date?: string } =>
  status === 'future' && date ? { date: `${date.replace('T', ' ')}:00` } : {}

/** A value of a form in words, to be compared with another. */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'string') return new DOMParser().parseFromString(value, 'text/html').body.textContent ?? ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  const { name, url, ...others } = value as Readonly<Record<string, unknown>>
  const said = Object.values(others).filter((one) => (Array.isArray(one) ? one.length > 0 : Boolean(one)))
  return String(name ?? url ?? said.join(', '))
}
