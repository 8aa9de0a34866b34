import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../texts.ts'
import { IconButton } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

/** An entry of a menu: it leads somewhere, or does something. */
export type MenuItem = { readonly text: string; readonly icon: IconName } & (
  | { readonly href: string }
  | { readonly go: () => void }
)

/**
 * A button "…" that opens a menu of actions. The arrow keys, Home and End go from one to the next; Escape and a press elsewhere close it. It is a
 * popover, since a table hides what stands out of its frame.
 */
export const MenuButton = ({ label, items }: { readonly label: string; readonly items: readonly MenuItem[] }) => {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const listEntries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const close = (): void => menu.current?.hidePopover()
  useEffect(() => {
    const element = menu.current
    if (!isOpen || !element) return
    const follow = (): void => place(element)
    follow()
    listEntries()[0]?.focus({ preventScroll: true })
    // What is fixed does not move with the page by itself.
    document.addEventListener('scroll', follow, { capture: true })
    return () => document.removeEventListener('scroll', follow, { capture: true })
  }, [isOpen])
  const step = (event: KeyboardEvent): void => {
    // The focus goes on from the button.
    if (event.key === 'Tab') close()
    const all = listEntries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = new Map([
      ['ArrowDown', (at + 1) % all.length],
      ['ArrowUp', at - 1],
      ['Home', 0],
      ['End', -1],
    ]).get(event.key)
    if (next === undefined) return
    event.preventDefault()
    all.at(next)?.focus()
  }
  return (
    <>
      <IconButton
        icon="more"
        text={t('More actions')}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popovertarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          menu.current?.showPopover()
        }}
      />
      <div
        ref={menu}
        id={id}
        class="popup"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={step}
      >
        {isOpen &&
          items.map((item) =>
            'href' in item ? (
              <a key={item.text} role="menuitem" tabIndex={-1} href={item.href} onClick={close}>
                <Icon name={item.icon} />
                {item.text}
              </a>
            ) : (
              <button
                key={item.text}
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close()
                  item.go()
                }}
              >
                <Icon name={item.icon} />
                {item.text}
              </button>
            ),
          )}
      </div>
    </>
  )
}

/** Puts a menu below the button before it, or above it where there is no room, inside the window. */
const place = (menu: HTMLElement): void => {
  const button = menu.previousElementSibling?.getBoundingClientRect()
  if (!button) return
  const { offsetWidth, offsetHeight, style } = menu
  const { clientWidth, clientHeight } = document.documentElement
  const isBelow = button.bottom + offsetHeight <= clientHeight || button.top < offsetHeight
  style.top = `${isBelow ? button.bottom : button.top - offsetHeight}px`
  style.left = `${Math.max(0, Math.min(button.right, clientWidth) - offsetWidth)}px`
}
