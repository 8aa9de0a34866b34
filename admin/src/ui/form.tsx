import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../texts.ts'
import { AreaField, CheckField, type InputProps, SelectField, TextField, UrlField } from './field.tsx'
import { usePreference } from './preference.ts'
import { RichText } from './rich-text.tsx'
import { ZoneField } from './zone-field.tsx'

/** Messages by name: that of a field of the form, or of a member that it writes. */
export type Faults = Readonly<Record<string, string | undefined>>

/** A form: its values, a function to change some of them, and what is wrong with them. */
export type FormProps<F> = {
  readonly form: F
  readonly change: (changed: Partial<F>) => void
  readonly faults: Faults
}

/** What the control of a field shows. */
export type ControlProps<V> = {
  readonly label: string
  readonly hint: string | undefined
  readonly value: V
  readonly error: string | undefined
  /** The name of its fault, if that is shown only after the field is left. */
  readonly name: string | undefined
  /** Why the value cannot be changed here; undefined where it can. */
  readonly fixedBy: string | undefined
  readonly onValue: (value: V) => void
}

/** A control, which may also look at the rest of the form, and change it. */
export type Control<V, F> = (props: ControlProps<V> & FormProps<F>) => ComponentChildren

/** What is sent for a value, by the names of the interface; undefined is not sent. */
type Writes<V, F, B> = { readonly [M in keyof B]?: (value: V, form: F) => B[M] | undefined }

/**
 * A field of a form, with all that is known of it: one of these is all that a form needs to have another field. `V` is its value, `F` what it
 * needs of the form around it, `B` the body that is sent, and `R` the record that is read.
 */
export type FormField<V, F, B, R = never> = {
  readonly label: () => string
  readonly hint?: () => string
  /** The value in the form of a new record. */
  readonly blank: V
  readonly read: (record: R) => V
  /** Empty where another field sends the value with its own. */
  readonly write: Writes<V, F, B>
  /** The errors before it is sent. */
  readonly faults?: (value: V, form: F) => Faults
  /** Errors are shown only once somebody has left the field, or has tried to save; by default at once. */
  readonly faultsAfter?: 'leaving' | 'saving'
  /** Whether the person has no right to send the value. */
  readonly isForbidden?: (value: V) => boolean
  /** Null where the control of another field shows the value, too. */
  readonly control: Control<V, F> | null
  readonly isShown?: (form: F) => boolean
  /** Neighbours with the same frame are in it; those with the same row are beside one another. */
  readonly frame?: Frame<F>
  readonly row?: string
  /** Beside the form, where it is said whether and when a record is public. */
  readonly isBeside?: true
  /** The names of what it writes, where these are others than that of the field. */
  readonly memberLabels?: { readonly [M in keyof B]?: () => string }
  /** A stored value in words, where it is not a text already. */
  readonly inWords?: (stored: string) => string
  /** Each record has a value of its own: many are never given one at once. */
  readonly isOwn?: true
  /** The value is a list of records, to which some can be added. */
  readonly isSet?: true
  /** Its control where it is shown without the field whose control has it in a form. */
  readonly alone?: Control<V, F>
}

/** What neighbours have around them. */
export type Frame<F = unknown> = {
  readonly title: () => string
  /** Only the title is shown until somebody unfolds it, which this browser remembers by this name. */
  readonly fold?: string
  /** Whether it is unfolded in any case, because of what is in it. */
  readonly isOpen?: (form: F) => boolean
}

/** The fields of a form, in the order in which they are shown. */
export type FormFields<F, B, R = never> = { readonly [N in keyof F]: FormField<F[N], F, B, R> }

/** Makes fields of forms that read `R` and send `B`. */
export const fieldFor =
  <R, B>() =>
  <V, F = unknown>(field: FormField<V, F, B, R>): FormField<V, F, B, R> =>
    field

/** The values of the form that some fields make. */
export type FormOf<Fields extends Readonly<Record<string, { readonly blank: unknown }>>> = {
  readonly [N in keyof Fields]: Fields[N]['blank']
}

/** The names of an object; TypeScript does not know that it has no others. */
const keysOf = <T extends object>(object: T): readonly (keyof T & string)[] =>
  Object.keys(object) as (keyof T & string)[]

/** The names of some fields, in their order. */
export const listNames = <F, B>(fields: FormFields<F, B>): readonly (keyof F & string)[] => keysOf(fields)

/** The form of a new record. */
export const blankForm = <F,>(fields: { readonly [N in keyof F]: { readonly blank: F[N] } }): F =>
  Object.fromEntries(keysOf(fields).map((name) => [name, fields[name].blank])) as F

/** The form of a stored record. */
export const readForm = <F, R>(
  fields: { readonly [N in keyof F]: { readonly read: (record: R) => F[N] } },
  record: R,
): F => Object.fromEntries(keysOf(fields).map((name) => [name, fields[name].read(record)])) as F

/** What a form sends. */
export const writeForm = <F, B>(fields: FormFields<F, B>, form: F): Partial<B> => {
  const body: Partial<B> = {}
  for (const name of listNames(fields)) {
    const { write } = fields[name]
    for (const member of keysOf(write)) {
      const value = write[member]?.(form[name], form)
      if (value !== undefined) body[member] = value
    }
  }
  return body
}

/** Whether two values are not the same. */
export const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** What a form sends besides what an earlier one did, so that nobody else's changes are overwritten. */
export const listChanges = <F, B>(fields: FormFields<F, B>, form: F, before: F): Partial<B> => {
  const old = writeForm(fields, before)
  const sent = writeForm(fields, form)
  for (const member of keysOf(sent)) if (!differs(sent[member], old[member])) delete sent[member]
  return sent
}

/** What is wrong with a form before it is sent. */
export const listFaults = <F, B>(fields: FormFields<F, B>, form: F): Readonly<Record<string, string>> => {
  const all = listNames(fields).flatMap((name) => Object.entries(fields[name].faults?.(form[name], form) ?? {}))
  return Object.fromEntries(all.flatMap(([name, fault]) => (fault === undefined ? [] : [[name, fault]])))
}

/** The names of the members that the person may not send with these values. */
export const listForbidden = <F, B>(fields: FormFields<F, B>, form: F): readonly string[] =>
  listNames(fields).flatMap((name) => (fields[name].isForbidden?.(form[name]) ? keysOf(fields[name].write) : []))

/** The faults of members that a change of the form has left as they were: of others nobody knows whether they are still wrong. */
export const faultsLeft = <F, B>(fields: FormFields<F, B>, faults: Faults, before: F, after: F): Faults => {
  const [old, next]: Readonly<Record<string, unknown>>[] = [writeForm(fields, before), writeForm(fields, after)]
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !differs(old?.[name], next?.[name])))
}

/** The field that writes a member, and the name of the member. */
export const fieldOfMember = <F, B>(fields: FormFields<F, B>, member: string) => {
  for (const name of listNames(fields)) {
    const { write, label, memberLabels, inWords } = fields[name]
    for (const own of keysOf(write)) if (own === member) return { label: memberLabels?.[own] ?? label, inWords }
  }
  return undefined
}

/** Items with the same key as their neighbour are together; one without a key is alone. */
const together = <T,>(items: readonly T[], keyOf: (item: T) => unknown): readonly (readonly T[])[] => {
  const runs: T[][] = []
  let last: unknown
  for (const item of items) {
    const key = keyOf(item)
    if (key !== undefined && key === last) runs.at(-1)?.push(item)
    else runs.push([item])
    last = key
  }
  return runs
}

/** Some fields of a form with their frames and rows. `fixed` says of members why they cannot be changed here. */
export const Fields = <F, B>({
  fields,
  names = listNames(fields),
  fixed = {},
  ...around
}: FormProps<F> & {
  readonly fields: FormFields<F, B>
  readonly names?: readonly (keyof F & string)[]
  readonly fixed?: Faults
}) => {
  const row = (some: readonly (keyof F & string)[]): ComponentChildren => {
    const [first] = some
    const shown = some.map((name) => <OneField key={name} name={name} fields={fields} fixed={fixed} {...around} />)
    return first && fields[first].row ? (
      <div key={`row of ${first}`} class="row">
        {shown}
      </div>
    ) : (
      shown
    )
  }
  // What another field shows with its own value has no place of its own.
  const drawn = names.filter((name) => fields[name].control !== null)
  const rows = (some: readonly (keyof F & string)[]) => together(some, (name) => fields[name].row).map(row)
  return (
    <>
      {together(drawn, (name) => fields[name].frame).map((some) => {
        const [first] = some
        const frame = first && fields[first].frame
        if (!frame) return rows(some)
        const hasFault = some.some((name) => findFault(fields, name, around.faults) !== undefined)
        return (
          <Framed key={`frame of ${first}`} {...frame} isOpen={hasFault || frame.isOpen?.(around.form) === true}>
            {rows(some)}
          </Framed>
        )
      })}
    </>
  )
}

type FramedProps = Omit<Frame, 'isOpen'> & { readonly isOpen: boolean; readonly children: ComponentChildren }

const Framed = ({ title, fold, isOpen, children }: FramedProps) => {
  const [remembered, remember] = usePreference(`fold:${fold}`, ['folded', 'open'])
  const [isUnfolded, setUnfolded] = useState(isOpen || remembered === 'open')
  // It never folds by itself: the field that has the focus may be in it.
  useEffect(() => {
    if (isOpen) setUnfolded(true)
  }, [isOpen])
  return fold ? (
    <details
      class="framed"
      open={isUnfolded}
      onToggle={({ currentTarget: { open } }) => {
        if (open === isUnfolded) return
        setUnfolded(open)
        if (!isOpen) remember(open ? 'open' : 'folded')
      }}
    >
      <summary>{title()}</summary>
      <div class="stack">{children}</div>
    </details>
  ) : (
    <fieldset>
      <legend>{title()}</legend>
      {children}
    </fieldset>
  )
}

/** The name of the first fault of a field, or of a member that it writes. */
const findFault = <F, B, N extends keyof F & string>(fields: FormFields<F, B>, name: N, faults: Faults) =>
  [name, ...keysOf(fields[name].write)].find((one) => faults[one])

/** One field of a form, without its frame. */
export const OneField = <F, B, N extends keyof F & string>({
  name,
  fields,
  fixed = {},
  ...around
}: FormProps<F> & { readonly name: N; readonly fields: FormFields<F, B>; readonly fixed?: Faults }) => {
  const { control, alone, label, hint, write, isShown, faultsAfter } = fields[name]
  const Shown = control ?? alone
  const { form, change, faults } = around
  if (!Shown || isShown?.(form) === false) return null
  const members: readonly string[] = keysOf(write)
  const fault = findFault(fields, name, faults)
  const fixture = members.find((member) => fixed[member])
  return (
    <Shown
      {...around}
      label={label()}
      hint={hint?.()}
      value={form[name]}
      error={fault && faults[fault]}
      name={faultsAfter === 'leaving' ? name : undefined}
      fixedBy={fixture && fixed[fixture]}
      // TypeScript forgets which member a computed name is.
      onValue={(value) => change({ [name]: value } as unknown as Partial<F>)}
    />
  )
}

/** What is said of a setting that a variable of the environment fixes; undefined without one. */
export const fixedText = (source: string | undefined): string | undefined =>
  source && t('Set on the server by {name}; it cannot be changed here.', { name: source })

/** A control that needs nothing of the form around it. */
type PlainControl<V> = (props: ControlProps<V>) => ComponentChildren

/** A text of one line, or another kind of `<input>`. */
export const line =
  (input: InputProps = {}): PlainControl<string> =>
  ({ fixedBy, hint, label, value, error, name, onValue }) => (
    <TextField
      {...input}
      {...{ label, value, error, name, onValue }}
      hint={fixedBy ?? hint}
      readOnly={fixedBy !== undefined}
    />
  )

const Line = line()

/** The address of a page elsewhere. */
export const pageAddress: PlainControl<string> = ({ fixedBy, hint, label, value, error, name, onValue }) => (
  <UrlField {...{ label, value, error, name, onValue }} hint={fixedBy ?? hint} readOnly={fixedBy !== undefined} />
)

/** A text of several lines. */
export const area: PlainControl<string> = (props) =>
  props.fixedBy === undefined ? <AreaField {...props} /> : <Line {...props} />

/** A text with headings, lists and links. */
export const richText: PlainControl<string> = ({ label, value, onValue }) => (
  <RichText label={label} value={value} onValue={onValue} />
)

/** The name of a time zone. */
export const timeZone: PlainControl<string> = ({ fixedBy, hint, label, value, error, onValue }) => (
  <ZoneField {...{ label, value, error, onValue }} hint={fixedBy ?? hint} readOnly={fixedBy !== undefined} />
)

/** Yes or no. */
export const check: PlainControl<boolean> = ({ label, value, onValue }) => (
  <CheckField label={label} checked={value} onChecked={onValue} />
)

/** Pairs of value and text to choose from. */
export type Options = readonly (readonly [value: string, text: string])[]

/** A choice. A value that is not among the options, such as a language with its region, stays one of them. */
export const Choice = ({ options, ...props }: ControlProps<string> & { readonly options: Options }) => {
  const { value, fixedBy } = props
  const isListed = options.some(([one]) => one === value)
  return fixedBy === undefined ? (
    <SelectField {...props} options={isListed ? options : [[value, value || '–'], ...options]} />
  ) : (
    <Line {...props} />
  )
}

/** A {@link Choice} whose options depend on nothing. */
export const choice =
  (options: () => Options): PlainControl<string> =>
  (props) => <Choice {...props} options={options()} />

/** The pairs of a choice among words. */
export const optionsOf = (names: Readonly<Record<string, () => string>>): Options =>
  Object.entries(names).map(([value, name]) => [value, name()])

/** What a value of a field says, in words. */
export const valueInWords = <V,>({ inWords }: { readonly inWords?: (stored: string) => string }, value: V): string =>
  typeof value === 'string' && inWords ? inWords(value) : textOf(value)

/** A choice among the words of the interface, by their names. */
export const word =
  <W extends string>(names: Readonly<Record<W, () => string>>): PlainControl<W> =>
  ({ onValue, ...props }) => (
    <Choice
      {...props}
      options={optionsOf(names)}
      onValue={(value) => {
        const chosen = keysOf(names).find((one) => one === value)
        if (chosen) onValue(chosen)
      }}
    />
  )

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
