import { ApiError } from '../../core/errors.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { type Content, markup } from '../../lib/markup.ts'
import { addMonths, startOfDay } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { beginLine, writeDate } from '../dates.ts'
import { href, type PageContext } from '../page-context.ts'
import { addressOf, changed } from '../page-state.ts'
import { atDay, latestPages, overBefore } from '../upcoming.ts'
import { cardsOf } from './event-card.ts'
import { type Body, find, findRunning, mostAtOnce, nothing, type Shown, tooMany, totalOf } from './events-view.ts'
import { mapOf } from './map.ts'
import { pageLinks } from './page-links.ts'

/** Events of a page of a list. */
const perPage = 20

/** A list with the order or window in the address. */
const listAsAsked = async (shown: Shown): Promise<Body> => {
  const { context, state, today, filters } = shown
  const from = state.date ?? today
  const window = filters.window ? {} : { start_date: atDay(from), end_date: atDay(addMonths(startOfDay(from), 24)) }
  const { records, total } = await find(shown, { ...window, per_page: perPage, page: state.page })
  const pages = Math.max(Math.ceil(total / perPage), 1)
  if (state.page > pages) throw new ApiError('event-archive-page-not-found')
  const events = filters.sort ? cardsOf(context, records, 2) : byMonth(context, records)
  return {
    title: titleAt(shown, filters.window === 'past' ? 'view.past' : 'list.title'),
    main: [records.length === 0 ? await nothing(shown) : await events, linksToPages(shown, pages)],
    listed: records,
  }
}

/** What is on now and what comes, from a day on. */
export const list = async (shown: Shown): Promise<Body> => {
  if (shown.filters.window || shown.filters.sort) return listAsAsked(shown)
  const { context, state, today } = shown
  const { translator } = context
  const isFirst = state.page === 1
  const from = state.date ?? today
  const end_date = atDay(addMonths(startOfDay(from), 24))
  const [{ records, total }, running] = await Promise.all([
    find(shown, { start_date: atDay(from), end_date, per_page: perPage, page: state.page }),
    isFirst ? findRunning(shown, from) : [],
  ])
  const pages = Math.max(Math.ceil(total / perPage), 1)
  if (state.page > pages) throw new ApiError('event-archive-page-not-found')
  const past = markup`<p><a href="${href(context, addressOf(changed(state, { view: 'past' })))}">${translator.text('view.past')}</a></p>`
  const isNothing = records.length === 0 && running.length === 0
  return {
    title: titleAt(shown, 'list.title'),
    main: [
      running.length > 0 &&
        markup`<section aria-labelledby="now"><h2 id="now">${translator.text('view.now')}</h2>
${await cardsOf(context, running, 3)}</section>`,
      isNothing ? await nothing(shown) : await byMonth(context, records),
      linksToPages(shown, pages),
      past,
    ],
    listed: [...running, ...records],
  }
}

/** What is over, the latest first. */
export const past = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const over = overBefore(state.date ?? today)
  const total = await totalOf(shown, { ...shown.filters, ...over })
  const pages = Math.max(Math.floor(total / perPage), 1)
  if (state.page > pages) throw new ApiError('event-archive-page-not-found')
  const asked = latestPages(total, perPage, state.page)
  const found = await Promise.all(asked.map((page) => find(shown, { ...over, per_page: perPage, page })))
  const events = found.flatMap(({ records }) => records.toReversed())
  const upcoming = markup`<p><a href="${href(context, addressOf(changed(state, { view: 'list' })))}">${translator.text('view.upcoming')}</a></p>`
  return {
    title: titleAt(shown, 'view.past'),
    main: [
      events.length === 0 ? await nothing(shown) : await byMonth(context, events),
      linksToPages(shown, pages),
      upcoming,
    ],
    listed: events,
  }
}

/** The title of a list, with the day on which it begins or ends, unless that is today. */
const titleAt = ({ context: { translator }, state: { date } }: Shown, key: TextKey): string =>
  date === undefined ? translator.text(key) : `${translator.text(key)} – ${writeDate(translator, 'date', date)}`

const byMonth = async (context: PageContext, events: readonly EventRecord[]): Promise<Content> => {
  const months = Map.groupBy(events, ({ start_date }) => start_date.slice(0, 7))
  const sections = [...months].map(async ([month, some]) => {
    const name = beginLine(context.translator, writeDate(context.translator, 'month', `${month}-01`))
    return markup`<section><h2>${name}</h2>
${await cardsOf(context, some, 3, 'month')}</section>
`
  })
  return Promise.all(sections)
}

const linksToPages = ({ context, state }: Shown, pages: number): Content =>
  pageLinks(context, state.page, pages, (page) => addressOf({ ...state, page }))

/** The events ahead that have a place, on a map. */
export const map = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const own = { start_date: atDay(today), geoloc: true, per_page: mostAtOnce }
  const { records, total } = await find(shown, own)
  return {
    title: translator.text('map.title'),
    main: [
      markup`<p>${translator.text('map.hint')}</p>`,
      records.length === 0
        ? await nothing(shown)
        : [mapOf(context, state, records), await byMonth(context, records.slice(0, perPage))],
      tooMany(shown, records.length, total),
    ],
  }
}
