import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../texts.ts'
import { useSettle } from './use-settle.ts'

/** An option; `note` distinguishes two with the same name. */
export type Choice = { readonly id: number; readonly name: string; readonly note?: string | undefined }

/** Waits this many milliseconds after the last key before it searches. */
const pause = 150

/** A field that searches while typing and can create missing records: a combobox with a list (ARIA 1.2). */
export const Combobox = ({
  label,
  placeholder,
  search,
  onChoose,
  onCreate,
  settles = false,
  error,
}: {
  readonly label: string
  readonly placeholder?: string
  readonly search: (text: string) => Promise<readonly Choice[]>
  readonly onChoose: (choice: Choice) => void
  /** Creates a missing record; without it, only existing ones can be chosen. */
  readonly onCreate?: ((name: string) => void) | undefined
  /** Turns the typed text into a choice when the field is left or its form is sent; reports if that is not possible. */
  readonly settles?: boolean
  readonly error?: string | undefined
}) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [choices, setChoices] = useState<readonly Choice[]>([])
  const [active, setActive] = useState(-1)
  // `search` is another function at each rendering.
  useEffect(() => {
    if (!isOpen) return
    let isLast = true
    const timer = setTimeout(() => {
      search(text).then(
        (found) => {
          if (!isLast) return
          setChoices(found)
          setActive(-1)
        },
        () => isLast && setChoices([]),
      )
    }, pause)
    return () => {
      isLast = false
      clearTimeout(timer)
    }
  }, [text, isOpen])
  const { unchosen, settle } = useSettle({ text, search, onChoose, onCreate, onSettled: () => setText('') }, settles)
  const fault = unchosen
    ? t('“{name}” is not chosen: pick one from the list, or remove the text.', { name: unchosen })
    : error
  const name = text.trim()
  const isNew = name !== '' && onCreate && !choices.some((choice) => choice.name.toLowerCase() === name.toLowerCase())
  const count = choices.length + (isNew ? 1 : 0)
  const choose = (at: number): void => {
    const choice = choices[at]
    if (choice) onChoose(choice)
    else if (isNew) onCreate(name)
    else return
    setText('')
    setOpen(false)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (count > 0) setActive((at) => (at + step + count) % count)
    } else if (event.key === 'Enter' && isOpen && (active >= 0 || name !== '')) {
      event.preventDefault()
      choose(active >= 0 ? active : isNew ? choices.length : 0)
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
    }
  }
  const onFocusOut = (): void => {
    setTimeout(() => {
      const isHere = document.activeElement === input.current
      setOpen(isHere)
      if (settles && !isHere) settle()
    })
  }
  return (
    <div class="field combobox" onFocusOut={onFocusOut}>
      <label for={id}>{label}</label>
      <input
        ref={input}
        id={id}
        role="combobox"
        autocomplete="off"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isOpen && active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
        {...(fault ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-error` } : {})}
        placeholder={placeholder}
        value={text}
        onFocus={() => setOpen(true)}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {choices.map((choice, at) => (
            <Option key={choice.id} id={`${id}-${at}`} isActive={at === active} onPick={() => choose(at)}>
              {choice.name}
              {choice.note && <small> {choice.note}</small>}
            </Option>
          ))}
          {isNew && (
            <Option
              id={`${id}-${choices.length}`}
              isActive={active === choices.length}
              onPick={() => choose(choices.length)}
            >
              {t('Create “{name}”', { name })}
            </Option>
          )}
          {count === 0 && <Option id={`${id}-none`}>{t('Nothing found')}</Option>}
        </div>
      )}
      {fault && (
        <p class="fault" id={`${id}-error`}>
          {fault}
        </p>
      )}
    </div>
  )
}

const Option = ({
  id,
  isActive = false,
  onPick,
  children,
}: {
  readonly id: string
  readonly isActive?: boolean
  readonly onPick?: () => void
  readonly children: preact.ComponentChildren
}) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option.
  // biome-ignore lint/a11y/useKeyWithClickEvents: the input reads the keys.
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    aria-disabled={!onPick}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPick}
  >
    {children}
  </div>
)
