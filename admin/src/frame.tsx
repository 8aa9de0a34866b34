import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { CountsContext, useSharedCounts } from './api/counts.ts'
import { adminPath, root } from './api/root.ts'
import { logOut, session } from './api/session.ts'
import { formatNumber, t } from './texts.ts'
import { Button } from './ui/button.tsx'
import { notifyFault } from './ui/notices.tsx'
import { mayUse, menu } from './views/menu.ts'

/** The frame of every view: the menu with its counts, and the person who is logged in. */
export const Frame = ({
  onLogOut,
  children,
}: {
  readonly onLogOut: () => void
  readonly children: ComponentChildren
}) => {
  const [isOpen, setOpen] = useState(false)
  const { path } = useLocation()
  // Numbers may have changed when another page opens.
  const shared = useSharedCounts(path)
  // The menu closes when another page opens.
  useEffect(() => setOpen(false), [path])
  const leave = (): void => {
    logOut().then(onLogOut, notifyFault)
  }
  return (
    <CountsContext.Provider value={shared}>
      <div class="frame">
        <a class="skip" href="#content">
          {t('Skip to the content')}
        </a>
        <header class="top">
          <span class="menu-button">
            <Button kind="quiet" aria-expanded={isOpen} aria-controls="menu" onClick={() => setOpen(!isOpen)}>
              {t('Menu')}
            </Button>
          </span>
          <a class="site" href={root('')}>
            {siteName}
          </a>
          <Button kind="quiet" onClick={leave}>
            {t('Log out')}
          </Button>
        </header>
        <nav id="menu" class={isOpen ? 'menu open' : 'menu'} aria-label={t('Administration')}>
          <Menu />
        </nav>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </CountsContext.Provider>
  )
}

const siteName = document.title

const Menu = () => {
  const { path } = useLocation()
  const { counts } = useContext(CountsContext)
  const role = session()?.role ?? 'subscriber'
  return (
    <ul>
      {menu
        .filter(({ right }) => mayUse(role, right))
        .map(({ path: target, text, count }) => {
          const number = counts && count?.(counts)
          const href = `${adminPath}${target}`
          return (
            <li key={target}>
              <a href={href} {...(isAt(path, href) ? { 'aria-current': 'page' as const } : {})}>
                {text()}
                {number ? <span class="count">{formatNumber(number)}</span> : null}
              </a>
            </li>
          )
        })}
    </ul>
  )
}

/** Whether a page is the one of the menu, or below it; the first page has all others below it. The router drops the slash at its end. */
const isAt = (path: string, href: string): boolean =>
  href === `${adminPath}/` ? path === adminPath || path === href : path === href || path.startsWith(`${href}/`)
