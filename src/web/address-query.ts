import { parseDateText } from '../lib/date-text.ts'
import { dayOf } from './dates.ts'
import type { PathRead, Place, Present, ReadAddress } from './place.ts'
import { isDateOf, type PageState } from './state.ts'
import * as tec from './tec-addresses.ts'

/** What the query says besides, which is more than the path as in WordPress. */
export const withQuery = (read: PathRead, sent: URLSearchParams, present: Present): ReadAddress | undefined => {
  const form = formAsked(sent)
  if (form === null) return undefined
  const asked = { form: form ?? read.form ?? 'page', place: read.place, isMoved: read.isMoved, dependsOnToday: false }
  // The feed of an event would be that of its comments.
  if (asked.form !== 'page' && asked.form !== 'calendar' && isEvent(asked.place)) return undefined
  if (asked.place.kind === 'index' && asked.form !== 'page') return undefined
  if (asked.place.kind !== 'events') return asked
  const state = stateAsked(asked.place.state, sent)
  const dated = state && dateAsked(state, sent, present, read.isToday)
  if (!dated) return undefined
  const isMoved = asked.isMoved || dated.state !== asked.place.state
  return { ...asked, place: { kind: 'events', state: dated.state }, isMoved, dependsOnToday: dated.dependsOnToday }
}

const isEvent = (place: Place): boolean => (place.kind === 'record' || place.kind === 'id') && place.of === 'event'

/** The form that parameters ask for; null for one that is not made. */
const formAsked = (sent: URLSearchParams): tec.Form | undefined | null => {
  if (tec.calendarParams.some((name) => sent.has(name) && sent.get(name) !== '0')) return 'calendar'
  const feed = sent.get('feed')
  return feed ? (tec.entryOf(tec.feedFormats, feed) ?? null) : undefined
}

/** The state with the view, the page and the filters that parameters of TEC name; the same object where they name none. */
const stateAsked = (state: PageState, sent: URLSearchParams): PageState | undefined => {
  const display = firstValue(sent, tec.viewParams.display)
  const view = display === undefined ? state.view : tec.entryOf(tec.displays, display)
  if (view === undefined) return undefined
  const page = firstValue(sent, tec.viewParams.page)
  if (page !== undefined && !/^\d{1,6}$/.test(page)) return undefined
  const filters = tec.entriesOf(tec.filterParams).flatMap(([name, filter]) => {
    const value = (sent.get(name) ?? '').trim()
    return value === '' ? [] : [[filter, value] as const]
  })
  // Empty fields of TEC's form say nothing, and are left out of the address as well.
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

/** The state at the date that a parameter names, or on the present day. */
const dateAsked = (
  state: PageState,
  sent: URLSearchParams,
  present: Present,
  isToday: boolean | undefined,
): Dated | undefined => {
  const text = firstValue(sent, tec.viewParams.date)
  if (text === undefined) {
    return isToday
      ? { state: { ...state, date: dayOf(present.today) }, dependsOnToday: true }
      : { state, dependsOnToday: false }
  }
  const isPlain = /^\d{4}-\d{2}(?:-\d{2})?$/.test(text)
  const day = isPlain ? text.padEnd(10, '-01') : readDay(text, present)
  if (day === undefined) return undefined
  // Our map is that of what is ahead.
  const view = state.view === 'map' ? 'list' : state.view
  const date = view === 'month' ? day.slice(0, 7) : day
  return isDateOf(view, date) ? { state: { ...state, view, date }, dependsOnToday: !isPlain } : undefined
}

/** A day as people and the fields of forms write it. */
const readDay = (text: string, { now, zone }: Present): string | undefined => {
  const moment = parseDateText(text, { now, zone })
  return moment?.kind === 'wall' ? dayOf(moment.local) : undefined
}

/** The value of the first of some parameters that has one. */
const firstValue = (sent: URLSearchParams, names: readonly string[]): string | undefined =>
  names.map((name) => sent.get(name) ?? '').find((value) => value !== '')
