import { routes, siteRoutes } from '../app.ts'
import type { Config } from '../config.ts'
import { openApiDocument } from '../http/openapi/document.ts'
import { type Catalogue, catalogues, englishPages, type Language, languages } from '../i18n/catalogue.ts'
import { isJsonObject } from '../lib/json.ts'
import { readArguments } from './arguments.ts'

/** What a language lacks, and what it has for nothing: English texts of descriptions, and keys of texts of pages. */
export type TranslationFindings = { readonly missing: readonly string[]; readonly unused: readonly string[] }

/** Every description of the interface in English, each once: what `interface` in the files of `locales/` translates. */
export const describedTexts = (): ReadonlySet<string> => {
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

/** Compares a file of `locales/` with what there is to translate. */
export const findUntranslated = (
  { interface: texts, pages }: { readonly interface: object; readonly pages: object },
  described: ReadonlySet<string>,
): TranslationFindings => {
  const keys = Object.keys(englishPages)
  return {
    missing: [
      ...[...described].filter((text) => !Object.hasOwn(texts, text)),
      ...keys.filter((key) => !Object.hasOwn(pages, key)),
    ],
    unused: [
      ...Object.keys(texts).filter((text) => !described.has(text)),
      ...Object.keys(pages).filter((key) => !keys.includes(key)),
    ],
  }
}

/** Reports what is missing and what is unused in the files of `locales/`; with `--check` anything found is a failure. */
export const reportTranslations = async (_config: Config, args: readonly string[]): Promise<number> => {
  const { values } = readArguments('translations', args, [], { check: { type: 'boolean' } })
  const described = describedTexts()
  const counts = languages.filter((language) => language !== 'en').map((language) => report(language, described))
  return values.check && counts.some((count) => count > 0) ? 1 : 0
}

const report = (language: Language, described: ReadonlySet<string>): number => {
  const catalogue: Catalogue = catalogues[language]
  const { missing, unused } = findUntranslated(catalogue, described)
  const lines = [
    `${language}: ${missing.length} missing, ${unused.length} unused`,
    ...missing.map((text) => `  missing: ${text}`),
    ...unused.map((text) => `  unused: ${text}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return missing.length + unused.length
}
