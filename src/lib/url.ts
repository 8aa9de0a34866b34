/** The greatest length of a URL, in UTF-16 code units. */
const urlLimit = 2000

/**
 * The absolute URL as it was given, or undefined when the text is none: a scheme is required, blanks and control
 * characters are not allowed, and schemes that run or carry content (`javascript:`, `data:` …) or name local files are
 * refused. Unlike in the peer, host names and paths may hold characters beyond ASCII (contract, B7; F6 `is_url`).
 */
export function readUrl(input: string): string | undefined {
  if (input.length > urlLimit || !input.isWellFormed() || unwelcome.test(input)) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(input)?.[1]?.toLowerCase()
  if (scheme === undefined || refusedSchemes.has(scheme) || !URL.canParse(input)) return undefined
  const rest = input.slice(scheme.length + 1)
  if (addressSchemes.has(scheme)) return rest === '' ? undefined : input
  // The URL parser takes `https:example.com` and `https:///example.com` for what was meant.
  return /^\/\/[^/?#]/.test(rest) && new URL(input).host !== '' ? input : undefined
}

/** White space, control characters, invisible changes of direction, and what no URL may hold unencoded. */
const unwelcome = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069<>\\]/u

const addressSchemes = new Set(['mailto', 'news', 'sms', 'tel'])

const refusedSchemes = new Set(
  'about blob data file filesystem jar javascript livescript mocha vbscript view-source'.split(' '),
)

/** The URI of a mail address (RFC 6068): nothing in it can add a header. */
export const mailto = (address: string): string => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
