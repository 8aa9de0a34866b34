import { useState } from 'preact/hooks'
import { logIn } from '../api/session.ts'
import { t } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/fault.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { Heading } from '../ui/heading.tsx'

/** The page to log in. */
export const LogIn = ({ onDone }: { readonly onDone: () => void }) => (
  <main class="alone">
    <Heading title={t('Log in')} />
    <LogInForm onDone={onDone} />
    <p class="hint">
      {t('No password, or a forgotten one? An administrator can send you a link that lets you choose a new one.')}
    </p>
  </main>
)

/** Name and password. */
export const LogInForm = ({ onDone }: { readonly onDone: () => void }) => {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFault('')
    try {
      await logIn({ name, password, remember })
      onDone()
    } catch (error) {
      setFault((error as Error).message)
    }
    setBusy(false)
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
      <CheckField label={t('Stay logged in on this device')} checked={remember} onChecked={setRemember} />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {t('Log in')}
      </Button>
    </form>
  )
}
