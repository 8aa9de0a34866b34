import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'

/** The language codes the interface can be described in, English first; they are also the language segments of the paths. */
export const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ja'] as const

/** A code out of `languages`. */
export type Language = (typeof languages)[number]

/** A key of the descriptions, such as `event.filter.start_date`; the English catalogue decides which ones there are. */
export type MessageKey = keyof typeof en

/** The descriptions in one language: plain text, with literal names and values in backticks. */
export type Catalogue = Readonly<Record<MessageKey, string>>

const catalogues: Readonly<Record<Language, Catalogue>> = { en, de, es, fr, it, nl, pt, ja }

/** Whether a text is the code of a shipped language; codes are lower case, and no other spelling is accepted. */
export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text)
}

/** Whether a text is a key of the descriptions, for callers that put a key together from a resource, a group and a name. */
export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(en, text)
}

/** The description for a key in a language; never empty. */
export function translate(language: Language, key: MessageKey): string {
  return catalogues[language][key]
}
