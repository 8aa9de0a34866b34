import { useState } from 'preact/hooks'
import { sendPublic } from '../api/session.ts'
import { t } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/fault.tsx'
import { TextField } from '../ui/field.tsx'

/** Asks for a link by mail that lets its owner choose a new password. The answer is the same whether there is such a user or not. */
export const ForgottenPassword = () => {
  const [name, setName] = useState('')
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFault('')
    try {
      await sendPublic('POST', 'wp-json/kalends/v1/forgotten', { name })
      setSent(true)
    } catch (error) {
      setFault((error as Error).message)
    }
    setBusy(false)
  }
  return (
    <details class="stack">
      <summary>{t('Forgotten your password?')}</summary>
      {isSent ? (
        <p role="status">{t('If there is such a user, a link is on its way to the e-mail address of that user.')}</p>
      ) : (
        <form class="stack" onSubmit={submit}>
          <Fault text={fault} />
          <TextField
            label={t('Your user name or e-mail address')}
            value={name}
            onValue={setName}
            autocomplete="username"
            required
          />
          <Button type="submit" isBusy={isBusy}>
            {t('Send me a link')}
          </Button>
        </form>
      )}
    </details>
  )
}
