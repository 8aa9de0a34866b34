import { type Event, type Page, readEvents } from '../../api/calendar.ts'
import { siteClock } from '../../api/root.ts'
import { session } from '../../api/session.ts'
import { readList } from '../../api/site.ts'
import { may } from '../menu.ts'
import { listSources } from '../sources/sources-api.ts'

const members = [
  'id',
  'title',
  'start_date',
  'end_date',
  'utc_start_date',
  'utc_end_date',
  'all_day',
  'venue',
  'attendance_mode',
  'event_status',
  'author',
  'status',
] as const

/** An event of the next days. */
export type WeekEvent = Pick<Event, (typeof members)[number]>

type Draft = { readonly id: number; readonly title: { readonly rendered: string } }

/** What the first page shows. */
export type HomeData = {
  /** The first events of the next seven days, and how many there are. */
  readonly week: Page<WeekEvent>
  /** The first events of the next two weeks without a picture, and how many there are. */
  readonly withoutPicture: Page<WeekEvent>
  /** Sources that could not be read, or wait for a decision. */
  readonly troubledSources: number
  readonly drafts: readonly Draft[]
}

/** Events on a page, as many as the interface gives at once, and the most pages of the next days that are read. */
const perPage = 50
const mostPages = 4

/** Reads what the first page shows: the events that begin from today on, by the clock of the site. @throws CalendarError */
export const readHome = async (): Promise<HomeData> => {
  const today = siteClock(Date.now()).slice(0, 10)
  // What is still a draft or in review takes place only once somebody publishes it.
  const status = ['publish' as const, 'future' as const, 'private' as const]
  const from = { status, starts_after: `${dayAfter(today, -1)} 23:59:59`, sort: ['start_date' as const] }
  const until = (days: number) => ({ ...from, starts_before: `${dayAfter(today, days)} 00:00:00` })
  const [week, withoutPicture, sources, drafts] = await Promise.all([
    readWeek(until(7)),
    // Only editors can do something about the events of others.
    may('edit-others')
      ? readEvents(members, { ...until(14), has_image: false, collapse: 'series', per_page: 5 }).catch(() => none)
      : none,
    // The rest says enough without them.
    may('administer') ? listSources().catch(() => []) : [],
    readList<Draft>('wp/v2', 'tribe_events', {
      author: session()?.user,
      status: 'draft',
      orderby: 'modified',
      per_page: 5,
      _fields: 'id,title',
    }).catch(() => none),
  ])
  const troubledSources = sources.filter(({ state }) => state === 'failing' || state === 'waiting').length
  return { week, withoutPicture, troubledSources, drafts: drafts.records }
}

const none = { records: [], total: 0, pages: 0 } as const

/** The events of the next days, page by page. */
const readWeek = async (filters: Parameters<typeof readEvents>[1]): Promise<Page<WeekEvent>> => {
  const first = await readEvents(members, { ...filters, per_page: perPage })
  const records = [...first.records]
  for (let page = 2; page <= Math.min(first.pages, mostPages); page++)
    records.push(...(await readEvents(members, { ...filters, per_page: perPage, page })).records)
  return { ...first, records }
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** A venue in which events take place at the same time. */
type DoubleBooking = { readonly venue: string; readonly events: readonly WeekEvent[] }

/** Whether an event is where and when it was announced. */
export const isAsAnnounced = ({ event_status = 'scheduled' }: Pick<WeekEvent, 'event_status'>): boolean =>
  event_status === 'scheduled' || event_status === 'rescheduled'

/** What lasts as long leaves room for others: an exhibition, a festival. */
const dayMilliseconds = 86_400_000

const isLong = ({ all_day, utc_start_date, utc_end_date }: WeekEvent): boolean =>
  all_day || Date.parse(utc_end_date) - Date.parse(utc_start_date) >= dayMilliseconds

/** The venues that are taken twice at once, by events of less than a day that take place. */
export const findDoubleBookings = (events: readonly WeekEvent[]): readonly DoubleBooking[] => {
  const placed = events
    .filter((event) => !isLong(event) && isAsAnnounced(event))
    .flatMap((event) => [event.venue].flat().map(({ id, venue }) => ({ id, venue, event })))
  return [...Map.groupBy(placed, ({ id }) => id).values()].flatMap((here) => {
    const meeting = here.filter(({ event }) =>
      here.some((other) => other.event !== event && overlap(other.event, event)),
    )
    const [first] = meeting
    return first ? [{ venue: first.venue, events: meeting.map(({ event }) => event) }] : []
  })
}

const overlap = (one: WeekEvent, other: WeekEvent): boolean =>
  one.utc_start_date < other.utc_end_date && other.utc_start_date < one.utc_end_date
