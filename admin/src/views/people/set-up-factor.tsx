import { useState } from 'preact/hooks'
import { write } from '../../api/site.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { CodeField } from './code-field.tsx'
import { StepForm } from './step-form.tsx'

/** The path of one's own second factor. */
export const ownFactor = 'second-factor'

/** What an app needs; `qr` is the picture of `url`. */
type Started = { readonly secret: string; readonly qr: string }

/** The present password, asked again by who may have found an open session. */
export const PasswordField = ({
  value,
  onValue,
}: {
  readonly value: string
  readonly onValue: (value: string) => void
}) => (
  <TextField
    label={t('Your password')}
    type="password"
    autocomplete="current-password"
    required
    value={value}
    onValue={onValue}
  />
)

/** Sets an authenticator app up: the password, the picture and a first code, and the recovery codes. */
export const SetUp = ({
  onDone,
  onCancel,
}: {
  readonly onDone: () => void
  readonly onCancel?: (() => void) | undefined
}) => {
  const [password, setPassword] = useState('')
  const [started, setStarted] = useState<Started>()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const start = async (): Promise<void> =>
    setStarted(await write<Started>('POST', 'kalends/v1', ownFactor, { body: { current_password: password } }))
  const confirm = async (): Promise<void> => {
    const body = { code }
    const { recovery_codes } = await write<Codes>('PUT', 'kalends/v1', ownFactor, { body })
    setCodes(recovery_codes)
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (!started)
    return (
      <StepForm submitText={t('Continue')} onSubmit={start} onCancel={onCancel}>
        <PasswordField value={password} onValue={setPassword} />
      </StepForm>
    )
  return (
    <StepForm submitText={t('Turn it on')} onSubmit={confirm} onCancel={onCancel}>
      <p>{t('Scan the picture with an authenticator app on your phone, then type the code that it shows.')}</p>
      <img
        class="qr"
        src={`data:image/svg+xml,${encodeURIComponent(started.qr)}`}
        alt={t('QR code for the authenticator app')}
      />
      <TextField
        label={t('Key, to type it instead')}
        readOnly
        value={started.secret.replace(/.{4}(?=.)/g, '$& ')}
        onValue={() => undefined}
      />
      <CodeField isFirst value={code} onValue={setCode} />
    </StepForm>
  )
}

/** The answer that has the recovery codes, once. */
export type Codes = { readonly recovery_codes: readonly string[] }

/** Recovery codes, which are shown once: to be copied, or saved as a file. */
export const RecoveryCodes = ({
  codes,
  onDone,
}: {
  readonly codes: readonly string[]
  readonly onDone: () => void
}) => {
  const text = codes.join('\n')
  return (
    <div class="stack">
      <h2>{t('Your recovery codes')}</h2>
      <p>
        {t(
          'Keep them where you find them without your phone. Each logs you in once, in place of a code. They are shown only now.',
        )}
      </p>
      <ul class="codes">
        {codes.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button onClick={() => navigator.clipboard.writeText(text).then(() => notify(t('Copied.')), notifyFault)}>
          {t('Copy')}
        </Button>
        <a class="button" download="recovery-codes.txt" href={`data:text/plain,${encodeURIComponent(`${text}\n`)}`}>
          {t('Save as a file')}
        </a>
        <Button kind="primary" onClick={onDone}>
          {t('I have kept them')}
        </Button>
      </div>
    </div>
  )
}
