import { useState } from 'preact/hooks'
import { canUsePasskeys, makePasskey } from '../../api/passkeys.ts'
import { write } from '../../api/site.ts'
import { formatInstant, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import { PasswordField, RecoveryCodes } from './set-up-factor.tsx'
import { StepForm } from './step-form.tsx'

/** A passkey of the person who is logged in. */
export type Passkey = {
  readonly uuid: string
  readonly name: string
  readonly created: string
  readonly last_used: string | null
}

/** Makes a passkey: the password, then the question of the browser, then the recovery codes if there are none yet. */
export const AddPasskey = ({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel?: () => void }) => {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [codes, setCodes] = useState<readonly string[]>([])
  const add = async (): Promise<void> => {
    const made = await makePasskey(name, password)
    if (made.length === 0) onDone()
    else setCodes(made)
  }
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <StepForm submitText={t('Continue')} onSubmit={add} onCancel={onCancel}>
      <TextField
        label={t('Name of the passkey')}
        hint={t('For example that of the device, to tell it from others.')}
        maxLength={100}
        required
        value={name}
        onValue={setName}
      />
      <PasswordField value={password} onValue={setPassword} />
    </StepForm>
  )
}

/** The passkeys of the person who is logged in. */
export const Passkeys = ({
  passkeys,
  onChange,
}: {
  readonly passkeys: readonly Passkey[]
  readonly onChange: () => void
}) => {
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey>()
  const close = (): void => {
    setAdding(false)
    setLeaving(undefined)
    onChange()
  }
  return (
    <>
      <p class="hint">
        {t(
          'A passkey logs you in without a password: by your finger, your face, the PIN of your device, or a security key.',
        )}
      </p>
      <ul>
        {passkeys.map((passkey) => (
          <li key={passkey.uuid}>
            <span>
              <b>{passkey.name}</b>
              <span class="hint">
                {passkey.last_used
                  ? t('last used {date}', { date: formatInstant(passkey.last_used) })
                  : t('never used')}
              </span>
            </span>
            <Button
              kind="danger"
              aria-label={t('Remove {name}', { name: passkey.name })}
              onClick={() => setLeaving(passkey)}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      {canUsePasskeys() && (
        <div class="actions">
          <Button onClick={() => setAdding(true)}>{t('Add a passkey')}</Button>
        </div>
      )}
      {isAdding && (
        <Dialog title={t('Add a passkey')} onClose={close}>
          <AddPasskey
            onCancel={close}
            onDone={() => {
              close()
              notify(t('You can log in with the passkey now.'))
            }}
          />
        </Dialog>
      )}
      {leaving && <RemovePasskey passkey={leaving} onClose={close} />}
    </>
  )
}

const RemovePasskey = ({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) => {
  const [password, setPassword] = useState('')
  const remove = async (): Promise<void> => {
    await write('DELETE', 'kalends/v1', `passkeys/${passkey.uuid}`, { body: { current_password: password } })
    onClose()
    notify(t('The passkey no longer logs you in.'))
  }
  return (
    <Dialog title={t('Remove {name}', { name: passkey.name })} onClose={onClose}>
      <StepForm submitText={t('Remove')} onSubmit={remove} onCancel={onClose}>
        <PasswordField value={password} onValue={setPassword} />
      </StepForm>
    </Dialog>
  )
}
