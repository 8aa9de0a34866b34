import { type ContentLine, contentLines } from './icalendar-lines.ts'

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
export type CalendarLine = { readonly line: ContentLine }

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
