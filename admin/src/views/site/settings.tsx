import { CalendarError } from 'kalends-client'
import { useState } from 'preact/hooks'
import { read, write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { language, languageNames, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { focusFirstFault } from '../../ui/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { AreaSetting, ChoiceSetting, fixedText, Setting, ZoneSetting } from '../../ui/setting-field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { findKept, forget, type Kept, keep } from '../record/kept-form.ts'
import { RestoredNotice } from '../record/restored-notice.tsx'
import { LogoField } from './logo-field.tsx'

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
  readonly currency: Currency
  readonly tile_server: string
  readonly home_view: string
  readonly intro: string
  readonly font: string
  readonly header_links: readonly Link[]
  readonly footer_links: readonly Link[]
  /** Those that the environment sets, with the variable of each. */
  readonly _fixed: Readonly<Record<string, string>>
}

type Name = Exclude<keyof SiteSettings, '_fixed' | 'currency'> | 'symbol' | 'position'

const names: readonly Name[] = [
  'title',
  'description',
  'timezone',
  'language',
  'start_of_week',
  'clock',
  'accent_color',
  'site_logo',
  'symbol',
  'position',
  'tile_server',
  'home_view',
  'intro',
  'font',
  'header_links',
  'footer_links',
]

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

const textsOf = ({ currency, ...settings }: SiteSettings): Readonly<Record<Name, string>> => {
  const all: Readonly<Record<string, unknown>> = {
    ...settings,
    symbol: currency.symbol,
    position: currency.position,
    header_links: writeLinks(settings.header_links),
    footer_links: writeLinks(settings.footer_links),
  }
  return Object.fromEntries(names.map((name) => [name, String(all[name] ?? '')])) as Record<Name, string>
}

type Values = Readonly<Record<Name, string>>

/** Under this name what was typed is kept until it is saved. */
const keptName = 'settings'

/** The present values, with what was typed and not saved. */
const withTyped = (before: Values, { form, saved }: Kept<Values>): Values => {
  const typed = names.filter((name) => form[name] !== undefined && form[name] !== saved[name])
  return { ...before, ...Object.fromEntries(typed.map((name) => [name, form[name]])) }
}

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

/** The setting to which a field belongs: symbol and position are one. */
const settingOf = (name: Name): Exclude<keyof SiteSettings, '_fixed'> =>
  name === 'symbol' || name === 'position' ? 'currency' : name

const SettingsForm = ({ settings, onSaved }: { readonly settings: SiteSettings; readonly onSaved: () => void }) => {
  const before = textsOf(settings)
  const [found, setFound] = useState(() => findKept<Values>(keptName))
  const [values, setValues] = useState(() => (found ? withTyped(before, found.kept) : before))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const field = (name: Name) => ({
    value: values[name],
    error: faults[settingOf(name)],
    fixedBy: fixedText(settings._fixed[settingOf(name)]),
    onValue: (value: string) => {
      const form = { ...values, [name]: value }
      setValues(form)
      // What the server has refused is no longer there.
      setFaults(({ [settingOf(name)]: _, ...others }) => others)
      if (names.some((one) => form[one] !== before[one])) keep(keptName, { form, saved: before, etag: '' })
      else {
        forget(keptName, found)
        setFound(undefined)
      }
    },
  })
  const discard = (): void => {
    forget(keptName, found)
    setFound(undefined)
    setValues(before)
  }
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const changed = names.filter((name) => values[name] !== before[name])
    const body = Object.fromEntries(changed.map((name) => [settingOf(name), sentValue(name, values)]))
    const undo = Object.fromEntries(changed.map((name) => [settingOf(name), settings[settingOf(name)]]))
    const send = (sent: object) => write('POST', 'wp/v2', 'settings', { body: sent })
    try {
      await send(body)
      forget(keptName, found)
      onSaved()
      notify(t('Saved.'), () => send(undo).then(onSaved))
    } catch (error) {
      if (error instanceof CalendarError && Object.keys(error.params).length > 0) {
        setFaults(error.params)
        focusFirstFault()
      } else notifyFault(error)
    }
  }
  return (
    <form class="stack account" onSubmit={submit}>
      {found && <RestoredNotice at={found.kept.at} onDiscard={discard} />}
      <Setting label={t('Name of the calendar')} {...field('title')} />
      <Setting label={t('What it is about')} {...field('description')} />
      <ZoneSetting
        label={t('Time zone')}
        hint={t('For example Europe/Paris. Events keep their own.')}
        {...field('timezone')}
      />
      <ChoiceSetting
        label={t('Language of the pages')}
        options={Object.entries(languageNames)}
        {...field('language')}
      />
      <ChoiceSetting label={t('The week begins on')} options={weekDays()} {...field('start_of_week')} />
      <ChoiceSetting
        label={t('Clock')}
        options={[
          ['', t('As usual in the language')],
          ['24', '19:30'],
          ['12', '7:30 PM'],
        ]}
        {...field('clock')}
      />
      <div class="row">
        <Setting
          label={t('Symbol of prices')}
          hint={t('For prices that are written without one, such as 12.')}
          {...field('symbol')}
        />
        <ChoiceSetting
          label={t('Where the symbol stands')}
          options={[
            ['prefix', `${values.symbol}12`],
            ['postfix', `12${values.symbol}`],
          ]}
          {...field('position')}
        />
      </div>
      <Setting
        label={t('Colour of links and buttons')}
        hint={t('Such as #8c2f1b. Pages make it darker or lighter until it can be read.')}
        {...field('accent_color')}
      />
      <LogoField {...field('site_logo')} />
      <ChoiceSetting
        label={t('Font')}
        options={[
          ['sans', t('Sans serif')],
          ['serif', t('Serif')],
          ['rounded', t('Rounded')],
        ]}
        {...field('font')}
      />
      <ChoiceSetting
        label={t('View of the home page')}
        options={[
          ['list', t('List')],
          ['month', t('Month')],
          ['week', t('Week')],
          ['photo', t('Photos')],
        ]}
        {...field('home_view')}
      />
      <AreaSetting label={t('Text above the upcoming events')} {...field('intro')} />
      <AreaSetting
        label={t('Links at the head of pages')}
        hint={t('One on each line, such as Museum: https://example.org/')}
        {...field('header_links')}
      />
      <AreaSetting
        label={t('Links at the end of pages')}
        hint={t('One on each line, such as Museum: https://example.org/')}
        {...field('footer_links')}
      />
      <Setting
        label={t('Server of map tiles')}
        hint={t('An address with {z}, {x} and {y}; without one there are no maps.')}
        {...field('tile_server')}
      />
      <div>
        <Button type="submit" kind="primary">
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

const weekDays = (): readonly (readonly [string, string])[] =>
  [1, 2, 3, 4, 5, 6, 0].map((day) => {
    const date = new Date(Date.UTC(2023, 0, 1 + day))
    return [String(day), new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date)] as const
  })

const sentValue = (name: Name, values: Readonly<Record<Name, string>>): string | number | Currency | Link[] => {
  if (name === 'start_of_week' || name === 'site_logo') return Number(values[name])
  if (name === 'header_links' || name === 'footer_links') return readLinks(values[name])
  // Another symbol is another currency.
  if (settingOf(name) === 'currency') return { code: '', symbol: values.symbol, position: values.position }
  return values[name]
}
