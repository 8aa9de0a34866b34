import ar from '../../locales/ar.json' with { type: 'json' }
import de from '../../locales/de.json' with { type: 'json' }
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import fr from '../../locales/fr.json' with { type: 'json' }
import he from '../../locales/he.json' with { type: 'json' }
import it from '../../locales/it.json' with { type: 'json' }
import ja from '../../locales/ja.json' with { type: 'json' }
import nl from '../../locales/nl.json' with { type: 'json' }
import pt from '../../locales/pt.json' with { type: 'json' }

/** The languages of the interface and of the admin, English first; they are also the language segments of the paths of the interface. */
export const interfaceLanguages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ja'] as const

/** A code out of `interfaceLanguages`. */
export type InterfaceLanguage = (typeof interfaceLanguages)[number]

/** The languages of the pages: those of the interface, and others in which only the pages are translated. They are the language segments of their paths. */
export const languages = [...interfaceLanguages, 'ar', 'he'] as const

/** A code out of `languages`. */
export type Language = (typeof languages)[number]

/** A key of the texts of pages, such as `view.list`; `locales/en.json` decides which ones there are. */
export type TextKey = keyof typeof en.pages

/** Forms of a text for a number that some languages have besides those of English (`Intl.PluralRules`). */
type FurtherForm = 'zero' | 'two' | 'few' | 'many'

/**
 * A file of `locales/`: the descriptions of the interface and the texts of the admin by their English text, and the texts of pages by
 * key. Missing texts are shown in English (docs/decisions/0014-translations.md).
 */
export type Catalogue = {
  readonly interface?: Readonly<Record<string, string>>
  readonly pages: { readonly [key in TextKey | `${NumberedKey}.${FurtherForm}`]?: string }
  readonly admin?: Readonly<Record<string, string>>
  /** Messages of the server by their English templates, which the admin translates. */
  readonly messages?: Readonly<Record<string, string>>
}

/** The files of `locales/` by language. English has no descriptions, since the code contains them. */
export const catalogues: Readonly<Record<Language, Catalogue>> = {
  en,
  ar,
  de,
  es,
  fr,
  he,
  it,
  ja,
  nl,
  pt,
}

/** The texts of pages in English. */
export const englishPages: Readonly<Record<TextKey, string>> = en.pages

/** Whether a text is the code of a language of the pages, in lower case. */
export function isLanguage(text: string): text is Language {
  return languages.some((language) => language === text)
}

/** Whether a text is the code of a language of the interface, in lower case. */
export function isInterfaceLanguage(text: string): text is InterfaceLanguage {
  return interfaceLanguages.some((language) => language === text)
}

/** Translates a description of the interface; one without a translation stays English. */
export const translate = (language: Language, english: string): string => {
  const { interface: texts = {} } = catalogues[language]
  return Object.hasOwn(texts, english) ? (texts[english] ?? english) : english
}

/** Keys of texts with plural forms, without their ending, such as `.one` or `.other`. */
export type NumberedKey = { [K in TextKey]: K extends `${infer Base}.other` ? Base : never }[TextKey]

const upToHundred = Array.from({ length: 101 }, (_, number) => number)

/** The plural forms that a language has for the numbers up to 100, each with those numbers: English has `one` for 1, and `other`. */
export const findPluralForms = (language: Language): ReadonlyMap<Intl.LDMLPluralRule, readonly number[]> => {
  const rules = new Intl.PluralRules(language)
  return Map.groupBy(upToHundred, (number) => rules.select(number))
}

type Inserts = Readonly<Record<string, string | number>>

/** The texts of pages in one language, with its format of numbers. */
export type Translator = {
  readonly language: Language
  /** The language with the region of the site, such as `en-GB`. */
  readonly tag: string
  /** The same, with the numerals of the pages: how dates and numbers are written. */
  readonly locale: string
  /** The 24- or 12-hour clock, or '' for that of the language. */
  readonly clock: '' | '24' | '12'
  /** The first day of a week, 1 for Monday to 7 for Sunday; undefined for that of the language. */
  readonly startOfWeek: number | undefined
  readonly text: (key: TextKey, inserts?: Inserts) => string
  /** Returns the plural form of a text for a number, which replaces `{count}`. */
  readonly count: (key: NumberedKey, count: number, values?: Readonly<Record<string, string>>) => string
  /** All plural forms of a text, for scripts that count in the browser. */
  readonly forms: (key: NumberedKey) => Readonly<Record<string, string>>
}

const translators = new Map<string, Translator>()

/** Settings of a site that override those of the language. */
type Habits = Partial<Pick<Translator, 'clock' | 'startOfWeek'>>

/** The numerals of prices and addresses are Latin, also in regions whose dates would have others: a page has one kind. */
const withLatinNumerals = (tag: string): string => (tag.startsWith('ar') ? `${tag}-u-nu-latn` : tag)

/** Letters that are written from the left, in a text that is written from the right. */
const isolated = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u

/** Returns the translator of a language with its region, such as `de` or `en-GB`. */
export const findTranslator = (
  language: Language,
  tag: string,
  { clock = '', startOfWeek }: Habits = {},
): Translator => {
  const key = `${language} ${tag} ${clock} ${startOfWeek ?? ''}`
  const cached = translators.get(key)
  if (cached) return cached
  const texts: Record<TextKey, string> & Catalogue['pages'] = { ...englishPages, ...catalogues[language].pages }
  const locale = withLatinNumerals(tag)
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const isFromRight = language === 'ar' || language === 'he'
  const insert = (text: string, inserts: Inserts): string =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = inserts[name]
      if (value === undefined) return whole
      if (typeof value === 'number') return numbers.format(value)
      // A name such as `Jazz (live)` keeps its order and its brackets. Programs look for addresses, which stand in lines of their own.
      return isFromRight && name !== 'url' && isolated.test(value) ? `\u2068${value}\u2069` : value
    })
  const pluralForms = [...findPluralForms(language).keys()]
  const formOf = (key: NumberedKey, form: Intl.LDMLPluralRule): string =>
    texts[`${key}.${form}`] ?? texts[`${key}.other`]
  const translator: Translator = {
    language,
    tag,
    locale,
    clock,
    startOfWeek,
    text: (key, inserts = {}) => insert(texts[key], inserts),
    count: (key, count, values) => insert(formOf(key, rules.select(count)), { ...values, count }),
    forms: (key) => Object.fromEntries(pluralForms.map((form) => [form, formOf(key, form)])),
  }
  translators.set(key, translator)
  return translator
}

/** The name of each language in itself. */
export const languageNames: readonly (readonly [Language, string])[] = languages.map((language) => [
  language,
  catalogues[language].pages.language ?? language,
])
