import { createContext } from 'preact'
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../texts.ts'
import { ColorDot } from './color-field.tsx'

/** An option; `note` distinguishes two with the same name. */
export type Choice = {
  readonly id: number
  readonly name: string
  readonly note?: string | undefined
  /** How many options of a tree it is below. */
  readonly depth?: number
  readonly color?: string | undefined
}

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
  /** What the search has found, and for which text; until it has answered, what it found before stays in sight. */
  const [answer, setAnswer] = useState<{ readonly to?: string; readonly choices: readonly Choice[] }>({ choices: [] })
  const [active, setActive] = useState(-1)
  const latestText = useRef(text)
  latestText.current = text
  const isEqual = (choice: Choice, name: string): boolean => choice.name.toLowerCase() === name.toLowerCase()
  /** Where Enter leads: to the option with this very name, or else to the first one, which may be the new record. */
  const firstOf = (found: readonly Choice[], name: string): number => {
    if (name === '' || (found.length === 0 && !onCreate)) return -1
    return Math.max(
      found.findIndex((choice) => isEqual(choice, name)),
      0,
    )
  }
  // `search` is another function at each rendering.
  useEffect(() => {
    if (!isOpen) return
    let isLast = true
    const timer = setTimeout(() => {
      search(text).then(
        (choices) => {
          if (!isLast) return
          setAnswer({ to: text, choices })
          setActive(firstOf(choices, text.trim()))
        },
        () => isLast && setAnswer({ choices: [] }),
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
  const { choices } = answer
  const isAnswered = answer.to === text
  // Before the search has answered, nobody knows whether there is such a record.
  const isNew = isAnswered && name !== '' && onCreate && !choices.some((choice) => isEqual(choice, name))
  const count = choices.length + (isNew ? 1 : 0)
  const isListed = isOpen && (count > 0 || isAnswered)
  const take = (choice: Choice | undefined): void => {
    if (choice) onChoose(choice)
    else onCreate?.(name)
    setText('')
    setOpen(false)
    setActive(-1)
    input.current?.focus()
  }
  const choose = (at: number): void => {
    if (choices[at] || isNew) take(choices[at])
  }
  /** Enter was faster than the search, which is asked at once. */
  const takeFirst = async (): Promise<void> => {
    const found = await search(text).catch(() => undefined)
    // Somebody has typed on, or picked something.
    if (!found || latestText.current !== text) return
    const at = firstOf(found, name)
    if (at >= 0) take(found[at])
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter ends the writing of a word in an input method.
    if (event.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      // Without an active option, up leads to the last one.
      if (count > 0) setActive((at) => (at < 0 && step < 0 ? count - 1 : (at + step + count) % count))
    } else if (event.key === 'Enter' && (name !== '' || (isOpen && active >= 0))) {
      event.preventDefault()
      if (isOpen && active >= 0) choose(active)
      else takeFirst()
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
    }
  }
  const onFocusOut = (): void => {
    setTimeout(() => {
      // A field that is gone has led to its choice already.
      if (!input.current) return
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
        aria-expanded={isListed}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isListed && active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
        {...(fault ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-error` } : {})}
        placeholder={placeholder}
        value={text}
        onFocus={() => setOpen(true)}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          // What was active belongs to the text before.
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      {isListed && (
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {choices.map((choice, at) => (
            <Option
              key={choice.id}
              id={`${id}-${at}`}
              isActive={at === active}
              depth={choice.depth}
              onPick={() => choose(at)}
            >
              <ColorDot color={choice.color} />
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
  depth = 0,
  onPick,
  children,
}: {
  readonly id: string
  readonly isActive?: boolean
  readonly depth?: number | undefined
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
    {...(depth > 0 ? { style: { paddingInlineStart: `${0.75 + depth * 1.25}rem` } } : {})}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPick}
  >
    {children}
  </div>
)

type Work = {
  readonly text: string
  readonly search: (text: string) => Promise<readonly Choice[]>
  readonly onChoose: (choice: Choice) => void
  readonly onCreate?: ((name: string) => void) | undefined
  /** The typed text has become a choice. */
  readonly onSettled: () => void
}

/**
 * Makes a choice of what is typed in a field that is left, or whose form is sent: the only record of that name, or a new one
 * if none is like it. Answers the text that is neither, and how the field is settled.
 */
const useSettle = (work: Work, isWanted: boolean) => {
  const settlers = useContext(SettleContext)
  const [unchosen, setUnchosen] = useState('')
  const running = useRef<Promise<boolean> | undefined>(undefined)
  const latest = useRef(work)
  latest.current = work
  const take = async (): Promise<boolean> => {
    const name = latest.current.text.trim()
    if (name === '') return true
    // If the list cannot be read, nothing can be chosen or created.
    const found = await latest.current.search(name).catch(() => undefined)
    const { text, onChoose, onCreate, onSettled } = latest.current
    // Somebody has typed on, or picked something.
    if (text.trim() !== name) return text.trim() === ''
    const [equal, ...others] = found?.filter((one) => one.name.toLowerCase() === name.toLowerCase()) ?? []
    if (equal && others.length === 0) onChoose(equal)
    else if (found?.length === 0 && onCreate) onCreate(name)
    else {
      setUnchosen(name)
      return false
    }
    onSettled()
    return true
  }
  const settle = (): Promise<boolean> => {
    running.current ??= take().finally(() => {
      running.current = undefined
    })
    return running.current
  }
  useEffect(() => {
    if (!isWanted) return
    const own = () => settle()
    settlers.add(own)
    return () => {
      settlers.delete(own)
    }
  }, [settlers, isWanted])
  return { unchosen: unchosen === work.text.trim() ? unchosen : '', settle }
}

/** The functions of fields to call before a form is sent: each returns whether the typed text became a choice. */
export type Settlers = Set<() => Promise<boolean>>

/** The fields of the form around a part. */
export const SettleContext = createContext<Settlers>(new Set())

/** Turns the typed text of all fields into choices, and returns whether that succeeded. */
export const settleAll = async (settlers: Settlers): Promise<boolean> => {
  const all = await Promise.all([...settlers].map((settle) => settle()))
  return all.every(Boolean)
}
