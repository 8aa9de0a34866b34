import { CalendarError } from 'kalends-client'
import { useState } from 'preact/hooks'
import { read, write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { chooseLanguage } from '../../language.ts'
import { formatInstant, language, languageNames, t } from '../../texts.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { focusFirstFault, SelectField, TextField } from '../../ui/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'

/** The account of the person who is logged in: language, password, sessions, and application passwords. */
export const Account = () => (
  <>
    <Heading title={t('Your account')} />
    <div class="stack account">
      <section class="card">
        <SelectField
          label={t('Language of the administration')}
          value={language}
          options={Object.entries(languageNames)}
          onValue={chooseLanguage}
        />
      </section>
      <Password />
      <Sessions />
      <Programs />
    </div>
  </>
)

const Password = () => {
  const [present, setPresent] = useState('')
  const [wanted, setWanted] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      await write('POST', 'wp/v2', 'users/me', { body: { password: wanted, current_password: present } })
      setPresent('')
      setWanted('')
      setFaults({})
      notify(t('Your password has changed. Other devices have been logged out.'))
    } catch (error) {
      const params = error instanceof CalendarError ? error.params : {}
      setFaults(Object.keys(params).length > 0 ? params : { current_password: (error as Error).message })
      focusFirstFault()
    }
  }
  return (
    <section class="card">
      <h2>{t('Password')}</h2>
      <form class="stack" onSubmit={submit}>
        <TextField
          label={t('Present password')}
          type="password"
          autocomplete="current-password"
          required
          value={present}
          error={faults['current_password']}
          onValue={setPresent}
        />
        <TextField
          label={t('New password')}
          type="password"
          autocomplete="new-password"
          minLength={12}
          required
          value={wanted}
          error={faults['password']}
          onValue={setWanted}
        />
        <Button type="submit">{t('Change the password')}</Button>
      </form>
    </section>
  )
}

type Session = {
  readonly uuid: string
  readonly client: string
  readonly created: string
  readonly last_used: string | null
  readonly is_current: boolean
}

const Sessions = () => {
  const loaded = useLoaded('', () => read<readonly Session[]>('wp/v2', 'users/me/sessions'))
  const endOthers = (): void => {
    const query = { keep_current: true }
    write('DELETE', 'wp/v2', 'users/me/sessions', { query }).then(() => {
      loaded.reload()
      notify(t('All other devices have been logged out.'))
    }, notifyFault)
  }
  return (
    <section class="card">
      <h2>{t('Where you are logged in')}</h2>
      <LoadedState loaded={loaded}>
        {(sessions) => (
          <ul>
            {sessions.map(({ uuid, client, created, is_current }) => (
              <li key={uuid}>
                {client || t('A browser')}, {t('since {date}', { date: formatInstant(created) })}{' '}
                {is_current && <span class="badge">{t('this device')}</span>}
              </li>
            ))}
          </ul>
        )}
      </LoadedState>
      <Button onClick={endOthers}>{t('Log out everywhere else')}</Button>
    </section>
  )
}

type Program = {
  readonly uuid: string
  readonly name: string
  readonly created: string
  readonly last_used: string | null
  readonly password?: string
}

const programs = 'users/me/application-passwords'

const Programs = () => {
  const loaded = useLoaded('', () => read<readonly Program[]>('wp/v2', programs))
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const [asked, setAsked] = useState<Program>()
  const add = (event: Event): void => {
    event.preventDefault()
    write<Program>('POST', 'wp/v2', programs, { body: { name } }).then(({ password = '' }) => {
      setName('')
      setSecret(password)
      loaded.reload()
    }, notifyFault)
  }
  const revoke = ({ uuid }: Program): void => {
    write('DELETE', 'wp/v2', `${programs}/${uuid}`).then(() => {
      loaded.reload()
      notify(t('The password no longer works.'))
    }, notifyFault)
  }
  return (
    <section class="card">
      <h2>{t('Passwords of programs')}</h2>
      <p class="hint">
        {t('A program that writes to the calendar gets a password of its own, which can be revoked by itself.')}
      </p>
      <LoadedState loaded={loaded}>
        {(all) => (
          <ul>
            {all.map((program) => (
              <li key={program.uuid}>
                {program.name},{' '}
                {program.last_used
                  ? t('last used {date}', { date: formatInstant(program.last_used) })
                  : t('never used')}{' '}
                <Button
                  kind="danger"
                  aria-label={t('Revoke the password of {name}', { name: program.name })}
                  onClick={() => setAsked(program)}
                >
                  {t('Revoke')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LoadedState>
      {asked && (
        <AskDialog
          question={{
            title: t('Revoke the password of {name}', { name: asked.name }),
            text: t('The program can no longer write to the calendar. This cannot be undone.'),
            go: () => revoke(asked),
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {secret && (
        <TextField
          label={t('The new password')}
          hint={t('Copy it now: it is shown only once.')}
          readOnly
          value={secret}
          onValue={() => undefined}
        />
      )}
      <form class="row" onSubmit={add}>
        <TextField label={t('Name of the program')} required value={name} onValue={setName} />
        <Button type="submit">{t('Make a password')}</Button>
      </form>
    </section>
  )
}
