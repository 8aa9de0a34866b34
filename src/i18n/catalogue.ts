import de from '../../locales/de.json' with { type: 'json' }
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import fr from '../../locales/fr.json' with { type: 'json' }
import it from '../../locales/it.json' with { type: 'json' }
import ja from '../../locales/ja.json' with { type: 'json' }
import nl from '../../locales/nl.json' with { type: 'json' }
import pt from '../../locales/pt.json' with { type: 'json' }

/** The language codes the interface can be described in, English first; they are also the language segments of the paths. */
export const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ja'] as const

/** A code out of `languages`. */
export type Language = (typeof languages)[number]

/** A key of the texts of pages, such as `view.list`; `locales/en.json` decides which ones there are. */
export type TextKey = keyof typeof en.pages

/**
 * A file of `locales/`: the descriptions of the interface and the texts of the admin by their English text, and the texts of pages by
 * key. Missing texts are shown in English (docs/decisions/0014-translations.md).
 */
export type Catalogue = {
  readonly interface: Readonly<Record<string, string>>
  readonly pages: { readonly [key in TextKey]?: string }
  readonly admin?: Readonly<Record<string, string>>
  /** Messages of the server by their English templates, which the admin translates. */
  readonly messages?: Readonly<Record<string, string>>
}

/** The files of `locales/` by language. English has no descriptions, since the code contains them. */
export const catalogues: Readonly<Record<Language, Catalogue>> = {
  en: { interface: {}, ...en },
  de,
  es,
  fr,
  it,
  ja,
  nl,
  pt,
}

/** The texts of pages in English. */
export const englishPages: Readonly<Record<TextKey, string>> = en.pages

/** Whether a text is the code of a shipped language, in lower case. */
export function isLanguage(text: string): text is Language {
  return languages.some((language) => language === text)
}

/** Translates a description of the interface; one without a translation stays English. */
export const translate = (language: Language, english: string): string => {
  const { interface: texts } = catalogues[language]
  return Object.hasOwn(texts, english) ? (texts[english] ?? english) : english
}

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
export const findTranslator = (
  language: Language,
  locale: string,
  { clock = '', startOfWeek }: Habits = {},
): Translator => {
  const key = `${language} ${locale} ${clock} ${startOfWeek ?? ''}`
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
