import { useState } from 'preact/hooks'
import { canUsePasskeys } from '../../api/passkeys.ts'
import { findSession, logOut } from '../../api/session.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { AddPasskey } from './passkeys.tsx'
import { SetUp } from './set-up-factor.tsx'

/** What somebody sees whose role needs a second factor, until it is set up. */
export const RequiredFactor = ({
  onDone,
  onLogOut,
}: {
  readonly onDone: () => void
  readonly onLogOut: () => void
}) => {
  const [isByPasskey, setByPasskey] = useState(false)
  const proceed = (): void => {
    findSession().then(onDone, notifyFault)
  }
  return (
    <main class="alone">
      <Heading title={t('Set up a second factor')} />
      <div class="stack">
        <p>{t('Your role needs a second factor in this calendar. It takes two minutes.')}</p>
        {isByPasskey ? <AddPasskey onDone={proceed} /> : <SetUp onDone={proceed} />}
        {canUsePasskeys() && (
          <Button onClick={() => setByPasskey(!isByPasskey)}>
            {isByPasskey ? t('Use an authenticator app instead') : t('Use a passkey instead')}
          </Button>
        )}
        <Button onClick={() => logOut().then(onLogOut, notifyFault)}>{t('Log out')}</Button>
      </div>
    </main>
  )
}
