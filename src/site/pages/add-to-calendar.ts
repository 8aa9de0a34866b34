import { type Markup, markup } from '../../lib/markup.ts'
import { addDays, toIso } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { listVenues, writeVenueLine } from '../../resources/events/venue-lines.ts'
import { basicTime } from '../feeds/content-line.ts'
import { absolute, type PageContext, rooted } from '../page-context.ts'
import { eventPath, plainTitle } from './event-card.ts'

/** Ways to add an event to one's own calendar: a file that every program reads, and services. `isMain` says that it is what most visitors do. */
export const addToCalendar = (context: PageContext, event: EventRecord, isMain: boolean): Markup => {
  const { translator, prefix } = context
  const links = [
    [translator.text('event.download'), rooted(context, `${prefix}${eventPath(event)}feed.ics`)],
    [translator.text('event.remind'), rooted(context, `${prefix}${eventPath(event)}feed.ics?alarm=60`)],
    ['Google Calendar', googleLink(context, event)],
    ['Outlook.com', outlookLink(context, event, 'outlook.live.com')],
    ['Microsoft 365', outlookLink(context, event, 'outlook.office.com')],
  ] as const
  return markup`<details class="add${isMain && ' main'}"><summary class="${isMain ? 'button' : 'signed calendar'}">${translator.text('event.add')}</summary><ul>
${links.map(([name, url]) => markup`<li><a href="${url}">${name}</a></li>\n`)}</ul></details>`
}

/** Days of an event that lasts all day; the end is the day after the last (as in RFC 5545, 3.6.1). */
const daysOf = ({ start_date, end_date }: EventRecord): readonly [string, string] => [
  start_date.slice(0, 10),
  addDays(end_date, 1).slice(0, 10),
]

const googleLink = (context: PageContext, event: EventRecord): string => {
  const dates = event.all_day
    ? daysOf(event).map((day) => day.replaceAll('-', ''))
    : [event.utc_start_date, event.utc_end_date].map((utc) => `${basicTime(utc)}Z`)
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: plainTitle(event),
    dates: dates.join('/'),
    details: absolute(context, eventPath(event)),
    location: listVenues(event).map(writeVenueLine).join('; '),
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

const outlookLink = (
  context: PageContext,
  event: EventRecord,
  host: 'outlook.live.com' | 'outlook.office.com',
): string => {
  const [start, end] = event.all_day ? daysOf(event) : [toIso(event.utc_start_date), toIso(event.utc_end_date)]
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: plainTitle(event),
    startdt: start,
    enddt: end,
    ...(event.all_day ? { allday: 'true' } : {}),
    body: absolute(context, eventPath(event)),
    location: listVenues(event).map(writeVenueLine).join('; '),
  })
  return `https://${host}/calendar/0/deeplink/compose?${query}`
}
