import { CalendarError } from 'kalends-client'
import { useState } from 'preact/hooks'
import { read, write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { chooseLanguage } from '../../language.ts'
import { formatInstant, language, languageNames, t } from '../../texts.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField, focusFirstFault, SelectField, TextField } from '../../ui/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { may } from '../menu.ts'
import { SecondFactor } from './second-factor.tsx'

/** The account of the person who is logged in: profile, language, messages, password, second factor, sessions, and application passwords. */
export const Account = () => (
  <>
    <Heading title={t('Your account')} />
    <div class="stack account">
      <Profile />
      <Password />
      <SecondFactor />
      <Sessions />
      <Programs />
    </div>
  </>
)

/** How soon somebody is told of what waits for review. */
type ReviewMail = 'now' | 'daily' | 'never'

type Me = {
  readonly name: string
  readonly email: string
  readonly review_mail: ReviewMail
  readonly own_mail: boolean
  readonly trouble_mail: boolean
}

const readProfile = async () => {
  const [me, site] = await Promise.all([
    read<Me>('wp/v2', 'users/me', { context: 'edit' }),
    read<{ readonly has_mail: boolean }>('kalends/v1', 'site'),
  ])
  return { me, hasMail: site.has_mail }
}

const Profile = () => {
  const loaded = useLoaded('', readProfile)
  return <LoadedState loaded={loaded}>{({ me, hasMail }) => <ProfileForm me={me} hasMail={hasMail} />}</LoadedState>
}

const ProfileForm = ({ me, hasMail }: { readonly me: Me; readonly hasMail: boolean }) => {
  const [entered, setEntered] = useState(me)
  const [spoken, setSpoken] = useState(language)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const canBeTold = hasMail && me.email !== ''
  const enter = (change: Partial<Me>): void => setEntered({ ...entered, ...change })
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const { email, ...body } = entered
    try {
      await write('POST', 'wp/v2', 'users/me', { body: { ...body, locale: spoken } })
      setFaults({})
      if (spoken !== language) chooseLanguage(spoken)
      else notify(t('Your profile is saved.'))
    } catch (error) {
      const params = error instanceof CalendarError ? error.params : {}
      if (Object.keys(params).length === 0) return notifyFault(error)
      setFaults(params)
      focusFirstFault()
    }
  }
  return (
    <form class="stack" onSubmit={submit}>
      <section class="card">
        <h2>{t('Profile')}</h2>
        <div class="stack">
          <TextField
            label={t('Name')}
            required
            value={entered.name}
            error={faults['name']}
            onValue={(name) => enter({ name })}
          />
          <TextField
            label={t('E-mail address')}
            hint={may('administer') ? t('You change it in the list of users.') : t('An administrator changes it.')}
            readOnly
            value={entered.email}
            onValue={() => undefined}
          />
          <SelectField
            label={t('Language of the administration')}
            hint={t('Messages to you are in this language, too.')}
            value={spoken}
            options={Object.entries(languageNames)}
            onValue={setSpoken}
          />
        </div>
      </section>
      <section class="card">
        <h2>{t('Messages to you')}</h2>
        <div class="stack">
          {!canBeTold && (
            <p class="hint">
              {hasMail
                ? t('You get none before you have an e-mail address.')
                : t('This calendar has no mail server: you find all of this on the first page of the administration.')}
            </p>
          )}
          {canBeTold && may('edit-others') && (
            <SelectField
              label={t('When something waits for review')}
              value={entered.review_mail}
              options={[
                ['now', t('At once')],
                ['daily', t('Once a day, in the morning')],
                ['never', t('Never')],
              ]}
              onValue={(chosen) => enter({ review_mail: chosen as ReviewMail })}
            />
          )}
          {canBeTold && (
            <CheckField
              label={t('When an event of mine was published, sent back or not accepted')}
              checked={entered.own_mail}
              onChecked={(own_mail) => enter({ own_mail })}
            />
          )}
          {canBeTold && may('administer') && (
            <CheckField
              label={t('When a source fails, or the last backup is old')}
              checked={entered.trouble_mail}
              onChecked={(trouble_mail) => enter({ trouble_mail })}
            />
          )}
        </div>
      </section>
      <Button kind="primary" type="submit">
        {t('Save the profile')}
      </Button>
    </form>
  )
}

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
  const end = (uuid: string): void => {
    write('DELETE', 'wp/v2', `users/me/sessions/${uuid}`).then(() => {
      loaded.reload()
      notify(t('The device has been logged out.'))
    }, notifyFault)
  }
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
            {sessions.map(({ uuid, client, created, last_used, is_current }) => (
              <li key={uuid}>
                <span>
                  <b>{client || t('A browser')}</b> {is_current && <span class="badge">{t('this device')}</span>}
                  <span class="hint">
                    {t('since {date}', { date: formatInstant(created) })}
                    {last_used && ` · ${t('last used {date}', { date: formatInstant(last_used) })}`}
                  </span>
                </span>
                {!is_current && (
                  <Button
                    aria-label={t('Log out {device}, {date}', {
                      device: client || t('A browser'),
                      date: formatInstant(created),
                    })}
                    onClick={() => end(uuid)}
                  >
                    {t('Log out')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </LoadedState>
      {(loaded.data?.length ?? 0) > 1 && <Button onClick={endOthers}>{t('Log out everywhere else')}</Button>}
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
                <span>
                  <b>{program.name}</b>
                  <span class="hint">
                    {program.last_used
                      ? t('last used {date}', { date: formatInstant(program.last_used) })
                      : t('never used')}
                  </span>
                </span>
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
