import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { adminPath } from '../api/root.ts'
import { isCodeMissing, sendPublic, takeSession } from '../api/session.ts'
import { language, siteLanguageNames, t } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Fault } from '../ui/fault.tsx'
import { focusFirstFault, TextField } from '../ui/field.tsx'
import { Choice, fixedText, line } from '../ui/form.tsx'
import { Heading } from '../ui/heading.tsx'
import { notifyLater } from '../ui/notices.tsx'
import { presentZone, zones } from '../ui/zone-field.tsx'
import { CodeField } from './people/code-field.tsx'

/** What a one-time link is for. */
type Link = {
  readonly kind: 'setup' | 'invitation' | 'reset'
  readonly role: string
  readonly username?: string
  readonly email?: string
  /** Of the set-up: the settings that it chooses, and the variables of those that the environment of the server fixes. */
  readonly site?: Readonly<Record<ChosenName, string>> & { readonly _fixed: Fixed }
}

const chosenNames = ['title', 'timezone', 'language'] as const
type ChosenName = (typeof chosenNames)[number]
type Fixed = { readonly [name in ChosenName]?: string }

/** The page of a one-time link: the first administrator, an invitation, or a new password. The token is in the fragment, which no server logs. */
export const Welcome = ({ onDone }: { readonly onDone: () => void }) => {
  const [token] = useState(() => location.hash.slice(1))
  const [link, setLink] = useState<Link>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    sendPublic('POST', 'wp-json/kalends/v1/welcome', { token }).then(setLink, (error: Error) => setFault(error.message))
  }, [token])
  return (
    <main class="alone">
      <Heading title={link ? titles[link.kind]() : t('Welcome')} />
      <Fault text={fault} />
      {fault && (
        // Most links that do not work were used by the person who opens them again.
        <a class="button" href={`${adminPath}/`}>
          {t('Log in')}
        </a>
      )}
      {link && <WelcomeForm token={token} link={link} onDone={onDone} />}
    </main>
  )
}

const titles = {
  setup: () => t('Set up your calendar'),
  invitation: () => t('Create your account'),
  reset: () => t('Choose a new password'),
} as const

type FormProps = { readonly token: string; readonly link: Link; readonly onDone: () => void }

const WelcomeForm = ({ token, link, onDone }: FormProps) => {
  const { route } = useLocation()
  const [values, setValues] = useState<Record<string, string>>({
    username: link.username ?? '',
    email: link.email ?? '',
    name: '',
    password: '',
    title: '',
    timezone: presentZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
    language,
    ...fixedValues(link),
  })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [needsCode, setNeedsCode] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const field = (name: string) => ({
    value: values[name] ?? '',
    error: faults[name],
    onValue: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      takeSession(await sendPublic('PUT', 'wp-json/kalends/v1/welcome', bodyOf(token, link, values)))
      onDone()
      // What the calendar is called stands in the frame of the pages.
      if (link.kind === 'setup') {
        const text = t('Programs log in as “{name}”, with the application password that the first start has printed.', {
          name: values['username']?.trim() ?? '',
        })
        notifyLater(text)
        location.replace(`${adminPath}/`)
      } else route(`${adminPath}/`, true)
    } catch (error) {
      if (isCodeMissing(error)) {
        setNeedsCode(true)
        setFaults({})
        setBusy(false)
        return
      }
      const { params = {}, message } = error as Error & { params?: Record<string, string> }
      setFaults({ ...params, all: message })
      focusFirstFault()
      setBusy(false)
    }
  }
  return (
    <form class="stack" onSubmit={submit}>
      <Fault text={faults['all']} />
      <TextField
        label={t('User name')}
        autocomplete="username"
        readOnly={link.kind === 'reset'}
        required
        {...field('username')}
      />
      <TextField
        label={t('Password')}
        type="password"
        autocomplete="new-password"
        minLength={10}
        hint={t('At least ten characters. A few words that do not belong together are easy to remember.')}
        required
        {...field('password')}
      />
      {needsCode && <CodeField {...field('code')} />}
      {link.kind !== 'reset' && (
        <>
          <TextField label={t('Your name, as others see it')} autocomplete="name" {...field('name')} />
          <TextField
            label={t('E-mail address')}
            type="email"
            autocomplete="email"
            readOnly={link.kind === 'invitation' && link.email !== undefined}
            {...field('email')}
          />
        </>
      )}
      {link.site && <SiteFields field={field} fixed={link.site._fixed} />}
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {link.kind === 'setup' ? t('Open the calendar') : t('Continue')}
      </Button>
    </form>
  )
}

type FieldProps = (name: string) => { value: string; error: string | undefined; onValue: (value: string) => void }

const RequiredLine = line({ required: true })

const SiteFields = ({ field, fixed }: { readonly field: FieldProps; readonly fixed: Fixed }) => {
  const setting = (name: ChosenName) => ({
    ...field(name),
    fixedBy: fixedText(fixed[name]),
    hint: undefined,
    name: undefined,
  })
  return (
    <fieldset>
      <legend>{t('The calendar')}</legend>
      <RequiredLine label={t('Name of the calendar')} {...setting('title')} />
      <Choice
        label={t('Time zone')}
        options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
        {...setting('timezone')}
      />
      <Choice label={t('Language')} options={Object.entries(siteLanguageNames)} {...setting('language')} />
    </fieldset>
  )
}

const fixedValues = ({ site }: Link): Readonly<Record<string, string>> =>
  site
    ? Object.fromEntries(chosenNames.filter((name) => site._fixed[name]).map((name) => [name, site[name]] as const))
    : {}

/** The server refuses another value of what the environment fixes, so that is not sent. */
const bodyOf = (token: string, { kind, site }: Link, values: Readonly<Record<string, string>>) => {
  const { username, password, name, email } = values
  const shown = { ...(name ? { name } : {}), ...(email ? { email } : {}) }
  const person =
    kind === 'reset'
      ? { token, password, ...(values['code'] ? { code: values['code'] } : {}) }
      : { token, password, username, ...shown }
  const chosen = site && chosenNames.filter((name) => !site._fixed[name]).map((name) => [name, values[name]] as const)
  return chosen ? { ...person, site: Object.fromEntries(chosen) } : person
}
