import { catalogues, englishPages, type Language, languages, type TextKey } from './catalogue.ts'

/** Keys of texts with plural forms, without the ending `.one` or `.other`. */
type NumberedKey = { [K in TextKey]: K extends `${infer Base}.other` ? Base : never }[TextKey]

type Inserts = Readonly<Record<string, string | number>>

/** The texts of pages in one language, with its format of numbers. */
export type Translator = {
  readonly language: Language
  /** The language with the region of the site, such as `en-GB`, which determines the format of dates. */
  readonly locale: string
  /** The 24- or 12-hour clock, or '' for that of the language. */
  readonly clock: '' | '24' | '12'
  /** The first day of a week, 1 for Monday to 7 for Sunday; undefined for that of the language. */
  readonly startOfWeek: number | undefined
  readonly text: (key: TextKey, inserts?: Inserts) => string
  /** Returns the plural form of a text for a number, which replaces `{count}`. */
  readonly count: (key: NumberedKey, count: number) => string
}

const translators = new Map<string, Translator>()

/** Settings of a site that override those of the language. */
type Habits = Partial<Pick<Translator, 'clock' | 'startOfWeek'>>

/** Returns the translator of a locale such as `de` or `en-GB`. */
export const translatorOf = (
  language: Language,
  locale: string,
  { clock = '', startOfWeek }: Habits = {},
): Translator => {
  const key = `${locale} ${clock} ${startOfWeek ?? ''}`
  const cached = translators.get(key)
  if (cached) return cached
  const texts = { ...englishPages, ...catalogues[language].pages }
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const insert = (text: string, inserts: Inserts): string =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = inserts[name]
      return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
    })
  const translator: Translator = {
    language,
    locale,
    clock,
    startOfWeek,
    text: (key, inserts = {}) => insert(texts[key], inserts),
    count: (key, count) => insert(texts[`${key}.${rules.select(count) === 'one' ? 'one' : 'other'}`], { count }),
  }
  translators.set(key, translator)
  return translator
}

/** The name of each language in itself. */
export const languageNames: readonly (readonly [Language, string])[] = languages.map((language) => [
  language,
  catalogues[language].pages.language ?? language,
])
