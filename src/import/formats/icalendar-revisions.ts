import { toUtc } from '../../lib/time-zone.ts'
import { type Component, textOfLine } from './icalendar-components.ts'
import { readProperties, unescapeText } from './icalendar-properties.ts'
import { readTime, type TimeContext } from './icalendar-times.ts'

/** What becomes of an event of a file: it is read, perhaps under an id of its own, or left out, with the reason. */
export type Verdict = { readonly id?: string; readonly leftOut?: string }

/**
 * How new a component is, as a text that can be compared: by SEQUENCE, then by DTSTAMP, then by LAST-MODIFIED (RFC 5545, 3.8.7; RFC 5546, 2.1.5).
 */
export const readRevision = (component: Pick<Component, 'lines'>): string => {
  const digits = (name: string): string => textOfLine(component, name)?.replaceAll(/\D/g, '') ?? ''
  return [sequenceOf(component).padStart(9, '0'), digits('DTSTAMP').padEnd(14, '0'), digits('LAST-MODIFIED')].join(' ')
}

const sequenceOf = (component: Pick<Component, 'lines'>): string =>
  /^\d{1,9}$/.exec(textOfLine(component, 'SEQUENCE') ?? '')?.[0].replace(/^0+/, '') ?? ''

/** The UID of an event, but not that of a change of an occurrence. */
const uidOf = (component: Component): string =>
  textOfLine(component, 'RECURRENCE-ID') === undefined ? unescapeText(textOfLine(component, 'UID') ?? '').trim() : ''

/** The instant at which an event begins, or its day; undefined if that cannot be read. */
const startOf = (component: Component, context: TimeContext): string | undefined => {
  const own = component.lines.filter(({ text }) => /^DTSTART[;:]/i.test(text))
  const property = readProperties({ lines: own }, context.notes).first('DTSTART')
  const time = property && readTime(property.value, property.param('TZID'), context)
  if (!time) return undefined
  return time.isDay ? time.local.slice(0, 10) : (toUtc(time.local, time.zone)?.utc ?? time.local)
}

type Candidate = {
  readonly component: Component
  readonly start: string
  readonly title: string
  readonly revision: string
}

const isSeries = ({ component }: Candidate): boolean =>
  ['RRULE', 'RDATE'].some((name) => textOfLine(component, name) !== undefined)

/**
 * Decides on events with the same UID: those with the same start are revisions, of which the newest counts, and so are those of which each has a
 * SEQUENCE of its own. Others with different starts, or with different titles and nothing that tells which is newer, are different events, as in
 * schedules that give all talks of a room or a day one UID: each gets an id with its start, except for the first series, whose occurrences may be changed. What is not in the result is read as it is.
 */
export const judgeRevisions = (
  components: Iterable<{ readonly component: Component; readonly context: TimeContext }>,
): ReadonlyMap<Component, Verdict> => {
  const groups = new Map<string, { readonly component: Component; readonly context: TimeContext }[]>()
  for (const one of components) {
    const uid = uidOf(one.component)
    const group = groups.get(uid)
    if (group) group.push(one)
    else if (uid !== '') groups.set(uid, [one])
  }
  const verdicts = new Map<Component, Verdict>()
  for (const [uid, group] of groups) {
    if (group.length === 1) continue
    const candidates = group.flatMap(({ component, context }): Candidate[] => {
      const start = startOf(component, context)
      const title = textOfLine(component, 'SUMMARY') ?? ''
      return start === undefined ? [] : [{ component, start, title, revision: readRevision(component) }]
    })
    const newest = newestOf(candidates)
    const first = newest.find(isSeries)
    const idOf = ({ start, title }: Candidate): string =>
      newest.filter((one) => one.start === start).length > 1 ? `${uid} ${start} ${title}` : `${uid} ${start}`
    for (const one of candidates) {
      const own = newest.length > 1 && one !== first ? { id: idOf(one) } : {}
      verdicts.set(one.component, newest.includes(one) ? own : { leftOut: reasonOf(one, newest) })
    }
  }
  return verdicts
}

const newestOf = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const all = [...Map.groupBy(candidates, ({ start }) => start).values()].flatMap((group) => {
    const [first = '', ...others] = group.map(({ revision }) => revision)
    const last = others.reduce((newest, one) => (one > newest ? one : newest), first)
    // A revision has another time or number: what has neither and another title is another event.
    const titles = new Map(group.toReversed().flatMap((one) => (one.revision === last ? [[one.title, one]] : [])))
    return [...titles.values()]
  })
  const areRevisions = new Set(all.map(({ component }) => sequenceOf(component))).size === all.length
  return areRevisions ? all.toSorted((a, b) => (a.revision < b.revision ? 1 : -1)).slice(0, 1) : all
}

const reasonOf = ({ start, title, revision }: Candidate, newest: readonly Candidate[]): string => {
  const other =
    newest.find((one) => one.start === start && one.title === title) ??
    newest.find((one) => one.start === start) ??
    newest[0]
  const line = other?.component.number
  return other && other.revision > revision
    ? `It was left out, since line ${line} has a newer revision of it (SEQUENCE, DTSTAMP, LAST-MODIFIED).`
    : `It was left out, since line ${line} has the same event (UID and start).`
}
