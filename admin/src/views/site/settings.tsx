import { CalendarError } from 'kalends-client'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { read, write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { locale, siteLanguageNames, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { focusFirstFault } from '../../ui/field.tsx'
import {
  area,
  Choice,
  choice,
  differs,
  type Faults,
  Fields,
  type FormField,
  type FormOf,
  faultsLeft,
  fieldFor,
  fixedText,
  line,
  listChanges,
  listNames,
  readForm,
  timeZone,
} from '../../ui/form.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { findKept, forget, type Kept, keep, RestoredNotice } from '../record/kept-form.tsx'
import { FontFiles, useFontFiles } from './font-files.tsx'
import { SiteImageField } from './site-image-field.tsx'

/** How prices without a currency are shown; `code` is that of ISO 4217, or ''. */
type Currency = { readonly code: string; readonly symbol: string; readonly position: string }

type Link = { readonly label: string; readonly url: string }

/** The settings of the site that this page changes, as the interface writes them. */
type SiteSettings = {
  readonly title: string
  readonly description: string
  readonly timezone: string
  readonly language: string
  readonly start_of_week: number | string
  readonly clock: string
  readonly accent_color: string
  readonly site_logo: number
  readonly header_image: number
  readonly currency: Currency
  readonly tile_server: string
  readonly home_view: string
  readonly repeated_events: string
  readonly intro: string
  readonly font: string
  readonly header_links: readonly Link[]
  readonly footer_links: readonly Link[]
  /** Those that the environment sets, with the variable of each. */
  readonly _fixed: Readonly<Record<string, string>>
}

/** What can be changed of the calendar while it runs. */
export const Settings = () => {
  const loaded = useLoaded('', () => read<SiteSettings>('wp/v2', 'settings'))
  return (
    <>
      <Heading title={t('Settings')} />
      <LoadedState loaded={loaded}>
        {(settings) => <SettingsForm key={JSON.stringify(settings)} settings={settings} onSaved={loaded.reload} />}
      </LoadedState>
    </>
  )
}

/** What is sent of the settings. */
type Body = Partial<Omit<SiteSettings, '_fixed'>>

type Setting = FormField<string, unknown, Body, SiteSettings>

const field = fieldFor<SiteSettings, Body>()

/** The settings that are texts. */
type TextSetting = { [M in keyof Body]-?: SiteSettings[M] extends string ? M : never }[keyof Body]

/** A setting that is a text. */
const text = (
  member: TextSetting,
  label: () => string,
  more: Partial<Pick<Setting, 'hint' | 'control'>> = {},
): Setting => ({
  label,
  blank: '',
  read: (settings) => settings[member],
  write: { [member]: (written: string) => written },
  control: line(),
  ...more,
})

/** Links as lines: `Name: https://…`. */
const writeLinks = (links: readonly Link[]): string => links.map(({ label, url }) => `${label}: ${url}`).join('\n')

/** The links of some lines; a line without an address is refused by the server, which says which one it is. */
const readLinks = (text: string): Link[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, label = line, url = ''] = /^(.*?):?\s*(\S+:\/\/.*)$/.exec(line.trim()) ?? []
    return { label: label.trim(), url: url.trim() }
  })
}

/** Links at one of the ends of pages. */
const linksField = (member: 'header_links' | 'footer_links', label: () => string): Setting => ({
  label,
  hint: () => t('One on each line, such as Museum: https://example.org/'),
  blank: '',
  read: (settings) => writeLinks(settings[member]),
  write: { [member]: readLinks },
  control: area,
})

const weekDays = (): readonly (readonly [string, string])[] =>
  [1, 2, 3, 4, 5, 6, 0].map((day) => {
    const date = new Date(Date.UTC(2023, 0, 1 + day))
    return [String(day), new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date)] as const
  })

/** Another symbol is another currency. */
const currencyOf = (_: string, { symbol, position }: Readonly<Record<'symbol' | 'position', string>>): Currency => ({
  code: '',
  symbol,
  position,
})

const settingFields = {
  title: text('title', () => t('Name of the calendar')),
  description: text('description', () => t('What it is about')),
  timezone: text('timezone', () => t('Time zone'), {
    hint: () => t('For example Europe/Paris. Events keep their own.'),
    control: timeZone,
  }),
  language: text('language', () => t('Language of the pages'), {
    control: choice(() => Object.entries(siteLanguageNames)),
  }),
  start_of_week: field({
    label: () => t('The week begins on'),
    blank: '',
    read: ({ start_of_week }) => String(start_of_week),
    write: { start_of_week: Number },
    control: choice(weekDays),
  }),
  clock: text('clock', () => t('Clock'), {
    control: choice(() => [
      ['', t('As usual in the language')],
      ['24', '19:30'],
      ['12', '7:30 PM'],
    ]),
  }),
  symbol: field({
    label: () => t('Symbol of prices'),
    hint: () => t('For prices that are written without one, such as 12.'),
    blank: '',
    read: ({ currency }) => currency.symbol,
    write: { currency: currencyOf },
    control: line(),
    row: 'currency',
  }),
  position: field({
    label: () => t('Where the symbol stands'),
    blank: '',
    read: ({ currency }) => currency.position,
    write: { currency: currencyOf },
    control: ({ form: { symbol }, ...props }) => (
      <Choice
        {...props}
        options={[
          ['prefix', `${symbol}12`],
          ['postfix', `12${symbol}`],
        ]}
      />
    ),
    row: 'currency',
  }),
  accent_color: text('accent_color', () => t('Colour of links and buttons'), {
    hint: () => t('Such as #8c2f1b. Pages make it darker or lighter until it can be read.'),
  }),
  site_logo: field({
    label: () => t('Logo'),
    blank: '0',
    read: ({ site_logo }) => String(site_logo),
    write: { site_logo: Number },
    control: SiteImageField,
  }),
  header_image: field({
    label: () => t('Picture of the home page'),
    hint: () => t('It is behind the name of the calendar and the text above the events.'),
    blank: '0',
    read: ({ header_image }) => String(header_image),
    write: { header_image: Number },
    control: SiteImageField,
  }),
  font: text('font', () => t('Font'), {
    control: choice(() => [
      ['sans', t('Sans serif')],
      ['serif', t('Serif')],
      ['rounded', t('Rounded')],
      ['own', t('Your own')],
    ]),
  }),
  home_view: text('home_view', () => t('View of the home page'), {
    control: choice(() => [
      ['list', t('List')],
      ['month', t('Month')],
      ['week', t('Week')],
      ['photo', t('Photos')],
    ]),
  }),
  repeated_events: text('repeated_events', () => t('Events that repeat, in lists'), {
    control: choice(() => [
      ['once', t('Once, at their next date')],
      ['each', t('Each of their dates')],
    ]),
  }),
  intro: text('intro', () => t('Text above the upcoming events'), { control: area }),
  header_links: linksField('header_links', () => t('Links at the head of pages')),
  footer_links: linksField('footer_links', () => t('Links at the end of pages')),
  tile_server: text('tile_server', () => t('Server of map tiles'), {
    hint: () => t('An address with {z}, {x} and {y}; without one there are no maps.'),
  }),
} as const

type Values = FormOf<typeof settingFields>

const names = listNames<Values, Body>(settingFields)

/** The names of the settings with their labels. */
export const settingLabels = (): readonly (readonly [name: string, label: string])[] =>
  names.map((name) => [name, settingFields[name].label()])

/** Moves the focus to the field of a setting, by its label. */
const focusSetting = (wanted: string): void => {
  const label = settingLabels().find(([name]) => name === wanted)?.[1]
  const labels = [...document.querySelectorAll<HTMLElement>('main form :is(label, .label, legend)')]
  const found = labels.find(({ textContent }) => textContent === label)
  const control = found instanceof HTMLLabelElement ? found.control : found?.parentElement?.querySelector('button')
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** The files of a font stand below its field. */
const belowFont = names.indexOf('font') + 1

/** Under this name what was typed is kept until it is saved. */
const keptName = 'settings'

/** The present values, with what was typed and not saved. */
const withTyped = (before: Values, { form, saved }: Kept<Values>): Values => {
  const typed = names.filter((name) => form[name] !== undefined && form[name] !== saved[name])
  return { ...before, ...Object.fromEntries(typed.map((name) => [name, form[name]])) }
}

const SettingsForm = ({ settings, onSaved }: { readonly settings: SiteSettings; readonly onSaved: () => void }) => {
  const before: Values = readForm(settingFields, settings)
  const [found, setFound] = useState(() => findKept<Values>(keptName))
  const [values, setValues] = useState(() => (found ? withTyped(before, found.kept) : before))
  const [faults, setFaults] = useState<Faults>({})
  const fontFiles = useFontFiles()
  const { field: wanted } = useLocation().query
  useEffect(() => {
    if (wanted) focusSetting(wanted)
  }, [wanted])
  const fixed = Object.entries(settings._fixed).map(([name, source]) => [name, fixedText(source)] as const)
  const change = (changed: Partial<Values>): void => {
    const form = { ...values, ...changed }
    setValues(form)
    setFaults((all) => faultsLeft(settingFields, all, values, form))
    if (differs(form, before)) keep(keptName, { form, saved: before, etag: '' }, found?.copies)
    else {
      forget(keptName, found?.copies)
      setFound(undefined)
    }
  }
  const discard = (): void => {
    forget(keptName, found?.copies)
    setFound(undefined)
    setValues(before)
  }
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const body = listChanges<Values, Body>(settingFields, values, before)
    const undo = Object.fromEntries(Object.entries(settings).filter(([name]) => name in body))
    const send = (sent: object) => write('POST', 'wp/v2', 'settings', { body: sent })
    try {
      const haveFilesChanged = await fontFiles.save()
      await send(body)
      forget(keptName, found?.copies)
      onSaved()
      // A file that was replaced is gone.
      notify(t('Saved.'), haveFilesChanged ? undefined : () => send(undo).then(onSaved))
    } catch (error) {
      if (error instanceof CalendarError && Object.keys(error.params).length > 0) {
        setFaults(error.params)
        focusFirstFault()
      } else notifyFault(error)
    }
  }
  const shown = { fields: settingFields, form: values, change, faults, fixed: Object.fromEntries(fixed) }
  return (
    <form class="stack account" onSubmit={submit}>
      {found && <RestoredNotice at={found.kept.at} onDiscard={discard} />}
      <Fields {...shown} names={names.slice(0, belowFont)} />
      {values.font === 'own' && <FontFiles {...fontFiles} />}
      <Fields {...shown} names={names.slice(belowFont)} />
      <div>
        <Button type="submit" kind="primary">
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
