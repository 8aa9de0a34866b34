import { readNumber } from '../page-state.ts'

/** How embedded events are laid out. */
export const layouts = ['list', 'cards', 'month', 'compact'] as const

/** How embedded events are laid out. */
export type Layout = (typeof layouts)[number]

/** How many events are embedded at most, and how far ahead. */
export const [mostEvents, mostDays] = [50, 731]

/** What the address of embedded events says besides the filters. */
export type Look = {
  readonly layout: Layout
  readonly max: number
  readonly days: number | undefined
}

/** Events of an embed unless its address says how many: cards fill rows of two and three. */
const usual: { readonly [layout in Layout]: number } = { list: 5, cards: 6, month: 5, compact: 5 }

/** Reads it from a query; what is not known is not set. */
export const readLook = (sent: URLSearchParams): Look => {
  const layout = layouts.find((name) => name === sent.get('layout')) ?? 'list'
  return {
    layout,
    max: readNumber(sent.get('max'), 1, mostEvents) ?? usual[layout],
    days: readNumber(sent.get('days'), 0, mostDays),
  }
}

/** The usual number of events in a layout. */
export const usualMax = (layout: Layout): number => usual[layout]
