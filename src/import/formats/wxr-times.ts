import type { JsonObject } from '../../lib/json.ts'
import { type DateTimeText, epochOf, nowText, parseZone, toLocal, utcZone } from '../../lib/time-zone.ts'
import type { ReadOptions } from '../record.ts'
import type { Notes } from './texts.ts'
import { type ExportedPost, isOn, metaIn } from './wxr-posts.ts'
import { findZone, nameZone } from './zone-names.ts'

type Times = { readonly payload: JsonObject }

/** The times of an event in its own zone. */
export const readPostTimes = (post: ExportedPost, notes: Notes, options: ReadOptions): Times | { readonly fault: string } => {
  const written = metaIn(post, '_EventTimezone')
  const own = parseZone(options.timezone) ?? utcZone
  const named = written === '' ? undefined : findZone(written)
  if (written !== '' && !named)
    notes.add(`The time zone “${written.slice(0, 60)}” is unknown: the times were read in ${nameZone(own)}.`)
  const zone = named ?? own
  const edge = (name: string): DateTimeText | undefined => {
    const local = dateIn(post, name)
    const utc = local === undefined ? dateIn(post, `${name}UTC`) : undefined
    return utc === undefined ? local : toLocal(utc, zone)
  }
  const start = edge('_EventStartDate')
  if (start === undefined) return { fault: 'It has no start (_EventStartDate).' }
  const seconds = Number(metaIn(post, '_EventDuration'))
  const end = edge('_EventEndDate') ?? (seconds > 0 ? nowText(epochOf(start) + seconds * 1000) : start)
  if (end < start) notes.add('It ended before its start: the end was left out.')
  const isAllDay = isOn(metaIn(post, '_EventAllDay'))
  const last = end < start ? start : end
  return {
    payload: {
      timezone: nameZone(zone),
      all_day: isAllDay,
      start_date: isAllDay ? start.slice(0, 10) : start,
      end_date: isAllDay ? last.slice(0, 10) : last,
    },
  }
}

const dateIn = (post: ExportedPost, name: string): DateTimeText | undefined => {
  const text = metaIn(post, name)
  const [, day, time = '00:00', seconds = ':00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/.exec(text) ?? []
  if (day === undefined) return undefined
  const local = `${day} ${time}${seconds}`
  // epochOf carries a day such as February 31st into the next month, so that the text differs.
  return nowText(epochOf(local)) === local ? local : undefined
}
