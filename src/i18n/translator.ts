import { catalogues, englishPages, type Language, languages, type TextKey } from './catalogue.ts'

/** Keys of texts that come in several numbers, without their ending. */
type NumberedKey = { [K in TextKey]: K extends `${infer Base}.other` ? Base : never }[TextKey]

type Inserts = Readonly<Record<string, string | number>>

/** The texts of the pages in one language, and the way it writes numbers. */
export type Translator = {
  readonly language: Language
  /** With the region, where the site has one: it decides how dates are written. */
  readonly locale: string
  readonly text: (key: TextKey, inserts?: Inserts) => string
  /** The text for that number, which stands where `{count}` does. */
  readonly count: (key: NumberedKey, count: number) => string
}

const made = new Map<string, Translator>()

/** The translator of a locale, whose language must be a shipped one: `de`, `en-GB`. */
export const translatorOf = (language: Language, locale: string): Translator => {
  const known = made.get(locale)
  if (known) return known
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
    text: (key, inserts = {}) => insert(texts[key], inserts),
    count: (key, count) => insert(texts[`${key}.${rules.select(count) === 'one' ? 'one' : 'other'}`], { count }),
  }
  made.set(locale, translator)
  return translator
}

/** The name of each language in itself. */
export const languageNames: readonly (readonly [Language, string])[] = languages.map((language) => [
  language,
  catalogues[language].pages.language ?? language,
])
