import type { Json, JsonObject } from '../../../lib/json.ts'
import { slugify } from '../../../lib/text.ts'
import type { Columns } from './csv-columns.ts'
import { readSwitch, readTimes, type TableTimes } from './csv-times.ts'
import { findWord, isNormal, isTentative, ownFields, type PlaceKind } from './csv-titles.ts'
import { readAddress, readPoint, withRegion } from './places.ts'
import {
  fitCost,
  fitDescription,
  fitEmail,
  fitImage,
  fitMarkedTitle,
  fitTerms,
  fitTitle,
  fitUrl,
  type Notes,
} from './texts.ts'

/** What the rows of a table are read by. */
export type Table = Columns & TableTimes

/** The text of the cell for a field; empty if there is none. */
export type Values = (field: string) => string

/** The payload of the record of a row. */
export const makePayload = (table: Table, values: Values, notes: Notes): Payload => {
  const { kind } = table
  if (kind === 'event') return eventOf(table, values, notes)
  return values(kind) === '' ? { fault: 'It has no name.' } : placeOf(values, kind, notes)
}

const hasColumn = ({ columns }: Table, field: string): boolean => columns.some((column) => column.field === field)

type Payload = JsonObject | { readonly fault: string }

const eventOf = (table: Table, cells: Values, notes: Notes): Payload => {
  const texts = withEventStatus(cells)
  const asked = new Set<string>()
  const values: Values = (field) => {
    asked.add(field)
    return texts(field)
  }
  const title = fitMarkedTitle(values('title'), 'title', notes)
  if (title === '') return { fault: 'It has no title.' }
  const times = readTimes(table, values, notes)
  if ('fault' in times) return times
  const venue = nested('venue', values, notes)
  const organizer = organizersOf(table, values, notes)
  const has = (field: string) => hasColumn(table, field)
  const payload = {
    title,
    ...times,
    ...shared(values, notes, has),
    ...visibilityOf(values, notes),
    ...(has('website') ? { website: addressOf(values('website'), 'website', notes) } : {}),
    ...(has('categories') ? { categories: fitTerms(readList(values('categories')), notes) } : {}),
    ...(has('tags') ? { tags: fitTerms(readList(values('tags')), notes) } : {}),
    ...(has('cost')
      ? {
          cost: fitCost(
            {
              cost: values('cost'),
              symbol: values('currency_symbol') || values('currency_code'),
              position: values('currency_position'),
            },
            notes,
          ),
        }
      : {}),
    ...(has('virtual_url') ? { virtual_url: addressOf(values('virtual_url'), 'virtual_url', notes) } : {}),
    ...ownCells('event', (name) => (asked.has(name) || !isSwitch(name) ? '' : values(name)), notes),
    ...statesOf(values, notes),
    ...(values('recurrence') === '' ? {} : { recurrence: values('recurrence') }),
    ...(has('venue.venue') ? { venue: venue ?? [] } : {}),
    ...(has('organizer.organizer') ? { organizer } : {}),
  }
  // What nothing above has asked for is read by its type.
  return { ...payload, ...ownCells('event', (name) => (asked.has(name) ? '' : values(name)), notes) }
}

const isSwitch = (name: string): boolean => ownFields.event.get(name) === 'switch'

/** A column “Status” may have the status of the event: `abgesagt`. */
const withEventStatus = (values: Values): Values => {
  const text = values('status')
  const isOfEvent =
    values('event_status') === '' &&
    findWord(text, recordStatuses) === undefined &&
    findWord(text, eventStatuses) !== undefined
  if (!isOfEvent) return values
  return (field) => (field === 'status' ? '' : values(field === 'event_status' ? 'status' : field))
}

const shared = (values: Values, notes: Notes, has: (field: string) => boolean): JsonObject => {
  const slug = slugify(values('slug'))
  const image = values('image')
  const isId = /^\d+$/.test(image)
  if (isId) notes.add('The image was left out, since an id says nothing outside of its own site.')
  const url = image === '' || isId ? undefined : fitImage(image, notes)
  return {
    ...(has('description') ? { description: fitDescription(values('description'), notes) } : {}),
    ...(has('excerpt') ? { excerpt: fitDescription(values('excerpt'), notes) } : {}),
    ...(url === undefined ? {} : { image: url }),
    ...(slug === '' ? {} : { slug }),
    ...word('status', recordStatuses, values, notes),
  }
}

/**
 * What Outlook and Google say of the visibility of an appointment. As with CLASS in iCalendar, a word that is not known means the same as private.
 */
const visibilityOf = (values: Values, notes: Notes): JsonObject => {
  const [mark, sensitivity, shown] = [values('private'), values('sensitivity'), values('show_as')]
  const isPrivate = (mark !== '' && readSwitch(mark) !== false) || (sensitivity !== '' && !isNormal(sensitivity))
  if (isTentative(shown)) notes.add(`It is not confirmed (shown as “${shown.slice(0, 40)}”).`)
  return isPrivate ? { status: 'private' } : {}
}

const addressOf = (text: string, what: string, notes: Notes): string => {
  const url = fitUrl(text)
  if (text !== '' && url === undefined)
    notes.add(`“${text.slice(0, 60)}” was left out: it is no web address for ${what}.`)
  return url ?? ''
}

const switchOf = (field: string, text: string, notes: Notes): JsonObject => {
  const value = readSwitch(text)
  if (value === undefined) notes.add(`“${text.slice(0, 40)}” was left out: ${field} is yes or no.`)
  return value === undefined ? {} : { [field]: value }
}

const recordStatuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash']
const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online']

const word = (field: string, allowed: readonly string[], values: Values, notes: Notes): JsonObject => {
  const text = values(field)
  const value = findWord(text, allowed)
  if (value !== undefined) return { [field]: value }
  if (text !== '') notes.add(`“${text.slice(0, 40)}” was left out: ${field} is one of ${allowed.join(', ')}.`)
  return {}
}

const statesOf = (values: Values, notes: Notes): JsonObject => ({
  // Eventbrite has drafts in the same column.
  ...(findWord(values('event_status'), ['draft']) === undefined
    ? word('event_status', eventStatuses, values, notes)
    : { status: 'draft' }),
  ...(values('event_status_reason') === ''
    ? {}
    : { event_status_reason: fitTitle([...values('event_status_reason')].slice(0, 300).join(''), 'reason', notes) }),
  ...word('attendance_mode', ['offline', 'online', 'mixed'], values, notes),
})

/** The fields of a venue or an organizer, which begin with `venue.` or `organizer.` in a table of events. */
const nested = (kind: PlaceKind, values: Values, notes: Notes): JsonObject | undefined => {
  const inner: Values = (field) => values(`${kind}.${field}`)
  return inner(kind) === '' ? undefined : placeOf(inner, kind, notes)
}

/** The columns of an address. Where there is one alone, it may have the postal code and the town. */
const addressIn = (values: Values): { readonly [name: string]: string | undefined } => {
  const address = [values('address'), values('address2')].filter((part) => part !== '').join(', ')
  const isAlone = ['city', 'zip', 'country'].every((name) => values(name) === '')
  const parts = isAlone ? readAddress(address.split(',').map((part) => part.trim())) : {}
  return parts.zip === undefined ? { address } : { address: '', ...parts }
}

const placeOf = (values: Values, kind: PlaceKind, notes: Notes): JsonObject => {
  const [lat, lng] = [values('geo_lat'), values('geo_lng')]
  const point = readPoint(lat.replace(',', '.'), lng.replace(',', '.'))
  if (lat !== '' && !point) notes.add('The coordinates were left out: they are no latitude and longitude.')
  const address = addressIn(values)
  const { geo_lat: _, geo_lng: __, ...own } = ownCells(kind, (name) => address[name] ?? values(name), notes)
  return {
    [kind]: fitMarkedTitle(values(kind), 'name', notes),
    ...withRegion(own),
    ...(point ? { geo_lat: point.lat, geo_lng: point.lng } : {}),
    ...shared(values, notes, (field) => values(field) !== ''),
  }
}

/** The cells for the fields that only records of a kind have, each by its type. */
const ownCells = (kind: 'event' | PlaceKind, values: Values, notes: Notes): Readonly<Record<string, Json>> => {
  const cells: Record<string, Json> = {}
  for (const [name, cell] of ownFields[kind]) {
    const text = values(name)
    if (text === '') continue
    if (cell === 'switch') Object.assign(cells, switchOf(name, text, notes))
    else if (cell === 'text') cells[name] = fitMarkedTitle(text, name, notes)
    else {
      const value = cell === 'address' ? addressOf(text, name, notes) : cell === 'email' ? fitEmail(text) : text
      if (value === undefined) notes.add(`“${text.slice(0, 60)}” was left out: it is no e-mail address.`)
      else if (value !== '') cells[name] = value
    }
  }
  return cells
}

const organizersOf = (table: Table, values: Values, notes: Notes): readonly Json[] => {
  const column = table.columns.find(({ field }) => field === 'organizer.organizer')
  const text = values('organizer.organizer')
  // The columns of The Events Calendar name several; a name of other tables may contain a comma.
  const names = /^event/i.test(column?.title ?? '') ? readList(text) : readList(text, ';|\n')
  const isName = (name: string): boolean => name !== '' && !/^\d+$/.test(name)
  const count = names.filter(isName).length
  if (count < names.filter((name) => name !== '').length)
    notes.add('An organizer was left out, since an id says nothing outside of its own site.')
  // Where there are several, other columns have as many parts, or say nothing of one of them.
  const cellOf = (field: string, at: number): string => {
    if (field === 'organizer.organizer') return names[at] ?? ''
    if (count < 2) return values(field)
    const parts = readList(values(field), ';|\n')
    return parts.length === names.length ? (parts[at] ?? '') : ''
  }
  return names
    .flatMap((name, at) => (isName(name) ? (nested('organizer', (field) => cellOf(field, at), notes) ?? []) : []))
    .slice(0, 100)
}

/** Characters between the parts of a list in a cell. */
const separators = ',;|\n'

/** A part between quotation marks, in which one is written twice, with the blanks around it. */
const quotedPart = /[^\S\n]*"((?:[^"]|"")*)"[^\S\n]*/y

/**
 * The parts of a list in a cell, with separators between them: commas, semicolons, bars and line ends, or only some of these. A part with a separator
 * stands between quotation marks, as {@link writeList} writes it.
 */
const readList = (text: string, own = separators): readonly string[] => {
  const isEnd = (character: string | undefined): boolean => character === undefined || own.includes(character)
  const parts: string[] = []
  for (let at = 0; at <= text.length; at++) {
    quotedPart.lastIndex = at
    const quoted = quotedPart.exec(text)
    if (quoted && isEnd(text[at + quoted[0].length])) {
      parts.push((quoted[1] ?? '').replaceAll('""', '"').trim())
      at += quoted[0].length
      continue
    }
    const from = at
    while (!isEnd(text[at])) at++
    parts.push(text.slice(from, at).trim())
  }
  return parts
}

/** Writes a list into a cell, so that {@link readList} reads the same parts. */
export const writeList = (parts: readonly string[]): string =>
  parts.map((part) => (/[,;|\n]|^"/.test(part) ? `"${part.replaceAll('"', '""')}"` : part)).join('; ')
