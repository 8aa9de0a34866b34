import { parseDateText, resolveMoment } from '../lib/date-text.ts'
import { dayOf } from './dates.ts'
import { addressOf, isDateOf, type PageState, plainList } from './page-state.ts'
import type { PathRead, Present, ReadAddress } from './page-target.ts'
import * as tec from './tec-addresses.ts'

/** Applies the parameters of the query to the state from the path. As in WordPress, parameters take precedence over the path. */
export const withQuery = (read: PathRead, sent: URLSearchParams, present: Present): ReadAddress | undefined => {
  const form = sentForm(sent)
  if (form === null) return undefined
  const { target, isToday } = read
  const asked = { form: form ?? read.form ?? 'page', target, isMoved: read.isMoved, dependsOnToday: false }
  if (target.kind === 'index' || (target.kind !== 'events' && target.of === 'event')) return asked
  const before = target.kind === 'events' ? target.state : (target.list ?? plainList)
  const dated = readState(before, sent, present, isToday)
  if (!dated) return undefined
  const { state, dependsOnToday } = dated
  const moved = { ...asked, isMoved: asked.isMoved || state !== before, dependsOnToday }
  if (target.kind === 'events') return { ...moved, target: { kind: 'events', state } }
  // A calendar or a feed has the events of all pages.
  const list = asked.form === 'page' ? state : { ...state, page: 1 }
  return { ...moved, target: { ...target, list: addressOf(list) === addressOf(plainList) ? undefined : list } }
}

/** The state changed by parameters of TEC; undefined if there is no such page. */
const readState = (
  before: PageState,
  sent: URLSearchParams,
  present: Present,
  isToday: boolean | undefined,
): Dated | undefined => {
  if (firstValue(sent, tec.distanceParams) !== undefined) return undefined
  const state = withSentState(before, sent)
  return state && withSentDate(state, sent, present, isToday)
}

/** The form requested by parameters; null for a format that this server does not support. */
const sentForm = (sent: URLSearchParams): tec.Form | undefined | null => {
  if (tec.calendarParams.some((name) => sent.has(name) && sent.get(name) !== '0')) return 'calendar'
  const feed = sent.get('feed')
  return feed ? (tec.entryOf(tec.feedFormats, feed) ?? null) : undefined
}

/** The state with view, page and filters from parameters of TEC; the same object if there are none. */
const withSentState = (state: PageState, sent: URLSearchParams): PageState | undefined => {
  const display = firstValue(sent, tec.viewParams.display)
  const view = display === undefined ? state.view : tec.entryOf(tec.displays, display)
  if (view === undefined) return undefined
  const page = firstValue(sent, tec.viewParams.page)
  if (page !== undefined && !/^\d{1,6}$/.test(page)) return undefined
  const filters = tec.entriesOf(tec.filterParams).flatMap(([name, filter]) => {
    const value = (sent.get(name) ?? '').trim()
    return value === '' ? [] : [[filter, value] as const]
  })
  // Empty fields of TEC's form have no effect, and are removed from the address.
  const isAsked = [...sent.keys()].some((name) => stateParams.has(name))
  if (!isAsked) return state
  const date = state.date !== undefined && isDateOf(view, state.date) ? state.date : undefined
  return {
    ...state,
    view,
    date,
    page: page === undefined ? state.page : Math.max(Number(page), 1),
    filters: { ...state.filters, ...Object.fromEntries(filters) },
  }
}

const stateParams = new Set<string>([...Object.values(tec.viewParams).flat(), ...Object.keys(tec.filterParams)])

type Dated = { readonly state: PageState; readonly dependsOnToday: boolean }

/** The state at the date in a parameter, or today. */
const withSentDate = (
  state: PageState,
  sent: URLSearchParams,
  present: Present,
  isToday: boolean | undefined,
): Dated | undefined => {
  const text = firstValue(sent, tec.viewParams.date)
  if (text === undefined) {
    return isToday
      ? { state: { ...state, date: dayOf(present.today()) }, dependsOnToday: true }
      : { state, dependsOnToday: false }
  }
  const read = readDay(/^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text, present)
  if (!read) return undefined
  const { day, dependsOnToday } = read
  // Our map has no date: it shows upcoming events.
  const view = state.view === 'map' ? 'list' : state.view
  const date = view === 'month' ? day.slice(0, 7) : day
  return isDateOf(view, date) ? { state: { ...state, view, date }, dependsOnToday } : undefined
}

/** The day of a written date, as filters read it (contract B4.5, D5); for an instant, the day in the site's time zone. */
const readDay = (text: string, present: Present): { day: string; dependsOnToday: boolean } | undefined => {
  const { zone } = present
  let dependsOnToday = false
  const options = {
    zone,
    rollsOver: true,
    now: () => {
      dependsOnToday = true
      return present.now()
    },
  }
  const moment = parseDateText(text, options)
  const local = moment && resolveMoment(moment, zone)?.local
  return local === undefined ? undefined : { day: dayOf(local), dependsOnToday }
}

/** The first value that is not empty among some parameters. */
const firstValue = (sent: URLSearchParams, names: readonly string[]): string | undefined =>
  names.map((name) => sent.get(name) ?? '').find((value) => value !== '')
