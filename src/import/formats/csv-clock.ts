/** A time of day `HH:MM:SS`, which may be the end of a day, `24:00:00`, and the seconds that its clock is ahead of UTC, if it says so. */
export type Clock = { readonly clock: string; readonly offset?: number }

/** The end of a day. */
export const endOfDayClock = '24:00:00'

/** Words before a time: at, from, about. */
const before =
  /^(?:at|from|um|ab|von|gegen|ca\.?|à|a|de|dès|des|vers|a partir de|à partir de|desde|a la|a las|desde las|alle|dalle|dalle ore|ore|ora|om|vanaf|van|às|as|das|a partir das|@)\s*(?=\d)/i

const form =
  /^(\d{1,2})(?:\s?[:.h時时]\s?(\d{2}))?(?::(\d{2})(?:[.,]\d{1,6})?)?\s?(am|pm|a\.\s?m\.|p\.\s?m\.|uhr|uur|hrs?|hs|h|時|时|分|o['’]clock)?\.?\s?(z|utc|gmt|[+-]\d\d:?\d\d)?$/i

/** Day fractions of spreadsheets, such as `0,791666667` for 19:00. */
const fraction = /^0?[.,](?:\d|\d{3,})$/

/**
 * Reads a time of day: `14:00`, `2:00 PM`, `2pm`, `14.30`, `14h30`, `14 Uhr`, `ab 19:00`, `à 19h`, `1900`, `19時`, `24:00`, `19:00:00-07:00`, or a
 * fraction of a day. Undefined for anything else.
 */
export const readClock = (text: string): Clock | undefined => {
  const written = plain(text).replace(before, '')
  if (fraction.test(written))
    return ofSeconds(Math.round(Number(`0${written.replace(/^0/, '').replace(',', '.')}`) * 86_400))
  const [, half, rest] = /^(午前|午後)\s?(.+)$/.exec(written) ?? []
  const [, joined] = /^((?:[01]\d|2[0-4])[0-5]\d)(?: ?(?:uhr|h|hrs))?$/i.exec(written) ?? []
  const spaced = joined === undefined ? (rest ?? written) : `${joined.slice(0, 2)}:${joined.slice(2)}`
  const [, hours, minutes = '00', seconds = '00', mark = '', zone = ''] = form.exec(spaced) ?? []
  if (hours === undefined) return undefined
  const letter = half === undefined ? mark[0]?.toLowerCase() : half === '午後' ? 'p' : 'a'
  const isTwelve = letter === 'a' || letter === 'p'
  // Japanese half days begin at 0.
  if (isTwelve && (Number(hours) > 12 || (Number(hours) < 1 && half === undefined))) return undefined
  const hour = isTwelve ? (Number(hours) % 12) + (letter === 'p' ? 12 : 0) : Number(hours)
  if (hour === 24 && Number(minutes) === 0 && Number(seconds) === 0) return { clock: endOfDayClock }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const clock = `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
  // Without seconds, `19:00-21:00` is a span and no offset.
  if (/^-/.test(zone) && !/:\d\d:/.test(spaced)) return undefined
  return zone === '' ? { clock } : { clock, offset: offsetOf(zone) }
}

const offsetOf = (zone: string): number => {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  return (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1)
}

const ofSeconds = (seconds: number): Clock => {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return { clock: parts.map((part) => String(part).padStart(2, '0')).join(':') }
}

/** Between two dates or times: `19:00 - 21:00`, `5. bis 7. Juni`. */
const between = / ?[-–—~〜] ?| (?:bis|to|until|till|à|au|a|al|alle|hasta|tot|t\/m|até|às|から) |から ?/gi

/** A text with characters of full width as usual ones, and single blanks. */
const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

/** The pairs of texts around each place that may stand between two dates or times. */
export function* splits(text: string): Generator<readonly [string, string]> {
  for (const {
    index,
    0: { length },
  } of text.matchAll(between))
    if (index > 0) yield [text.slice(0, index), text.slice(index + length).replace(/まで$/, '')]
}

/** Reads a time, or a span of two: `19:00 - 21:00`, `7–9 pm`, `von 19 bis 21 Uhr`. */
export const readClocks = (text: string): { readonly start: Clock; readonly end?: Clock } | undefined => {
  const start = readClock(text)
  if (start) return { start }
  for (const [one, other] of splits(plain(text))) {
    const end = readClock(other)
    const [, half = ''] = /\d\s?([ap]\.?\s?m\.?)$/i.exec(other.trim()) ?? []
    const first =
      (half !== '' && /\d$/.test(one.trim()) ? readClock(`${one.trim()} ${half}`) : undefined) ?? readClock(one)
    if (first && end) return { start: first, end }
  }
  return undefined
}
