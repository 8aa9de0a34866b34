import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'className' | 'icon'> & {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet'
  /** Something is under way: the button cannot be pressed again. */
  readonly isBusy?: boolean
  /** Stands before the text. */
  readonly icon?: IconName
  readonly children: ComponentChildren
}

/** A button; without a `type` it does not submit the form around it. */
export const Button = ({ kind = 'plain', isBusy = false, icon, children, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    class={`button ${kind}`}
    aria-busy={isBusy}
    disabled={isBusy || rest.disabled === true}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

type IconButtonProps = Omit<Props, 'children' | 'icon' | 'title'> & {
  readonly icon: IconName
  /** Says what the button does: to screen readers, and as a tip where the pointer rests on it. */
  readonly text: string
}

/** A button that shows only an icon; `aria-label` says more than its text where a page has several of the kind. */
export const IconButton = ({ icon, text, kind = 'quiet', ...rest }: IconButtonProps) => (
  <Button {...rest} kind={kind} title={text} data-icon>
    <Icon name={icon} />
    <span class="unseen">{text}</span>
  </Button>
)

/** A link that looks like an {@link IconButton}. */
export const IconLink = ({
  icon,
  text,
  href,
  ...rest
}: Pick<IconButtonProps, 'icon' | 'text'> & { readonly href: string; readonly 'aria-label'?: string }) => (
  <a {...rest} class="button quiet" href={href} title={text} data-icon>
    <Icon name={icon} />
    <span class="unseen">{text}</span>
  </a>
)
