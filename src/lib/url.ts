/**
 * The absolute http or https URL as it was given, or undefined when the text is none. Refused are blanks and invisible characters, what a
 * URL may not hold unencoded (`"`, `<`, `>`, `` ` ``, `\`), and a user name or password. Unlike in the plugin, host names and
 * paths may hold characters beyond ASCII (contract B7; F6 `is_url`).
 */
export function readUrl(input: string): string | undefined {
  if (!input.isWellFormed() || unwelcome.test(input)) return undefined
  // The URL parser would repair `https:example.com` and `https:///example.com`.
  if (!/^https?:\/\/[^/?#]/i.test(input) || !URL.canParse(input)) return undefined
  const { host, username, password } = new URL(input)
  return host !== '' && username === '' && password === '' ? input : undefined
}

/** White space, control and format characters, letters that show nothing, and what no URL may hold unencoded. */
const unwelcome = /[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0"<>\\`]/u

/** The mailto URI of an e-mail address (RFC 6068), encoded so that it cannot add a header. */
export const mailto = (address: string): string => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`

/** A text without the slashes at its end. */
export const withoutSlashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

/** The address at which a calendar is read: `webcal` is only a hint to programs that subscribe. */
export const withoutWebcal = (url: string): string => url.replace(/^webcals?:/i, 'https:')

/** Most characters of an address that are shown. */
const longestShown = 200

/** An address as messages show it: shortened, and without its query, a name and a password, which may be secrets. */
export const shownUrl = (url: string): string => {
  const [path = ''] = url.replace(/^(\w+:\/\/)[^/?#]*@/, '$1').split('?')
  const shown = path.slice(0, longestShown)
  return shown.length < path.length ? `${shown}…` : url.includes('?') ? `${shown}?…` : shown
}
