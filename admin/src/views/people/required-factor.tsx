import { findSession, logOut } from '../../api/session.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { SetUp } from './set-up-factor.tsx'

/** What somebody sees whose role needs a second factor, until it is set up. */
export const RequiredFactor = ({
  onDone,
  onLogOut,
}: {
  readonly onDone: () => void
  readonly onLogOut: () => void
}) => (
  <main class="alone">
    <Heading title={t('Set up a second factor')} />
    <div class="stack">
      <p>{t('Your role needs a second factor in this calendar. It takes two minutes, and a phone.')}</p>
      <SetUp onDone={() => findSession().then(onDone, notifyFault)} />
      <Button onClick={() => logOut().then(onLogOut, notifyFault)}>{t('Log out')}</Button>
    </div>
  </main>
)
