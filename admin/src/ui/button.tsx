import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'className'> & {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet'
  /** Something is under way: the button cannot be pressed again. */
  readonly isBusy?: boolean
  readonly children: ComponentChildren
}

/** A button; without a `type` it does not submit the form around it. */
export const Button = ({ kind = 'plain', isBusy = false, children, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    class={`button ${kind}`}
    aria-busy={isBusy}
    disabled={isBusy || rest.disabled === true}
  >
    {children}
  </button>
)
