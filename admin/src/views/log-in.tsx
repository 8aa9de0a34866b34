import { useState } from 'preact/hooks'
import { canUsePasskeys, logInByPasskey } from '../api/passkeys.ts'
import { adminPath, hasWay, root } from '../api/root.ts'
import { isCodeMissing, logIn } from '../api/session.ts'
import { t } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/fault.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { Heading } from '../ui/heading.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import { CodeField } from './people/code-field.tsx'

/** The page to log in. */
export const LogIn = ({ onDone }: { readonly onDone: () => void }) => (
  <main class="alone">
    <Heading title={t('Log in')} />
    <Fault text={signOnFault()} />
    {hasWay('oidc') && <SignOnLink />}
    <LogInForm onDone={onDone} />
    {hasWay('mail') ? (
      <ForgottenPassword />
    ) : (
      <p class="hint">
        {t('No password, or a forgotten one? An administrator can send you a link that lets you choose a new one.')}
      </p>
    )}
  </main>
)

/** Leads to the OpenID Connect provider, and back to the requested page. */
const SignOnLink = () => {
  const page = `/admin${location.pathname.slice(adminPath.length)}`
  return (
    <a class="button primary" href={root(`session/oidc?to=${encodeURIComponent(page)}`)} target="_self">
      {t('Log in with single sign-on')}
    </a>
  )
}

/** Why the log-in through the provider did not succeed, which the address says. */
const signOnFault = (): string | undefined => {
  switch (new URLSearchParams(location.search).get('log-in')) {
    case 'denied':
      return t('You refused to share your identity, so you are not logged in.')
    case 'no-role':
      return t('You have no access: nobody has given you a role in this calendar. Ask an administrator for one.')
    case 'too-many':
      return t('There were too many failed attempts to log in. Wait a minute, then try again.')
    case 'failed':
      return t('The log-in did not succeed. Try again; if it happens again, tell an administrator.')
    default:
      return undefined
  }
}

/** Name and password. */
export const LogInForm = ({ onDone }: { readonly onDone: () => void }) => {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [code, setCode] = useState<string>()
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFault('')
    try {
      await logIn({ name, password, remember, ...(code === undefined ? {} : { code }) })
      onDone()
    } catch (error) {
      if (isCodeMissing(error)) setCode('')
      else setFault((error as Error).message)
    }
    setBusy(false)
  }
  const usePasskey = (): void => {
    setFault('')
    logInByPasskey(remember).then(onDone, (error: Error) => setFault(error.message))
  }
  return (
    <form class="stack" onSubmit={submit}>
      <Fault text={fault} />
      <TextField
        label={t('User name or e-mail address')}
        value={name}
        onValue={setName}
        autocomplete="username"
        required
      />
      <TextField
        label={t('Password')}
        type="password"
        value={password}
        onValue={setPassword}
        autocomplete="current-password"
        required
      />
      {code !== undefined && <CodeField value={code} onValue={setCode} />}
      <CheckField label={t('Stay logged in on this device')} checked={remember} onChecked={setRemember} />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {t('Log in')}
      </Button>
      {canUsePasskeys() && <Button onClick={usePasskey}>{t('Use a passkey')}</Button>}
    </form>
  )
}
