import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { CountsContext, useSharedCounts } from './api/counts.ts'
import { adminPath, root } from './api/root.ts'
import { logOut, unreachable } from './api/session.ts'
import { formatNumber, t } from './texts.ts'
import { IconButton } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Icon } from './ui/icon.tsx'
import { notifyFault } from './ui/notices.tsx'
import { usePreference } from './ui/preference.ts'
import { useMedia } from './ui/use-media.ts'
import { currentItem, type MenuItem, may, mostUsed, openGroups } from './views/menu.ts'
import { initialOf, PersonMenu } from './views/person-menu.tsx'

type Parts = { readonly onLogOut: () => void; readonly onSearch: () => void }

/** The frame of every view: the menu with its counts, the search, and the person who is logged in. */
export const Frame = ({
  onLogOut,
  children,
}: {
  readonly onLogOut: () => void
  readonly children: ComponentChildren
}) => {
  const { path } = useLocation()
  const isPhone = useMedia('(width < 48rem)')
  const isSmall = useMedia('(width < 64rem)')
  // Until somebody chooses, small windows have the folded one.
  const [width, setWidth] = usePreference('menu', isSmall ? ['narrow', 'wide'] : ['wide', 'narrow'])
  const [Palette, setPalette] = useState<typeof import('./views/palette.tsx').Palette>()
  /** Opens the search over all pages, whose code is loaded when somebody first searches. */
  const search = (): void => {
    // A dialog waits for an answer.
    if (document.querySelector('dialog[open]')) return
    import('./views/palette.tsx').then(
      (loaded) => setPalette(() => loaded.Palette),
      () => notifyFault(unreachable()),
    )
  }
  // Numbers may have changed when another page opens.
  const shared = useSharedCounts(path)
  useKey('k', search)
  useKey('s', saveForm)
  const leave = (): void => {
    logOut().then(onLogOut, notifyFault)
  }
  const parts: Parts = { onLogOut: leave, onSearch: search }
  const isNarrow = width === 'narrow'
  return (
    <CountsContext.Provider value={shared}>
      <div class={isNarrow && !isPhone ? 'frame narrow' : 'frame'}>
        <a class="skip" href="#content">
          {t('Skip to the content')}
        </a>
        {isPhone ? (
          <Top {...parts} />
        ) : (
          <Side {...parts} isNarrow={isNarrow} onFold={() => setWidth(isNarrow ? 'wide' : 'narrow')} />
        )}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        {isPhone && <BottomBar />}
      </div>
      {Palette && <Palette onLogOut={leave} onClose={() => setPalette(undefined)} />}
    </CountsContext.Provider>
  )
}

const siteName = document.title

const isApple = /mac|iphone|ipad/i.test(navigator.platform)

/** Does something at Ctrl and a letter, or ⌘ and the letter on devices of Apple, instead of what the browser does. */
const useKey = (letter: string, run: () => void): void => {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isWanted = (isApple ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey
      if (!isWanted || event.key.toLowerCase() !== letter) return
      event.preventDefault()
      if (!event.repeat) latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Saves the form that has the focus, or the only one of the page, as its button does; a dialog is over all others. */
const saveForm = (): void => {
  const forms = [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('form')]
  const form = forms.find((one) => one.contains(document.activeElement)) ?? (forms.length === 1 ? forms[0] : undefined)
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]:enabled')
  if (form && button) form.requestSubmit(button)
}

/** The sidebar, which can be folded to its icons. */
const Side = ({
  onLogOut,
  onSearch,
  isNarrow,
  onFold,
}: Parts & { readonly isNarrow: boolean; readonly onFold: () => void }) => (
  <header class="side">
    <div class="brand">
      <Brand />
      <IconButton
        icon="side"
        text={isNarrow ? t('Unfold the menu') : t('Fold the menu')}
        aria-expanded={!isNarrow}
        aria-controls="menu"
        onClick={onFold}
      />
    </div>
    <button type="button" class="find" title={t('Search everywhere')} aria-haspopup="dialog" onClick={onSearch}>
      <Icon name="search" />
      <span>{t('Search everywhere')}</span>
      <span class="keys" aria-hidden="true">
        {isApple ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
    <Menu hasTips={isNarrow} />
    <PersonMenu onLogOut={onLogOut} />
  </header>
)

/** What is above the view on a phone. */
const Top = ({ onLogOut, onSearch }: Parts) => (
  <header class="top">
    <Brand />
    <IconButton icon="search" text={t('Search everywhere')} aria-haspopup="dialog" onClick={onSearch} />
    <PersonMenu onLogOut={onLogOut} />
  </header>
)

/** The name of the calendar, which leads to its public pages. */
const Brand = () => (
  <a class="site" href={root('')} title={siteName}>
    <span class="initial" aria-hidden="true">
      {initialOf(siteName)}
    </span>
    <span>{siteName}</span>
  </a>
)

/** The pages that the person may see, in groups. */
const Menu = ({ hasTips = false }: { readonly hasTips?: boolean }) => (
  <nav id="menu" class="menu" aria-label={t('Administration')}>
    <ul>
      {openGroups().map(({ name, isUnnamed, items }) => (
        <li key={name()}>
          {!isUnnamed && (
            <span class="group" aria-hidden="true">
              {name()}
            </span>
          )}
          <ul aria-label={name()}>
            {items.map((item) => (
              <li key={item.path}>
                <MenuLink item={item} hasTip={hasTips} />
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <ul>
          <li class="site-link">
            <a href={root('')} {...(hasTips ? { title: t('View site') } : {})}>
              <Icon name="outside" />
              <span class="name">{t('View site')}</span>
            </a>
          </li>
        </ul>
      </li>
    </ul>
  </nav>
)

const MenuLink = ({
  item,
  hasTip = false,
}: {
  readonly item: MenuItem
  /** Shows the text where the pointer rests, since it is not in sight. */
  readonly hasTip?: boolean
}) => {
  const { path: target, text, icon, count } = item
  const { path } = useLocation()
  const { counts } = useContext(CountsContext)
  const number = counts && count?.(counts)
  const href = `${adminPath}${target}`
  return (
    <a
      href={href}
      {...(hasTip ? { title: text() } : {})}
      {...(currentItem(path) === item ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon name={icon} />
      <span class="name">{text()}</span>
      {number ? <span class="count">{formatNumber(number)}</span> : null}
    </a>
  )
}

/** The most used pages on a phone, with the button of a new event in the middle; the others are behind "More". */
const BottomBar = () => {
  const [isOpen, setOpen] = useState(false)
  const { path } = useLocation()
  // The menu closes when another page opens.
  useEffect(() => setOpen(false), [path])
  const used = mostUsed()
  if (used.length === 0) return null
  const link = (item: MenuItem) => (
    <li key={item.path}>
      <MenuLink item={item} />
    </li>
  )
  return (
    <>
      <nav class="bar" aria-label={t('Most used')}>
        <ul>
          {used.slice(0, 2).map(link)}
          {may('edit') && (
            <li class="new">
              <a href={`${adminPath}/events/new`} aria-label={t('New event')}>
                <Icon name="plus" />
                <span class="name">{t('New')}</span>
              </a>
            </li>
          )}
          {used.slice(2).map(link)}
          <li>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <Icon name="more" />
              <span class="name">{t('More')}</span>
            </button>
          </li>
        </ul>
      </nav>
      {isOpen && (
        <Dialog title={t('All pages')} look="sheet" onClose={() => setOpen(false)}>
          <Menu />
        </Dialog>
      )}
    </>
  )
}
