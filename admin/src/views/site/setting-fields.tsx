import { locale, siteLanguageNames, t } from '../../texts.ts'
import { CheckField } from '../../ui/field.tsx'
import {
  area,
  Choice,
  type ControlProps,
  choice,
  type FormField,
  type FormOf,
  fieldFor,
  line,
  listNames,
  type Options,
  timeZone,
} from '../../ui/form.tsx'
import { AccentField } from './accent-field.tsx'
import { type Link, LinksField, linkFaults } from './links-field.tsx'
import { SiteImageField } from './site-image-field.tsx'

/** How prices without a currency are shown; `code` is that of ISO 4217, or ''. */
type Currency = { readonly code: string; readonly symbol: string; readonly position: string }

/** The settings of the site that these pages change, as the interface writes them. */
export type SiteSettings = {
  readonly title: string
  readonly description: string
  readonly timezone: string
  readonly language: string
  readonly languages: readonly string[]
  readonly start_of_week: number | string
  readonly clock: string
  readonly accent_color: string
  readonly site_logo: number
  readonly header_image: number
  readonly currency: Currency
  readonly tile_server: string
  readonly home_view: string
  readonly views: readonly string[]
  readonly repeated_events: string
  readonly intro: string
  readonly font: string
  readonly header_links: readonly Link[]
  readonly footer_links: readonly Link[]
  /** Those that the environment sets, with the variable of each. */
  readonly _fixed: Readonly<Record<string, string>>
}

/** What is sent of the settings. */
export type SettingsBody = Partial<Omit<SiteSettings, '_fixed'>>

/** A setting in the form; `words` are others by which somebody may look for it. */
type Setting<V> = FormField<V, unknown, SettingsBody, SiteSettings> & { readonly words?: () => string }

const field = fieldFor<SiteSettings, SettingsBody>()

/** The settings of which the interface has values of a type. */
type SettingOf<T> = { [M in keyof SettingsBody]-?: SiteSettings[M] extends T ? M : never }[keyof SettingsBody]

/** A setting that is a text. */
const text = (
  member: SettingOf<string>,
  label: () => string,
  more: Partial<Pick<Setting<string>, 'hint' | 'control' | 'words'>> = {},
): Setting<string> => ({
  label,
  blank: '',
  read: (settings) => settings[member],
  write: { [member]: (written: string) => written },
  control: line(),
  ...more,
})

/** A setting that is an image of the library. */
const image = (member: 'site_logo' | 'header_image', label: () => string, hint: () => string): Setting<string> => ({
  label,
  hint,
  words: () => t('picture, image, photo, brand'),
  blank: '0',
  read: (settings) => String(settings[member]),
  write: { [member]: Number },
  control: SiteImageField,
})

/** Links at one of the ends of pages. */
const links = (
  member: 'header_links' | 'footer_links',
  label: () => string,
  hint: () => string,
): Setting<readonly Link[]> => ({
  label,
  hint,
  words: () => t('navigation, menu, imprint, privacy'),
  blank: [],
  read: (settings) => settings[member],
  write: { [member]: (written: readonly Link[]) => written },
  faults: (written) => linkFaults(member, written),
  control: (props) => <LinksField {...props} name={member} />,
})

/** Some of a few words. */
const some = (
  member: 'languages' | 'views',
  label: () => string,
  options: () => Options,
  more: Pick<Setting<readonly string[]>, 'hint' | 'words'>,
): Setting<readonly string[]> => ({
  label,
  blank: [],
  read: (settings) => settings[member],
  write: { [member]: (written: readonly string[]) => written },
  control: (props) => <Some {...props} options={options()} />,
  ...more,
})

const Some = ({
  label,
  hint,
  value,
  error,
  fixedBy,
  onValue,
  options,
}: ControlProps<readonly string[]> & { readonly options: Options }) => (
  <fieldset>
    <legend>{label}</legend>
    {(fixedBy ?? hint) && <p class="hint">{fixedBy ?? hint}</p>}
    {fixedBy ? (
      <p>{options.flatMap(([name, text]) => (value.includes(name) ? [text] : [])).join(', ')}</p>
    ) : (
      <div class="checks">
        {options.map(([name, text]) => (
          <CheckField
            key={name}
            label={text}
            checked={value.includes(name)}
            // In the order of the options, as the server keeps them: what is chosen again is no change.
            onChecked={(isChecked) =>
              onValue(options.map(([one]) => one).filter((one) => (one === name ? isChecked : value.includes(one))))
            }
          />
        ))}
      </div>
    )}
    {error && <p class="fault">{error}</p>}
  </fieldset>
)

const weekDays = (): Options =>
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

/** The settings, in the order in which they are shown. */
export const settingFields = {
  title: text('title', () => t('Name of the calendar'), { words: () => t('title, brand') }),
  description: text('description', () => t('What it is about'), {
    hint: () => t('One sentence, which search engines and shared links show.'),
    words: () => t('description, subtitle'),
  }),
  site_logo: image(
    'site_logo',
    () => t('Logo'),
    () => t('It stands before the name, at the head of every page.'),
  ),
  header_image: image(
    'header_image',
    () => t('Picture of the home page'),
    () => t('It is behind the name of the calendar and the text above the events.'),
  ),
  accent_color: text('accent_color', () => t('Colour of links and buttons'), {
    hint: () => t('Such as #8c2f1b. Pages make it darker or lighter until it can be read.'),
    words: () => t('accent, brand, theme, contrast'),
    control: AccentField,
  }),
  font: text('font', () => t('Font'), {
    words: () => t('letters, typeface'),
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
  intro: text('intro', () => t('Text above the upcoming events'), {
    words: () => t('introduction, welcome'),
    control: area,
  }),
  views: some(
    'views',
    () => t('Views at the head of pages'),
    () => [
      ['list', t('List')],
      ['month', t('Month')],
      ['week', t('Week')],
      ['day', t('Day')],
      ['photo', t('Photos')],
      ['map', t('Map')],
    ],
    {
      hint: () =>
        t('The others keep their addresses; only the links to them are gone. The map needs a server of map tiles.'),
      words: () => t('navigation, tabs'),
    },
  ),
  header_links: links(
    'header_links',
    () => t('Links at the head of pages'),
    () => t('Beside the views of the calendar, such as to your main website.'),
  ),
  footer_links: links(
    'footer_links',
    () => t('Links at the end of pages'),
    () => t('Such as the imprint and the privacy policy.'),
  ),
  language: text('language', () => t('Language of the pages'), {
    control: choice(() => Object.entries(siteLanguageNames)),
  }),
  languages: some(
    'languages',
    () => t('Languages that visitors can choose'),
    () => Object.entries(siteLanguageNames),
    {
      hint: () => t('Pages are offered in these languages; what you write about events is not translated.'),
      words: () => t('translation'),
    },
  ),
  timezone: text('timezone', () => t('Time zone'), {
    hint: () => t('For example Europe/Paris. Events keep their own.'),
    control: timeZone,
  }),
  start_of_week: field<string>({
    label: () => t('The week begins on'),
    blank: '',
    read: ({ start_of_week }) => String(start_of_week),
    write: { start_of_week: Number },
    control: choice(weekDays),
  }),
  clock: text('clock', () => t('Clock'), {
    words: () => t('time, hours, 24, 12'),
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
  }),
  repeated_events: text('repeated_events', () => t('Events that repeat, in lists'), {
    words: () => t('series, recurring'),
    control: choice(() => [
      ['once', t('Once, at their next date')],
      ['each', t('Each of their dates')],
    ]),
  }),
  tile_server: text('tile_server', () => t('Server of map tiles'), {
    hint: () => t('An address with {z}, {x} and {y}; without one there are no maps.'),
  }),
} as const

/** The values of the form. */
export type Values = FormOf<typeof settingFields>

/** The name of a setting in the form. */
export type SettingName = keyof Values

/** The names of the settings in the form. */
export const settingNames = listNames<Values, SettingsBody>(settingFields)

/** Settings that belong together: a heading, why somebody would change them, and the settings. */
type Section = {
  readonly title: () => string
  readonly about: () => string
  readonly names: readonly SettingName[]
}

/** Sections with an address of their own, below `/settings/`. */
export type SettingGroup = {
  readonly id: string
  readonly title: () => string
  readonly sections: readonly Section[]
}

/** The groups, in their order; every setting is in one of them. */
export const settingGroups: readonly [SettingGroup, SettingGroup, ...SettingGroup[]] = [
  {
    id: 'design',
    title: () => t('Design'),
    sections: [
      {
        title: () => t('Name and pictures'),
        about: () => t('What people recognise you by: on every page, in search engines and where links are shared.'),
        names: ['title', 'description', 'site_logo', 'header_image'],
      },
      {
        title: () => t('Colour and font'),
        about: () => t('One colour and one font make the pages yours.'),
        names: ['accent_color', 'font'],
      },
      {
        title: () => t('Home page and views'),
        about: () => t('What visitors see first, and where they can go on from there.'),
        names: ['home_view', 'intro', 'views'],
      },
      {
        title: () => t('Links'),
        about: () => t('The ways to your other pages.'),
        names: ['header_links', 'footer_links'],
      },
    ],
  },
  {
    id: 'time',
    title: () => t('Language and time'),
    sections: [
      {
        title: () => t('Language'),
        about: () => t('In which languages visitors read the pages.'),
        names: ['language', 'languages'],
      },
      {
        title: () => t('Time'),
        about: () => t('How days and times are written, and which ones new events begin with.'),
        names: ['timezone', 'start_of_week', 'clock'],
      },
    ],
  },
  {
    id: 'events',
    title: () => t('Events'),
    sections: [
      {
        title: () => t('Prices'),
        about: () => t('How a price is shown that was typed as a number alone.'),
        names: ['symbol', 'position'],
      },
      {
        title: () => t('Repeated events'),
        about: () => t('Whether a weekly course fills the list, or stands in it once.'),
        names: ['repeated_events'],
      },
    ],
  },
  {
    id: 'maps',
    title: () => t('Maps'),
    sections: [
      {
        title: () => t('Map tiles'),
        about: () => t('Where the pictures of the maps come from. Visitors ask that server for them.'),
        names: ['tile_server'],
      },
    ],
  },
]

/** The group that has a setting. */
export const groupOf = (name: string): SettingGroup =>
  settingGroups.find(({ sections }) => sections.some(({ names }) => names.some((one) => one === name))) ??
  settingGroups[0]

/** The address of a group, or of a setting in it, below `/admin`. */
export const settingPath = ({ id }: SettingGroup, name?: string): string =>
  `/settings/${id}${name === undefined ? '' : `?field=${name}`}`

/** What a search looks through for a setting. */
export const wordsOf = (name: SettingName): string => {
  const { label, hint, words }: Pick<Setting<unknown>, 'label' | 'hint' | 'words'> = settingFields[name]
  const group = groupOf(name)
  const section = group.sections.find(({ names }) => names.includes(name))
  return [label(), hint?.(), words?.(), section?.title(), group.title()].join(' ')
}
