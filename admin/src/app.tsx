import { useEffect, useState } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { adminPath } from './api/root.ts'
import { onSessionEnd, session } from './api/session.ts'
import { Frame } from './frame.tsx'
import { t } from './texts.ts'
import { Questions } from './ui/ask-choice.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Heading } from './ui/heading.tsx'
import { Notices, notifyFault } from './ui/notices.tsx'
import { NotLoaded } from './ui/state.tsx'
import { LogIn, LogInForm } from './views/log-in.tsx'
import { may, rightFor } from './views/menu.ts'
import { RequiredFactor } from './views/people/required-factor.tsx'
import { views as routes } from './views/routes.ts'
import { Welcome } from './views/welcome.tsx'

/** The views, whose code is loaded when they are first shown. */
const views = routes.map(({ path, right = rightFor(path), load }) => ({
  path: `${adminPath}${path}`,
  right,
  View: lazy(() => load().catch(() => NotLoaded)),
}))

/** Begins to load the code of the view at an address, which is shown later. */
export const preloadView = (address: string): void => {
  views
    .find(({ path }) => path === address)
    ?.View.preload()
    .catch(() => undefined)
}

/** The whole admin: the log-in page, the page of a one-time link, or the views of the person who is logged in. */
export const App = () => (
  <LocationProvider scope={new RegExp(`^${adminPath}/`)}>
    <Gate />
    <Questions />
    <Notices />
  </LocationProvider>
)

const Gate = () => {
  const { path } = useLocation()
  const [user, setUser] = useState(session()?.user)
  const [isClosed, setClosed] = useState(session()?.needs_second_factor === true)
  const enter = (): void => {
    setUser(session()?.user)
    setClosed(session()?.needs_second_factor === true)
  }
  if (path === `${adminPath}/welcome`) return <Welcome onDone={enter} />
  if (user === undefined) return <LogIn onDone={enter} />
  if (isClosed) return <RequiredFactor onDone={enter} onLogOut={enter} />
  return <Views onLogOut={() => setUser(undefined)} />
}

const Views = ({ onLogOut }: { readonly onLogOut: () => void }) => {
  const logInAgain = useLogInAgain()
  return (
    <Frame onLogOut={onLogOut}>
      <ErrorBoundary onError={notifyFault}>
        <Router>
          {views.map(({ path, right, View }) => (
            <Route key={path} path={path} component={may(right) ? View : Closed} />
          ))}
          <Route default component={NotFound} />
        </Router>
      </ErrorBoundary>
      {logInAgain}
    </Frame>
  )
}

/** The dialog over a view whose session has ended; what was typed below it stays. */
const useLogInAgain = () => {
  const [resolve, setResolve] = useState<(() => void) | undefined>()
  useEffect(() => onSessionEnd(() => new Promise((done) => setResolve(() => done))), [])
  if (!resolve) return null
  return (
    <Dialog title={t('Your session has ended')}>
      <p>{t('Log in again to go on. What you have typed is still there.')}</p>
      <LogInForm
        onDone={() => {
          setResolve(undefined)
          resolve()
        }}
      />
    </Dialog>
  )
}

/** Shown instead of a page that the person may not see. */
const Closed = () => (
  <Heading title={t('Your role does not open this page')}>
    <a class="button" href={`${adminPath}/account`}>
      {t('Your account')}
    </a>
  </Heading>
)

const NotFound = () => (
  <Heading title={t('There is no such page')}>
    <a class="button" href={`${adminPath}/`}>
      {t('Home')}
    </a>
  </Heading>
)
