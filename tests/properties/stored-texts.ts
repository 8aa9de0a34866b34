import { isJsonObject } from '../../src/lib/json.ts'

/** Fields in which records show HTML; every other text is plain, with entities. */
const htmlFields = new Set(['description', 'excerpt'])

/** Fields that hold addresses and nothing else. */
const urlFields = new Set(['url', 'rest_url', 'website', 'href', 'self', 'collection', 'up'])

/** What in the texts of a record could run in a page (contract B6.2), each finding with the path of its field. */
export const findUnsafeTexts = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((part, at) => findUnsafeTexts(part, `${path}.${at}`))
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, part]) =>
      name === 'json_ld' ? [] : findUnsafeTexts(part, `${path}.${name}`),
    )
  if (typeof value !== 'string') return []
  const field = path.split('.').at(-1) ?? ''
  const findings = htmlFields.has(field)
    ? readMarkup(value)
    : urlFields.has(field)
      ? readAddress(value)
      : readPlain(value)
  return findings.map((it) => `${path}: ${it} in ${JSON.stringify(value.slice(0, 200))}`)
}

const readPlain = (text: string): string[] => (/[<>]/.test(text) ? ['a bare angle bracket'] : [])

const readAddress = (text: string): string[] =>
  isDangerous(text) || /[<>\s]/.test(text) ? ['a dangerous address'] : []

const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>/y

const forbiddenTags =
  /^(script|style|iframe|object|embed|svg|math|form|input|button|base|link|meta|template|noscript|textarea)$/

/** Every bracket belongs to a whole tag, no tag runs anything, and no attribute does. */
const readMarkup = (html: string): string[] => {
  const findings: string[] = []
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    tag.lastIndex = at
    const [, , name = '', attributes = ''] = tag.exec(html) ?? []
    if (name === '') findings.push(`no whole tag at ${at}`)
    if (forbiddenTags.test(name)) findings.push(`<${name}>`)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)) {
      if (/^(on|style$|srcdoc|formaction|xlink)/.test(attribute)) findings.push(attribute)
      if (/^(href|src|cite|action)$/.test(attribute) && isDangerous(value)) findings.push(`${attribute}="${value}"`)
    }
  }
  return findings
}

/** Browsers leave out blanks and control characters before they read a scheme. */
const isDangerous = (address: string): boolean => {
  const plain = address
    .replace(/&#x([0-9a-f]+);?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);?/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&colon;/gi, ':')
    .replace(/&(tab|newline);/gi, '')
    .replace(/[\s\p{Cc}\u200b]/gu, '')
  return /^(javascript|data|vbscript|file|blob):/i.test(plain)
}
