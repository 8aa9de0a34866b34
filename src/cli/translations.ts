import { routes, siteRoutes } from '../app.ts'
import type { Config } from '../config.ts'
import { openApiDocument } from '../http/openapi/document.ts'
import {
  type Catalogue,
  catalogues,
  englishPages,
  findPluralForms,
  isInterfaceLanguage,
  type Language,
  languages,
} from '../i18n/catalogue.ts'
import { isJsonObject } from '../lib/json.ts'
import { readBuiltTexts } from '../site/admin/built-files.ts'
import { readArguments } from './arguments.ts'

/** The missing and unused texts of a language: English texts of descriptions, and keys of page texts. */
export type TranslationFindings = { readonly missing: readonly string[]; readonly unused: readonly string[] }

/** Every English description of the API, each once: the keys of `interface` in the files of `locales/`. */
const describedTexts = (): ReadonlySet<string> => {
  const texts = new Set<string>()
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect)
    if (!isJsonObject(value)) return
    for (const [name, part] of Object.entries(value)) {
      if (typeof part === 'string' && (name === 'description' || name === 'summary')) texts.add(part)
      else collect(part)
    }
  }
  collect(openApiDocument({ routes: [...routes, ...siteRoutes], language: 'en', site: 'http://localhost' }))
  return texts
}

/** The texts of the admin, as found by its build. */
const adminTexts = (): ReadonlySet<string> => new Set(readBuiltTexts())

/** Everything that a file of `locales/` translates: English texts, and keys of pages. */
export type Translatable = {
  readonly interface: ReadonlySet<string>
  readonly pages: ReadonlySet<string>
  readonly admin: ReadonlySet<string>
}

/** The texts to translate into a language of the interface with the plural forms of English. */
export const translatable = (): Translatable => ({
  interface: describedTexts(),
  pages: new Set(Object.keys(englishPages)),
  admin: adminTexts(),
})

/** The texts to translate into a language: some have more plural forms, and some have only the texts of pages. */
export const translatableInto = (language: Language, all: Translatable): Translatable => {
  const forms = [...findPluralForms(language).keys()]
  const pages = [...all.pages].flatMap((key) => {
    const [, base] = /^(.+)\.other$/.exec(key) ?? []
    return base === undefined ? [key] : [key, ...forms.map((form) => `${base}.${form}`)]
  })
  const none = new Set<string>()
  return { ...all, pages: new Set(pages), ...(!isInterfaceLanguage(language) && { interface: none, admin: none }) }
}

/** Compares a file of `locales/` with the texts to translate. */
export const findUntranslated = (
  catalogue: { readonly interface?: object; readonly pages: object; readonly admin?: object },
  wanted: Translatable,
): TranslationFindings => {
  const parts = (['interface', 'pages', 'admin'] as const).map((part) => {
    const texts = catalogue[part] ?? {}
    return {
      missing: [...wanted[part]].filter((text) => !Object.hasOwn(texts, text)),
      unused: Object.keys(texts).filter((text) => !wanted[part].has(text)),
    }
  })
  return { missing: parts.flatMap(({ missing }) => missing), unused: parts.flatMap(({ unused }) => unused) }
}

/** Reports what is missing and what is unused in the files of `locales/`; with `--check` anything found is a failure. */
export const reportTranslations = async (_config: Config, args: readonly string[]): Promise<number> => {
  const { values } = readArguments('translations', args, [], { check: { type: 'boolean' } })
  const wanted = translatable()
  const counts = languages.filter((language) => language !== 'en').map((language) => report(language, wanted))
  return values.check && counts.some((count) => count > 0) ? 1 : 0
}

const report = (language: Language, wanted: Translatable): number => {
  const catalogue: Catalogue = catalogues[language]
  const { missing, unused } = findUntranslated(catalogue, translatableInto(language, wanted))
  const lines = [
    `${language}: ${missing.length} missing, ${unused.length} unused`,
    ...missing.map((text) => `  missing: ${text}`),
    ...unused.map((text) => `  unused: ${text}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return missing.length + unused.length
}
