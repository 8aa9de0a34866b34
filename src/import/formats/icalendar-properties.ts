import ICAL from 'ical.js'
import type { Component } from './icalendar-components.ts'
import type { ContentLine } from './icalendar-lines.ts'
import type { Notes } from './texts.ts'

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
export const embedded = 'A file within the calendar was left out.'

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
