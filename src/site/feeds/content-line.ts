/** Octets of a line at most, without its end (RFC 5545, 3.1). */
const longest = 75

/** Parameters of a property; values are quoted where they have to be. */
export type Parameters = Readonly<Record<string, string>>

/** A property as a folded line with its line end; the value is not escaped. */
export const contentLine = (name: string, value: string, parameters: Parameters = {}): string => {
  let line = name
  for (const key in parameters) line += `;${key}=${quote(parameters[key] ?? '')}`
  return fold(`${line}:${value}`)
}

/** A property whose value is text (RFC 5545, 3.3.11). */
export const textLine = (name: string, text: string, parameters?: Parameters): string =>
  contentLine(name, escapeText(text), parameters)

/** Text with its line ends, commas, semicolons and backslashes escaped; other control characters cannot be written. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are not allowed.
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '')

/** Quotes and line ends are not allowed in a parameter: RFC 6868 writes them with a circumflex. */
const quote = (value: string): string => {
  const safe = value
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replace(/\r\n?|\n/g, '^n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are not allowed.
    .replace(/[\x00-\x1f\x7f]/g, '')
  return /[,;:]/.test(safe) ? `"${safe}"` : safe
}

/** Splits a line into pieces of 75 octets, never within a character; each but the first begins with a space. */
const fold = (line: string): string => {
  // Most lines are short, and none of these characters takes more than three octets for each of its units.
  if (line.length * 3 <= longest || Buffer.byteLength(line) <= longest) return `${line}\r\n`
  let folded = ''
  let [begin, room] = [0, longest]
  for (let at = 0; at < line.length; ) {
    const codePoint = line.codePointAt(at) ?? 0
    const size = octetsOf(codePoint)
    if (size > room) {
      folded += `${line.slice(begin, at)}\r\n `
      begin = at
      room = longest - 1
    }
    room -= size
    at += codePoint > 0xffff ? 2 : 1
  }
  return `${folded}${line.slice(begin)}\r\n`
}

/** Octets of a character in UTF-8. */
const octetsOf = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4

/** A date and time `YYYY-MM-DD HH:MM:SS` as calendars write it: `20270612T140000` (RFC 5545, 3.3.5). */
export const basicTime = (text: string): string => text.replace(/[-:]/g, '').replace(' ', 'T')
