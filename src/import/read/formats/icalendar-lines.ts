import ICAL from 'ical.js'
import { decode, withoutMark } from './bytes.ts'
import type { Notes } from './texts.ts'

/** A part of a calendar (RFC 5545, 3.4), without the components within it: a VEVENT without its alarms. */
export type Component = {
  /** Its name in capital letters, such as `VEVENT`. */
  readonly name: string
  readonly lines: readonly ContentLine[]
  readonly number: number
  /** The components in a VTIMEZONE. */
  readonly inner: readonly Component[]
  /** How it ended: by its own END, by that of the calendar or the beginning of the next component, or with the file. */
  readonly end: 'own' | 'other' | 'file'
  /** Lines that were left out since there were too many. */
  readonly left: number
}

/** What a calendar says of itself: a line outside of all its components. */
type CalendarLine = { readonly line: ContentLine }

/** Components that are read. All others are counted and passed over. */
const top = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE'])

/** Most lines of a component, and most characters of them, that are kept. */
const [mostLines, mostCharacters] = [2000, 4 * 1024 * 1024]

/** Most components within a VTIMEZONE that are kept: one for each time that the rules have changed. */
const mostInner = 400

/** Most levels of components within components that are followed. */
const deepest = 100

/** Properties of events that are not read; there may be thousands of them. */
const unread =
  /^(?:ATTENDEE|COMMENT|X-(?:MS|MICROSOFT)-(?!CDO-(?:ALLDAYEVENT|BUSYSTATUS)|ONLINEMEETING|SKYPETEAMS)|REQUEST-STATUS|X-EVOLUTION)/i

/** Reads the components of a file one after the other, with the lines of the calendar between them. */
export async function* readComponents(source: AsyncIterable<Uint8Array>): AsyncGenerator<Component | CalendarLine> {
  let current: Open | undefined
  for await (const batch of contentLines(source)) {
    for (const line of batch) {
      const [, mark, rawName = ''] =
        /^(BEGIN|END)[ \t]*:[ \t]*([\w-]{1,60})[ \t]*$/i.exec(line.text.slice(0, 100)) ?? []
      const name = rawName.toUpperCase()
      const isBegin = mark?.toUpperCase() === 'BEGIN'
      if (mark === undefined) {
        if (current) add(current, line)
        else yield { line }
      } else if (isBegin && (top.has(name) || name === 'VCALENDAR')) {
        // The END before it is missing.
        if (current) yield close(current, 'other')
        current = name === 'VCALENDAR' ? undefined : open(name, line)
        if (!current) yield { line }
      } else if (isBegin && current) enter(current, name, line)
      else if (name === 'VCALENDAR') {
        if (current) yield close(current, 'other')
        current = undefined
        yield { line }
      } else if (name === current?.name) {
        yield close(current, 'own')
        current = undefined
      } else if (current) leave(current, name)
    }
  }
  if (current) yield close(current, 'file')
}

type Open = {
  readonly name: string
  readonly number: number
  readonly lines: ContentLine[]
  readonly inner: Component[]
  /** The components within it that are open, from the outermost. */
  readonly within: Open[]
  characters: number
  left: number
}

const open = (name: string, { number }: ContentLine): Open => ({
  name,
  number,
  lines: [],
  inner: [],
  within: [],
  characters: 0,
  left: 0,
})

const close = ({ name, number, lines, inner, left }: Open, end: Component['end']): Component => ({
  name,
  number,
  lines,
  inner,
  left,
  end,
})

const add = (component: Open, line: ContentLine): void => {
  const inner = component.within.at(-1)
  // Alarms and the like are not read.
  if (inner && (component.name !== 'VTIMEZONE' || component.within.length > 1)) return
  const target = inner ?? component
  if (unread.test(line.text)) return
  target.characters += line.text.length
  if (target.lines.length >= mostLines || target.characters > mostCharacters) target.left++
  else target.lines.push(line)
}

const enter = (component: Open, name: string, line: ContentLine): void => {
  if (component.within.length < deepest) component.within.push(open(name, line))
}

const leave = (component: Open, name: string): void => {
  const at = component.within.findLastIndex((one) => one.name === name)
  if (at < 0) return
  const [ended] = component.within.splice(at)
  if (at === 0 && ended && component.name === 'VTIMEZONE' && component.inner.length < mostInner)
    component.inner.push(close(ended, 'own'))
}

/** The value of the first line of a component with this name, as it was written; undefined if it has none. */
export const textOfLine = ({ lines }: Pick<Component, 'lines'>, name: string): string | undefined => {
  for (const { text } of lines) {
    if (text.slice(0, name.length).toUpperCase() !== name) continue
    const value = /^(?:;[^:]*)?:(.*)$/s.exec(text.slice(name.length))?.[1]
    if (value !== undefined) return value.trim()
  }
  return undefined
}

/**
 * How new a component is, as a text that can be compared: by SEQUENCE, then by DTSTAMP, then by LAST-MODIFIED (RFC 5545, 3.8.7; RFC 5546, 2.1.5).
 */
export const readRevision = (component: Pick<Component, 'lines'>): string => {
  const digits = (name: string): string => textOfLine(component, name)?.replaceAll(/\D/g, '') ?? ''
  return [readSequence(component).padStart(9, '0'), digits('DTSTAMP').padEnd(14, '0'), digits('LAST-MODIFIED')].join(
    ' ',
  )
}

/** The SEQUENCE of a component, without zeros in front; empty for none. */
export const readSequence = (component: Pick<Component, 'lines'>): string =>
  /^\d{1,9}$/.exec(textOfLine(component, 'SEQUENCE') ?? '')?.[0].replace(/^0+/, '') ?? ''

/** A content line of iCalendar, unfolded (RFC 5545, 3.1). */
type ContentLine = {
  readonly text: string
  /** The number of its first physical line, counted from 1. */
  readonly number: number
  /** It was longer than {@link longestLine}, and is only the beginning. */
  readonly isCut: boolean
}

/** Most bytes of a content line that are kept: as many as a text of the interface may have. A picture within the file may have more. */
const longestLine = 1024 * 1024

const [tab, lineFeed, carriageReturn, blank] = [0x09, 0x0a, 0x0d, 0x20]

/**
 * Reads the content lines of a file, in batches. Lines end with CR LF, LF or CR. A line that begins with a blank or a tab continues the one
 * before; bytes are joined before they are decoded, since some programs fold within a character.
 */
async function* contentLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ContentLine[]> {
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

/** A property of a component, with the escapes of its texts decoded. */
export type Property = {
  /** In capital letters. */
  readonly name: string
  /** The value as it was written, for dates and rules; of texts use `values`. */
  readonly value: string
  /** The texts of the value: several where it is a list, as in CATEGORIES. */
  readonly values: readonly string[]
  /** The value of a parameter, such as `CN`; the first where it has several. */
  readonly param: (name: string) => string | undefined
}

/** The properties of a component that are read, by their names. */
export type Properties = {
  readonly first: (name: string) => Property | undefined
  readonly all: (name: string) => readonly Property[]
  /** The text of the first property of this name that is not empty. */
  readonly text: (name: string) => string
}

/** Properties that are read of events. */
const read = new Set(
  (
    'UID SUMMARY DESCRIPTION STYLED-DESCRIPTION X-ALT-DESC DTSTART DTEND DURATION RRULE RDATE EXDATE EXRULE RECURRENCE-ID SEQUENCE LOCATION GEO ORGANIZER ' +
    'CONTACT CATEGORIES ATTACH IMAGE URL STATUS CLASS CONFERENCE X-APPLE-STRUCTURED-LOCATION X-GOOGLE-CONFERENCE ' +
    'X-MICROSOFT-CDO-ALLDAYEVENT X-MICROSOFT-ONLINEMEETINGCONFLINK X-MICROSOFT-SKYPETEAMSMEETINGURL X-MICROSOFT-ONLINEMEETINGEXTERNALLINK'
  ).split(' '),
)

/** Most characters of a line with a file or its address. */
const longestFile = 10_000

/** Reads the properties of a component. A line that cannot be read is left out, with a note. */
export const readProperties = ({ lines }: Pick<Component, 'lines'>, notes: Notes): Properties => {
  const properties = new Map<string, Property[]>()
  for (const line of lines) {
    const name = /^([\w-]+)[;:]/.exec(line.text)?.[1]?.toUpperCase()
    if (name === undefined || !read.has(name)) continue
    const property = readProperty(name, line, notes)
    if (!property) continue
    const own = properties.get(name)
    if (own) own.push(property)
    else properties.set(name, [property])
  }
  const all = (name: string): readonly Property[] => properties.get(name) ?? []
  return {
    all,
    first: (name) => all(name)[0],
    text: (name) =>
      all(name)
        .map(({ values }) => values.join(', ').trim())
        .find((text) => text !== '') ?? '',
  }
}

const readProperty = (name: string, { text, isCut, number }: ContentLine, notes: Notes): Property | undefined => {
  const isFile = name === 'ATTACH' || name === 'IMAGE'
  if (isFile && (isCut || text.length > longestFile)) {
    notes.add(embedded)
    return undefined
  }
  if (isCut) notes.add(`The end of ${name} was left out, since it is too long.`)
  try {
    return convert(name, text)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    notes.add(`The parameters of ${name} in line ${number} were left out, since they cannot be read.`)
    const value = text.slice((dated.has(name) ? text.lastIndexOf(':') : text.indexOf(':')) + 1).trim()
    return { name, value, values: [unescapeText(value)], param: () => undefined }
  }
}

/** The note for a file within the calendar. */
const embedded = 'A file within the calendar was left out.'

/** Properties whose values contain no colon. */
const dated = new Set('DTSTART DTEND DURATION RRULE RDATE EXDATE EXRULE RECURRENCE-ID GEO'.split(' '))

/** The library refuses dates and rules that can be mended: they are read from the text as it was written. */
const plain = { ...ICAL.design.icalendar, property: {}, value: {} }

const convert = (name: string, text: string): Property => {
  const [, params, type, ...values]: readonly unknown[] = dated.has(name)
    ? ICAL.parse.property(quoteZone(text), plain)
    : ICAL.parse.property(text, ICAL.design.icalendar)
  const texts = values.flat(2).filter((value) => typeof value === 'string')
  return {
    name,
    value: text.slice(text.lastIndexOf(':') + 1).trim(),
    values: type === 'unknown' ? texts.map(unescapeText) : texts,
    param: (param) => {
      const value: unknown = Object.getOwnPropertyDescriptor(params, param.toLowerCase())?.value
      const first: unknown = Array.isArray(value) ? value[0] : value
      return typeof first === 'string' ? first : undefined
    },
  }
}

/** Puts the name of a zone with a colon or a comma between the quotation marks that it needs (RFC 5545, 3.2), and that Outlook does not write. */
const quoteZone = (text: string): string => {
  const [before, name, ...others] = text.slice(0, text.lastIndexOf(':')).split(/;TZID=/i)
  if (before === undefined || name === undefined || others.length > 0 || !/[:,]/.test(name) || /[";]/.test(name))
    return text
  return `${before};TZID="${name}"${text.slice(text.lastIndexOf(':'))}`
}

/** Decodes the escapes of a text (RFC 5545, 3.3.11) in a property that the library does not know. */
export const unescapeText = (text: string): string =>
  text.replaceAll(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character))
