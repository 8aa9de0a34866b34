import { type ComponentChildren, createContext } from 'preact'
import { useId } from 'preact/hooks'

type Frame = {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** Attributes that connect a control with its label, hint and error for screen readers. */
type ControlProps = { readonly id: string; readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: true }

/** A labelled control with a hint and an error. */
export const Field = ({
  label,
  hint,
  error,
  children,
}: Frame & { readonly children: (control: ControlProps) => ComponentChildren }) => {
  const id = useId()
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const control = {
    id,
    ...(notes ? { 'aria-describedby': notes } : {}),
    ...(error ? { 'aria-invalid': true as const } : {}),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(control)}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="fault" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

type Control = Frame & { readonly value: string; readonly onValue: (value: string) => void }

/** What an `<input>` may have besides. */
export type InputProps = {
  /** The name of its fault, if that is shown only after the field is left. */
  readonly name?: string | undefined
  readonly type?:
    | 'text'
    | 'password'
    | 'email'
    | 'url'
    | 'tel'
    | 'date'
    | 'time'
    | 'datetime-local'
    | 'number'
    | 'color'
  readonly autocomplete?: string
  readonly required?: boolean
  readonly readOnly?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly placeholder?: string
  /** The id of a `<datalist>` with suggestions. */
  readonly list?: string
  /** Called when somebody leaves the field, or sends the form, with another value. */
  readonly onChange?: (event: { readonly currentTarget: HTMLInputElement }) => void
}

/** A text of one line, or another kind of `<input>` by its `type`. */
export const TextField = ({ label, hint, error, onValue, ...rest }: Control & InputProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      // The types tell which attributes belong to which type of input; here the type is not known.
      <input {...(rest as object)} {...control} onInput={({ currentTarget }) => onValue(currentTarget.value)} />
    )}
  </Field>
)

/** An address as it was meant: people write them without the beginning. What cannot be one stays as it is, for its fault to be told. */
const completeAddress = (text: string): string => {
  const address = text.trim()
  return /^[^\s/:@?#]+\.[^\s/:@?#]+(?:[:/?#]\S*)?$/.test(address) ? `https://${address}` : address
}

/** The address of a page elsewhere; it is completed once the field is left. */
export const UrlField = (props: Control & Pick<InputProps, 'name' | 'required' | 'readOnly'>) => (
  <TextField
    type="url"
    placeholder="https://"
    {...props}
    onChange={({ currentTarget }) => {
      const address = completeAddress(currentTarget.value)
      if (address === currentTarget.value) return
      // With Enter, the browser judges the field before the form is drawn again.
      currentTarget.value = address
      props.onValue(address)
    }}
  />
)

/** A text of several lines. */
export const AreaField = ({ label, hint, error, value, onValue }: Control) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <textarea {...control} value={value} onInput={({ currentTarget }) => onValue(currentTarget.value)} />}
  </Field>
)

/** A choice of one out of a few: pairs of value and text. */
export const SelectField = ({
  label,
  hint,
  error,
  value,
  onValue,
  options,
}: Control & { readonly options: readonly (readonly [value: string, text: string])[] }) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <select {...control} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {options.map(([name, text]) => (
          <option key={name} value={name} selected={name === value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
)

/** A choice of yes or no. */
export const CheckField = ({
  label,
  checked,
  onChecked,
}: {
  readonly label: ComponentChildren
  readonly checked: boolean
  readonly onChecked: (isChecked: boolean) => void
}) => (
  <label class="check">
    <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChecked(currentTarget.checked)} />
    <span>{label}</span>
  </label>
)

/** Moves the focus to the first field with an error, once it is shown; what it is folded into is opened. */
export const focusFirstFault = (): void => {
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>('main form [aria-invalid=true]')
    field?.closest('details')?.setAttribute('open', '')
    field?.focus()
  })
}

/** Whether a form is only looked at; for parts that a disabled `<fieldset>` does not reach. */
export const ReadOnlyContext = createContext(false)
