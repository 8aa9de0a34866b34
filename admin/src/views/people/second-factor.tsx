import { useState } from 'preact/hooks'
import { canUsePasskeys } from '../../api/passkeys.ts'
import { findSession, type Session } from '../../api/session.ts'
import { read, write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatInstant, t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { CodeField } from './code-field.tsx'
import { type Passkey, Passkeys } from './passkeys.tsx'
import { type Codes, ownFactor, PasswordField, RecoveryCodes, SetUp } from './set-up-factor.tsx'
import { StepForm } from './step-form.tsx'

type State = {
  readonly since: string | null
  readonly passkeys: readonly Passkey[]
  readonly recovery_codes: number
  readonly has_password: boolean
  readonly is_required: boolean
}

type Task = 'set-up' | 'codes' | 'off'

/** Recovery codes from which on there should be new ones. */
const fewCodes = 3

/** The second factor of the person who is logged in. */
export const SecondFactor = () => {
  const loaded = useLoaded('', () => read<State>('kalends/v1', ownFactor))
  const [task, setTask] = useState<Task>()
  const close = (): void => {
    setTask(undefined)
    loaded.reload()
  }
  return (
    <section class="card">
      <h2>{t('Second factor')}</h2>
      <LoadedState loaded={loaded}>
        {(state) => (
          <div class="stack">
            <About state={state} />
            <div class="actions">
              {state.since === null && state.has_password && (
                <Button onClick={() => setTask('set-up')}>{t('Set up an authenticator app')}</Button>
              )}
              {hasFactor(state) && <Button onClick={() => setTask('codes')}>{t('Make new recovery codes')}</Button>}
              {state.since !== null && (
                <Button kind="danger" onClick={() => setTask('off')}>
                  {t('Turn it off')}
                </Button>
              )}
            </div>
            {state.has_password && (canUsePasskeys() || state.passkeys.length > 0) && (
              <Passkeys
                passkeys={state.passkeys}
                onChange={() => {
                  // Without the last one, a role that needs one is asked for it again.
                  const go = (found: Session | undefined): void =>
                    found?.needs_second_factor ? location.reload() : loaded.reload()
                  findSession().then(go, notifyFault)
                }}
              />
            )}
          </div>
        )}
      </LoadedState>
      {task === 'set-up' && (
        <Dialog title={t('Set up an authenticator app')} onClose={close}>
          <SetUp
            onCancel={close}
            onDone={() => {
              close()
              notify(t('From now on, you need a code to log in. Other devices have been logged out.'))
            }}
          />
        </Dialog>
      )}
      {task === 'codes' && <NewCodes onClose={close} />}
      {task === 'off' && (
        <TurnOff
          isRequired={loaded.data?.is_required === true}
          onClose={close}
          onDone={() => {
            if (loaded.data?.is_required && loaded.data.passkeys.length === 0) return location.reload()
            close()
            notify(t('You no longer need a code to log in. Other devices have been logged out.'))
          }}
        />
      )}
    </section>
  )
}

const hasFactor = ({ since, passkeys }: State): boolean => since !== null || passkeys.length > 0

const About = ({ state }: { readonly state: State }) => {
  const { since, recovery_codes, has_password } = state
  if (!has_password)
    return <p class="hint">{t('You log in without a password here: your provider asks for a second factor.')}</p>
  if (!hasFactor(state))
    return (
      <p class="hint">
        {t(
          'With an app on your phone that shows a code, nobody logs in with your password alone. Programs need no code.',
        )}
      </p>
    )
  return (
    <p>
      {since !== null && `${t('On since {date}.', { date: formatInstant(since) })} `}
      {tn('{count} recovery code is left.', '{count} recovery codes are left.', recovery_codes)}{' '}
      {recovery_codes <= fewCodes && t('Make new ones before they run out.')}
    </p>
  )
}

const useConfirmation = () => {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return {
    body: { current_password: password, code },
    fields: (
      <>
        <CodeField value={code} onValue={setCode} />
        <PasswordField value={password} onValue={setPassword} />
      </>
    ),
  }
}

const NewCodes = ({ onClose }: { readonly onClose: () => void }) => {
  const { body, fields } = useConfirmation()
  const [codes, setCodes] = useState<readonly string[]>()
  const renew = async (): Promise<void> => {
    const made = await write<Codes>('POST', 'kalends/v1', `${ownFactor}/recovery-codes`, { body })
    setCodes(made.recovery_codes)
  }
  return (
    <Dialog title={t('Make new recovery codes')} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <StepForm submitText={t('Make new recovery codes')} onSubmit={renew} onCancel={onClose}>
          <p>{t('The codes that you have now work no longer.')}</p>
          {fields}
        </StepForm>
      )}
    </Dialog>
  )
}

const TurnOff = ({
  isRequired,
  onClose,
  onDone,
}: {
  readonly isRequired: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { body, fields } = useConfirmation()
  const turnOff = (): Promise<void> => write('DELETE', 'kalends/v1', ownFactor, { body }).then(onDone)
  return (
    <Dialog title={t('Turn the second factor off')} onClose={onClose}>
      <StepForm submitText={t('Turn it off')} onSubmit={turnOff} onCancel={onClose}>
        <p>
          {isRequired
            ? t('Your role needs one: you set it up again at once, for example on another phone.')
            : t('Then your password alone logs you in.')}
        </p>
        {fields}
      </StepForm>
    </Dialog>
  )
}
