import { decode, withoutMark } from './bytes.ts'

/** A content line of iCalendar, unfolded (RFC 5545, 3.1). */
export type ContentLine = {
  readonly text: string
  /** The number of its first physical line, counted from 1. */
  readonly number: number
  /** It was longer than {@link longestLine}, and is only the beginning. */
  readonly isCut: boolean
}

/** Most bytes of a content line that are kept: as many as a text of the interface may have. A picture within the file may have more. */
export const longestLine = 1024 * 1024

const [tab, lineFeed, carriageReturn, blank] = [0x09, 0x0a, 0x0d, 0x20]

/**
 * Reads the content lines of a file, in batches. Lines end with CR LF, LF or CR. A line that begins with a blank or a tab continues the one
 * before; bytes are joined before they are decoded, since some programs fold within a character.
 */
export async function* contentLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ContentLine[]> {
  const splitter = createSplitter()
  let pending: Pending | undefined
  const unfold = (lines: readonly PhysicalLine[]): ContentLine[] => {
    const unfolded: ContentLine[] = []
    for (const line of lines) {
      const { bytes } = line
      if (bytes.length === 0) continue
      if (pending && (bytes[0] === blank || bytes[0] === tab) && !isMark(pending)) pending = extend(pending, line, 1)
      else if (pending && isForgottenFold(pending, bytes)) pending = extend(pending, line, 0)
      else {
        if (pending) unfolded.push(lineOf(pending))
        pending = { pieces: [bytes], kept: bytes.length, last: bytes.length, number: line.number, isCut: line.isCut }
      }
    }
    return unfolded
  }
  for await (const piece of withoutMark(source)) yield unfold(splitter.push(piece))
  const last = unfold(splitter.end())
  yield pending ? [...last, lineOf(pending)] : last
}

/** A content line that the next physical line may continue. */
type Pending = {
  readonly pieces: Uint8Array[]
  readonly number: number
  kept: number
  /** The length of its last physical line. */
  last: number
  isCut: boolean
}

const lineOf = ({ pieces, number, isCut }: Pending): ContentLine => ({
  text: decode(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)),
  number,
  isCut,
})

/** Many short pieces take more memory than their bytes, and are joined. */
const mostPieces = 1000

const extend = (pending: Pending, { bytes, isCut }: PhysicalLine, skipped: number): Pending => {
  const isBreak = skipped === 0 && pending.last < foldedFrom
  const added = bytes.subarray(skipped)
  pending.last = bytes.length
  pending.isCut ||= isCut || pending.kept + added.length > longestLine
  if (pending.isCut) return pending
  if (isBreak) pending.pieces.push(writtenBreak)
  pending.pieces.push(added)
  pending.kept += added.length + (isBreak ? writtenBreak.length : 0)
  if (pending.pieces.length > mostPieces)
    pending.pieces.splice(0, mostPieces, Buffer.concat(pending.pieces.slice(0, mostPieces)))
  return pending
}

/** Programs fold at 75 bytes (RFC 5545, 3.1) or a few less; the author has broken a shorter line. */
const foldedFrom = 70

/** A line break as texts of iCalendar have it. */
const writtenBreak = Buffer.from('\\n')

/** The names of properties (IANA, iCalendar Element Registries). */
const names = new Set(
  (
    'BEGIN END CALSCALE METHOD PRODID VERSION ATTACH CATEGORIES CLASS COMMENT DESCRIPTION GEO LOCATION PERCENT-COMPLETE PRIORITY RESOURCES ' +
    'STATUS SUMMARY COMPLETED DTEND DUE DTSTART DURATION FREEBUSY TRANSP TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL ATTENDEE CONTACT ' +
    'ORGANIZER RECURRENCE-ID RELATED-TO URL UID EXDATE EXRULE RDATE RRULE ACTION REPEAT TRIGGER CREATED DTSTAMP LAST-MODIFIED SEQUENCE ' +
    'REQUEST-STATUS NAME REFRESH-INTERVAL SOURCE COLOR IMAGE CONFERENCE STYLED-DESCRIPTION STRUCTURED-DATA LOCATION-TYPE ' +
    'PARTICIPANT-TYPE RESOURCE-TYPE CALENDAR-ADDRESS ACKNOWLEDGED PROXIMITY CONCEPT LINK REFID BUSYTYPE TZUNTIL TZID-ALIAS-OF'
  ).split(' '),
)

/** Properties whose text may contain line breaks. */
const texts = /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT|CONTACT|STYLED-DESCRIPTION|X-ALT-DESC)[;:]/i

const startOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 40)).toString('latin1')

/** The beginning or the end of a component, which nothing continues. */
const isMark = ({ pieces }: Pending): boolean => /^(?:BEGIN|END)[ \t]*:/i.test(startOf(pieces[0] ?? new Uint8Array(0)))

/**
 * Whether a line that does not begin with a blank continues the one before, because a program forgot the blank or wrote a line break into a text:
 * it begins with no name of a property, and follows a text or a line that is as long as folded lines are.
 */
const isForgottenFold = ({ pieces, last }: Pending, bytes: Uint8Array): boolean => {
  const name = /^([A-Za-z][A-Za-z0-9-]*)[;:]/.exec(startOf(bytes))?.[1]
  if (name !== undefined && (/^x-/i.test(name) || isName(name))) return false
  return last >= foldedFrom || texts.test(startOf(pieces[0] ?? bytes))
}

/** A name has capital letters; some programs write small ones. A word such as `Location:` begins a sentence. */
const isName = (word: string): boolean =>
  names.has(word.toUpperCase()) && (word === word.toUpperCase() || word === word.toLowerCase())

/** A physical line, or the beginning of a long one. */
type PhysicalLine = { readonly bytes: Uint8Array; readonly number: number; readonly isCut: boolean }

const createSplitter = () => {
  let pieces: Uint8Array[] = []
  let [kept, number] = [0, 1]
  let [isCut, isAfterReturn] = [false, false]
  const add = (bytes: Uint8Array): void => {
    const part = bytes.subarray(0, longestLine - kept)
    isCut ||= part.length < bytes.length
    kept += part.length
    if (part.length > 0) pieces.push(part)
  }
  const end = (): PhysicalLine => {
    const line = { bytes: pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces), number, isCut }
    pieces = []
    kept = 0
    isCut = false
    number++
    return line
  }
  const push = (piece: Uint8Array): PhysicalLine[] => {
    const lines: PhysicalLine[] = []
    let [feed, back] = [piece.indexOf(lineFeed), piece.indexOf(carriageReturn)]
    for (let from = 0; from < piece.length; ) {
      const isRest = isAfterReturn && piece[from] === lineFeed
      isAfterReturn = false
      if (isRest) {
        from++
        continue
      }
      if (feed >= 0 && feed < from) feed = piece.indexOf(lineFeed, from)
      if (back >= 0 && back < from) back = piece.indexOf(carriageReturn, from)
      const at = feed < 0 || back < 0 ? Math.max(feed, back) : Math.min(feed, back)
      if (at < 0) {
        add(piece.subarray(from))
        break
      }
      add(piece.subarray(from, at))
      isAfterReturn = piece[at] === carriageReturn
      lines.push(end())
      from = at + 1
    }
    return lines
  }
  return { push, end: (): PhysicalLine[] => (pieces.length > 0 ? [end()] : []) }
}
