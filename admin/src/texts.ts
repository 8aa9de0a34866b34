import { findTranslator } from './server-messages.ts'

/** Texts of a language by their English text. */
type Texts = Readonly<Record<string, string>>

/** What a file of `locales/` has for the admin: its own texts, and the messages of the server. */
type Language = { readonly admin: Texts; readonly messages: Texts }

const loaders: Readonly<Record<string, () => Promise<{ default: Language }>>> = {
  de: () => import('language:de'),
  es: () => import('language:es'),
  fr: () => import('language:fr'),
  it: () => import('language:it'),
  nl: () => import('language:nl'),
  pt: () => import('language:pt'),
  ja: () => import('language:ja'),
}

/** The languages in which the admin can be shown, each named in itself. */
export const languageNames: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
  ja: '日本語',
}

/** The languages of the pages: two of them are none of the admin. */
export const siteLanguageNames: Readonly<Record<string, string>> = {
  ...languageNames,
  ar: 'العربية',
  he: 'עברית',
}

let texts: Texts = {}
let translateMessage = (message: string): string => message

/** The language of the admin, as BCP 47 writes it. */
export let language = 'en'

/** How the person writes dates and numbers: the language with the region that the browser names, such as `en-GB`. */
export let locale = 'en'

/** How many digits an hour has at the least; it is the same wherever times are shown, `07:00` or `7:00 AM`. */
let hour: 'numeric' | '2-digit' = 'numeric'

/** Loads the texts of the first available language; English if there is none. */
export const loadTexts = async (wanted: readonly string[]): Promise<void> => {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => code in languageNames)
  language = known ?? 'en'
  locale = navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === language) ?? language
  const seven = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).formatToParts(7 * 3_600_000)
  hour = seven.some(({ type, value }) => type === 'hour' && value.length > 1) ? '2-digit' : 'numeric'
  const loaded = (await loaders[language]?.())?.default
  texts = loaded?.admin ?? {}
  const kinds = {
    event: t('Event'),
    venue: t('Venue'),
    organizer: t('Organizer'),
    category: t('Category'),
    tag: t('Tag'),
    series: t('Series'),
    image: t('Image'),
    events: t('Events'),
    venues: t('Venues'),
    organizers: t('Organizers'),
    categories: t('Categories'),
    tags: t('Tags'),
  }
  translateMessage = findTranslator(loaded?.messages ?? {}, kinds)
  document.documentElement.lang = language
}

type Inserts = Readonly<Record<string, string | number>>

/** A text in the language of the admin; `{name}` is replaced by the insert of that name. Without a translation it stays English. */
export const t = (english: string, inserts: Inserts = {}): string =>
  (texts[english] ?? english).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = inserts[name]
    return value === undefined ? whole : typeof value === 'number' ? formatNumber(value) : value
  })

/** A message of the server, which is English, in the language of the admin. Without a translation it stays English. */
export const fromServer = (message: string): string => translateMessage(message)

/** The form of a text for a number, which replaces `{count}`. */
export const tn = (one: string, other: string, count: number, inserts: Inserts = {}): string =>
  t(new Intl.PluralRules(language).select(count) === 'one' ? one : other, { count, ...inserts })

export const formatNumber = (value: number): string => new Intl.NumberFormat(locale).format(value)

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes in the unit that fits: `4.1 MB`. */
export const formatBytes = (bytes: number): string => {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), byteUnits.length - 1)
  const options = { style: 'unit', unit: byteUnits[step] ?? 'byte', maximumFractionDigits: step === 0 ? 0 : 1 } as const
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** step)
}

/** A date and time on the wall clock, `2027-05-01 20:00:00`, in words; the zone is not applied. */
export const formatLocal = (text: string, isAllDay = false): string => {
  const date = new Date(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
  if (Number.isNaN(date.getTime())) return text
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  const time = isAllDay ? {} : ({ hour, minute: '2-digit' } as const)
  return new Intl.DateTimeFormat(locale, { ...day, ...time }).format(date)
}

/** A day, `2027-05-01`, by those parts of it that are wanted. */
export const formatDay = (day: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** The time of a date on the wall clock, `2027-05-01 20:00:00`. */
export const formatClock = (text: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`${text.replace(' ', 'T')}Z`),
  )

/** From when to when on the wall clock, in words; the year is left out where it is this one. */
export const formatPeriod = (start: string, end: string, isAllDay: boolean): string => {
  const [from, to] = [start, end].map((text) => new Date(`${text.replace(' ', 'T')}Z`)) as [Date, Date]
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return `${start} – ${end}`
  const present = new Date().getFullYear()
  const hasYear = from.getUTCFullYear() !== present || to.getUTCFullYear() !== present
  const day = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const year = hasYear ? ({ year: 'numeric' } as const) : {}
  const time = isAllDay ? {} : ({ hour, minute: '2-digit' } as const)
  return new Intl.DateTimeFormat(locale, { ...day, ...year, ...time }).formatRange(from, to)
}

/** The time of an instant, in milliseconds, in the zone of the browser. */
export const formatTime = (instant: number): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(instant)

/** An instant in the zone of the browser, to the minute unless seconds are wanted. */
export const formatInstant = (text: string, timeStyle: 'short' | 'medium' = 'short'): string => {
  const date = new Date(/Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(date.getTime())) return text
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle }).format(date)
}
