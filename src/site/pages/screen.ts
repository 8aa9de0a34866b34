import { type Content, markup } from '../../lib/markup.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { beginLine, toDay, writeDate } from '../dates.ts'
import { readKnown } from '../known-params.ts'
import type { PageContext } from '../page-context.ts'
import { pageResponse } from '../page-response.ts'
import type { EventFilters } from '../reader.ts'
import type { Answer } from '../route.ts'
import { hasWindow, readPageFilters } from '../upcoming.ts'
import { describeWhen, machineTime, writePlace } from './event-card.ts'
import { showTitle, statedTitle } from './event-state.ts'
import { renderQrCode } from './qr-code.ts'

/** Events of a screen: what is legible from some metres away, without scrolling. */
const perScreen = 6

/** Most of them that have begun already: an exhibition of months must not keep this evening away. */
const mostOngoing = 2

/** Seconds until a screen loads the page again. */
const refresh = 300

/** `/events/screen/`: what is on and what comes next, for a screen in a foyer. It takes the filters of every list. */
export const answerScreen: Answer = async (context, request) => {
  const { translator, config } = context
  const today = toDay(context.request.today())
  const events = await findEvents(context)
  return pageResponse(request, context, {
    status: 200,
    title: `${translator.text('list.title')} – ${config.siteName}`,
    canonical: '/events/screen/',
    isFramed: true,
    isIndexed: false,
    refresh,
    main: markup`<div class="screen">
<div class="screen-head"><h1 class="screen-name">${config.siteName}</h1><p class="screen-line"><time datetime="${today}">${beginLine(translator, writeDate(translator, 'day', today))}</time></p></div>
${events.length === 0 ? markup`<p>${translator.text('list.noneAhead')}</p>` : markup`<ul class="screen-events">\n${events.map((event) => entryOf(context, event))}</ul>`}
</div>`,
  })
}

/** What was asked for or, without a window in the address, what has begun last and what comes next. */
const findEvents = async (context: PageContext): Promise<readonly EventRecord[]> => {
  const { events } = context.records
  const filters = await readPageFilters(context, readKnown(context))
  const find = (own: EventFilters) => events.some({ ...filters, per_page: perScreen, ...own })
  if (hasWindow(filters)) return find({})
  const [ongoing, upcoming] = await Promise.all([
    find({ window: 'ongoing', per_page: 100 }),
    find({ window: 'upcoming' }),
  ])
  return [...ongoing.slice(-mostOngoing), ...upcoming].slice(0, perScreen)
}

const entryOf = (context: PageContext, event: EventRecord): Content => {
  const { translator } = context
  const place = writePlace(event)
  return markup`<li class="screen-event"><div><h2 class="screen-title" dir="auto">${showTitle(translator, event)}</h2>
<p class="screen-line"><time datetime="${machineTime(event, event.start_date, event.utc_start_date)}">${beginLine(translator, describeWhen(context, event, { dateAbove: 'nothing', shape: 'row' }))}</time></p>
${place !== '' && markup`<p class="screen-line">${place}</p>`}</div>
${renderQrCode(event.url, statedTitle(translator, event))}</li>
`
}
