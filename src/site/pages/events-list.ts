import { ApiError } from '../../core/errors.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { type Content, markup } from '../../lib/markup.ts'
import { addMonths, startOfDay } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { writeDate } from '../dates.ts'
import { href, type PageContext } from '../page-context.ts'
import { changed, type View, writeAddress } from '../page-state.ts'
import { atDay, latestPages, overBefore } from '../upcoming.ts'
import { dayList, type Listed } from './day-list.ts'
import { renderCards } from './event-card.ts'
import { type Body, countEvents, find, findRunning, nothing, type Shown, tooMany } from './events-view.ts'
import { renderMap } from './map.ts'
import { pageLinks } from './page-links.ts'

/** Events of a page of a list. */
const perPage = 20

/** How the events of a list are laid out. */
type Layout = {
  readonly perPage: number
  readonly title: TextKey
  /** In the order of time. */
  readonly show: (context: PageContext, events: Listed) => Promise<Content>
}

/** Pictures side by side. */
const tiles: Layout['show'] = async (context, { running, events }) =>
  markup`<div class="photos" data-list>
${await renderCards(context, [...running, ...events], 2, 'nothing', 'tile')}</div>`

/** Cards in another order than that of time. */
const rows: Layout['show'] = async (context, { events }) =>
  markup`<div class="cards" data-list>
${await renderCards(context, events, 2)}</div>`

/** A list with the order or window in the address. */
const listAsAsked = async (shown: Shown, { perPage, title, show }: Layout): Promise<Body> => {
  const { context, state, today, filters } = shown
  const from = state.date ?? today
  const window = filters.window ? {} : { start_date: atDay(from), end_date: atDay(addMonths(startOfDay(from), 24)) }
  const { records, total } = await find(shown, { ...window, per_page: perPage, page: state.page })
  const pages = Math.max(Math.ceil(total / perPage), 1)
  if (state.page > pages) throw new ApiError('event-archive-page-not-found')
  const lay = filters.sort && show === dayList ? rows : show
  return {
    title: titleAt(shown, filters.window === 'past' ? 'view.past' : title),
    main: [
      records.length === 0 ? await nothing(shown) : await lay(context, { running: [], events: records }),
      linksToPages(shown, pages),
    ],
    listed: records,
  }
}

/** What is on now and what comes, from a day on. */
const upcoming =
  (layout: Layout) =>
  async (shown: Shown): Promise<Body> => {
    if (shown.filters.window || shown.filters.sort) return listAsAsked(shown, layout)
    const { context, state, today } = shown
    const { perPage, title, show } = layout
    const from = state.date ?? today
    const end_date = atDay(addMonths(startOfDay(from), 24))
    const [{ records: events, total }, running] = await Promise.all([
      find(shown, { start_date: atDay(from), end_date, per_page: perPage, page: state.page }),
      state.page === 1 ? findRunning(shown, from) : [],
    ])
    const pages = Math.max(Math.ceil(total / perPage), 1)
    if (state.page > pages) throw new ApiError('event-archive-page-not-found')
    const isNothing = events.length === 0 && running.length === 0
    return {
      title: titleAt(shown, title),
      main: [
        isNothing ? await nothing(shown) : await show(context, { running, events }),
        linksToPages(shown, pages),
        linkTo(shown, 'past', 'view.past'),
      ],
      listed: [...running, ...events],
    }
  }

/** Upcoming events below their days. */
export const list = upcoming({ perPage, title: 'list.title', show: dayList })

/** Upcoming events, led by their pictures; a page fills rows of two, three and four. */
export const photo = upcoming({ perPage: 24, title: 'list.title', show: tiles })

/** What is over, or was when a day began, the latest first. */
export const past = async (shown: Shown): Promise<Body> => {
  const { state } = shown
  if (state.date === undefined) return pastNow(shown)
  const over = overBefore(state.date)
  const total = await countEvents(shown, { ...shown.filters, ...over })
  const pages = Math.max(Math.floor(total / perPage), 1)
  if (state.page > pages) throw new ApiError('event-archive-page-not-found')
  const asked = latestPages(total, perPage, state.page)
  const found = await Promise.all(asked.map((page) => find(shown, { ...over, per_page: perPage, page })))
  const events = found.flatMap(({ records }) => records.toReversed())
  return pastPage(shown, events, pages)
}

/** What is over by now; the window has the latest first. */
const pastNow = async (shown: Shown): Promise<Body> => {
  const { page } = shown.state
  const { records, total } = await find(shown, { window: 'past', per_page: perPage, page })
  const pages = Math.max(Math.ceil(total / perPage), 1)
  if (page > pages) throw new ApiError('event-archive-page-not-found')
  return pastPage(shown, records, pages)
}

const pastPage = async (shown: Shown, events: readonly EventRecord[], pages: number): Promise<Body> => ({
  title: titleAt(shown, 'view.past'),
  main: [
    events.length === 0 ? await nothing(shown) : await dayList(shown.context, { running: [], events }),
    linksToPages(shown, pages),
    linkTo(shown, 'list', 'view.upcoming'),
  ],
  listed: events,
})

/** The title of a list, with the day on which it begins or ends, unless that is today. */
const titleAt = ({ context: { translator }, state: { date } }: Shown, key: TextKey): string =>
  date === undefined ? translator.text(key) : `${translator.text(key)} – ${writeDate(translator, 'date', date)}`

const linkTo = ({ context, state }: Shown, view: View, key: TextKey): Content =>
  markup`<p class="other"><a href="${href(context, writeAddress(changed(state, { view, date: undefined })))}">${context.translator.text(key)}</a></p>`

const linksToPages = ({ context, state }: Shown, pages: number): Content =>
  pageLinks(context, state.page, pages, (page) => writeAddress({ ...state, page }), 'list.further')

/** Most events of a map and the list beside it: with more, phones in slow networks would wait for the page. */
const mostOnMap = 300

/** The events ahead that have a place, on a map. */
export const map = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const own = { start_date: atDay(today), geoloc: true, per_page: mostOnMap }
  const { records, total } = await find(shown, own)
  return {
    title: translator.text('map.title'),
    main: [
      markup`<p>${translator.text('map.hint')}</p>`,
      records.length === 0
        ? await nothing(shown)
        : markup`<div class="mapped"><div>${renderMap(context, state, records)}</div>
<div class="beside"><p class="quiet" role="status">${translator.count('list.count', records.length)}</p>
${await dayList(context, { running: [], events: records }, 'small')}</div></div>`,
      tooMany(shown, records.length, total),
    ],
  }
}
