import { type Content, markup } from '../../lib/markup.ts'
import { offsetAt, toEpoch } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { mostRunning } from '../ahead.ts'
import { hueClass } from '../category-hues.ts'
import { beginLine, toDay, writeDate } from '../dates.ts'
import { readKnown } from '../known-params.ts'
import type { PageContext } from '../page-context.ts'
import { pageResponse } from '../page-response.ts'
import type { EventFilters } from '../reader.ts'
import type { Answer } from '../route.ts'
import { hasWindow, readPageFilters, shownIn } from '../upcoming.ts'
import { describeWhen, findLastDay, machineTime, writePlace, writeUntil } from './event-card.ts'
import { showTitle, statedTitle } from './event-state.ts'
import { readAltTexts, renderBlank, renderThumbnail } from './pictures.ts'
import { renderQrCode } from './qr-code.ts'

/** Events of a screen: what is legible from some metres away, without scrolling. */
const perScreen = 6

/** The most of a group beside another one, so that each keeps large letters. */
const perGroup = 3

/** Seconds until a screen loads the page again. */
const refresh = 300

/** `/events/screen/`: what is on and what comes next, for a screen in a foyer. It takes the filters of every list. */
export const answerScreen: Answer = async (context, request) => {
  const { translator, config } = context
  const { zone } = config
  const begin = context.request.today()
  const today = toDay(begin)
  const groups = await findGroups(context)
  const shown = [...groups.now, ...groups.next]
  const [altTexts, hues] = await Promise.all([readAltTexts(context, shown), context.hues()])
  const entry = (event: EventRecord): Content => {
    const picture = renderThumbnail(event, altTexts, { shape: 'screen', isFirst: true }) ?? renderBlank(event)
    return entryOf(context, event, { picture, hue: hueClass(hues, event) })
  }
  const group = (key: 'screen.now' | 'screen.next', events: readonly EventRecord[]): Content =>
    events.length > 0 &&
    markup`<section class="screen-group screen-of-${events.length}"><h2 class="screen-group-name">${translator.text(key)}</h2>
<ul class="screen-events">
${events.map(entry)}</ul></section>
`
  return pageResponse(request, context, {
    status: 200,
    title: `${translator.text('list.title')} – ${config.siteName}`,
    canonical: '/events/screen/',
    isFramed: true,
    isIndexed: false,
    refresh,
    main: markup`<div class="screen">
<div class="screen-head"><h1 class="screen-name">${config.siteName}</h1><p class="screen-date"><time datetime="${today}">${beginLine(translator, writeDate(translator, 'dayOfYear', today))}</time><span class="screen-clock" data-clock-zone="${zone.kind === 'region' ? zone.id : offsetAt(begin, zone)}"></span></p></div>
${shown.length === 0 ? markup`<p class="screen-none">${translator.text('list.noneAhead')}</p>` : markup`<div class="screen-groups">\n${group('screen.now', groups.now)}${group('screen.next', groups.next)}<p class="screen-scan">${translator.text('screen.scan')}</p></div>`}
</div>`,
  })
}

type Groups = { readonly now: readonly EventRecord[]; readonly next: readonly EventRecord[] }

/** What is on now, and what comes next or was asked for; the highlights of each come first. */
const findGroups = async (context: PageContext): Promise<Groups> => {
  const { events } = context.records
  const filters = await readPageFilters(context, readKnown(context))
  const find = (own: EventFilters) => events.some({ ...filters, ...own })
  const findNow = async () => {
    const [on, ahead] = await Promise.all([
      find({ window: 'ongoing', per_page: 100 }),
      find({ window: 'upcoming', per_page: perScreen }),
    ])
    return { on, ahead }
  }
  const today = toDay(context.request.today())
  const { on, ahead } = hasWindow(filters)
    ? await divide(context, await events.some({ ...shownIn(context.config, filters, today), per_page: 100 }))
    : await findNow()
  const isOfToday = (event: EventRecord): boolean => toDay(event.start_date) >= today
  // Of several, the highlights and the latest have a place.
  const running = highlightsFirst(on.filter((event) => !isOfToday(event)).toReversed()).slice(0, mostRunning)
  const now = highlightsFirst([...on.filter(isOfToday).toReversed(), ...running])
    .slice(0, perGroup)
    .sort(byStart)
  return { now: highlightsFirst(now), next: highlightsFirst(ahead.slice(0, now.length > 0 ? perGroup : perScreen)) }
}

/** Which of some events are on and which are not; what is over stands on a screen only where nothing else does. */
const divide = (
  { request }: PageContext,
  some: readonly EventRecord[],
): Promise<{ on: readonly EventRecord[]; ahead: readonly EventRecord[] }> =>
  request.during(async (now) => {
    const begins = ({ utc_start_date }: EventRecord): number => toEpoch(utc_start_date)
    const ends = ({ utc_end_date }: EventRecord): number => toEpoch(utc_end_date)
    const moments = some.flatMap((event) => [begins(event), ends(event)])
    const left = some.filter((event) => ends(event) > now)
    return {
      on: left.filter((event) => begins(event) <= now),
      ahead: left.length > 0 ? left.filter((event) => begins(event) > now) : some,
      from: Math.max(...moments.filter((moment) => moment <= now)),
      until: Math.min(...moments.filter((moment) => moment > now)),
    }
  })

const byStart = (one: EventRecord, other: EventRecord): number =>
  one.utc_start_date < other.utc_start_date ? -1 : Number(one.utc_start_date > other.utc_start_date)

const highlightsFirst = (events: readonly EventRecord[]): readonly EventRecord[] =>
  events.toSorted((one, other) => Number(other.featured) - Number(one.featured))

type Look = { readonly picture: Content; readonly hue: string }

const entryOf = (context: PageContext, event: EventRecord, { picture, hue }: Look): Content => {
  const { translator, request } = context
  const place = writePlace(event)
  const today = toDay(request.today())
  // When it began is of no use to somebody who stands before the screen.
  const first = toDay(event.start_date)
  const isRunning = first < today && findLastDay(event) >= today
  const dateAbove = first === today ? 'day' : 'nothing'
  const [wall, utc] = isRunning ? [event.end_date, event.utc_end_date] : [event.start_date, event.utc_start_date]
  const text = isRunning ? writeUntil(context, event) : describeWhen(context, event, { dateAbove })
  // A day and a time stay whole where both need a line.
  const parts = beginLine(translator, text).split(' · ')
  const when = markup`<time datetime="${machineTime(event, wall, utc)}">${parts.map((part, at) => markup`<span>${part}${at < parts.length - 1 && ' ·'}</span> `)}</time>`
  return markup`<li class="screen-event${hue}${event.featured && ' screen-highlight'}"><div class="screen-box"><div class="screen-picture">${picture}</div><div class="screen-what"><h3 class="screen-title" dir="auto">${showTitle(translator, event)}</h3>
<p class="screen-when">${when}</p>
${place !== '' && markup`<p class="screen-place"><bdi>${place}</bdi></p>\n`}${renderQrCode(event.url, statedTitle(translator, event))}</div></div></li>
`
}
