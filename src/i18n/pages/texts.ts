import { type Language, languages } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'

/** A key of the texts of pages; the English catalogue decides which ones there are. */
export type TextKey = keyof typeof en

/** The texts of the pages in one language: plain text, with what is put in by name in braces. */
export type PageTexts = Readonly<Record<TextKey, string>>

/** Keys of texts that come in several numbers, without their ending. */
type NumberedKey = { [K in TextKey]: K extends `${infer Base}.other` ? Base : never }[TextKey]

const catalogues: Readonly<Record<Language, PageTexts>> = { en, de, es, fr, it, nl, pt, ja }

type Inserts = Readonly<Record<string, string | number>>

/** How a page speaks: its texts and the way its language writes numbers. */
export type Translator = {
  readonly language: Language
  /** With the region, where the site has one: it decides how dates are written. */
  readonly locale: string
  readonly text: (key: TextKey, inserts?: Inserts) => string
  /** The text for that number, which stands where `{count}` does. */
  readonly count: (key: NumberedKey, count: number) => string
}

const made = new Map<string, Translator>()

/** The speech of a locale, whose language must be a shipped one: `de`, `en-GB`. */
export const translatorOf = (language: Language, locale: string): Translator => {
  const known = made.get(locale)
  if (known) return known
  const texts = catalogues[language]
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const insert = (text: string, inserts: Inserts): string =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = inserts[name]
      return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
    })
  const speech: Translator = {
    language,
    locale,
    text: (key, inserts = {}) => insert(texts[key], inserts),
    count: (key, count) => insert(texts[`${key}.${rules.select(count) === 'one' ? 'one' : 'other'}`], { count }),
  }
  made.set(locale, speech)
  return speech
}

/** The name of each language in itself. */
export const languageNames: readonly (readonly [Language, string])[] = languages.map((language) => [
  language,
  catalogues[language].language,
])
