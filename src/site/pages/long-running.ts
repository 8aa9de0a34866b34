import type { TextKey, Translator } from '../../i18n/catalogue.ts'
import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { type Day, writeDate, writeRange, writeTime } from '../dates.ts'
import { href } from '../page-context.ts'
import { changed, writeAddress } from '../page-state.ts'
import { eventPath } from './event-card.ts'
import { classes } from './event-line.ts'
import { showTitle } from './event-state.ts'
import type { Shown } from './events-view.ts'
import type { OfDay, Placed } from './placed-events.ts'

/** Most events that are in view; the others open in place. A day has fewer: their titles stand there in full, below each other. */
const [mostInView, mostOfDay] = [6, 4]

/**
 * What goes on for long, once above a calendar and not on each of its days: featured events first, the others in the order given. `first` is the
 * first day of the calendar, and `isDay` says that it has no other.
 */
export const longRunning = (
  shown: Shown,
  { placed, total }: OfDay,
  key: TextKey,
  first: Day,
  isDay = false,
): Content => {
  if (total === 0) return undefined
  const { context, state } = shown
  const { translator } = context
  const ordered = placed.toSorted((one, other) => Number(other.event.featured) - Number(one.event.featured))
  const entry = (one: Placed): Markup =>
    markup`<li${classes(one.event.featured && 'star', one.hue)}><a href="${href(context, eventPath(one.event))}"><span dir="auto">${showTitle(translator, one.event)}</span> <small>${writeSpan(translator, one, first, isDay)}</small></a></li>\n`
  const most = isDay ? mostOfDay : mostInView
  const others = ordered.slice(most)
  const more = translator.count('list.more', total - most)
  const all = href(context, writeAddress(changed(state, { view: 'list', date: first })))
  return markup`<section class="long"><h2>${translator.text(key)} <span class="count">${total}</span></h2>
<ul>
${ordered.slice(0, most).map(entry)}</ul>${
    others.length > 0 &&
    (placed.length < total
      ? markup`<p><a class="plus" href="${all}">${more}</a></p>`
      : markup`<details><summary class="plus">${more}</summary><ul>
${others.map(entry)}</ul></details>`)
  }</section>
`
}

/** When it ends, and when it begins unless that was before the calendar. */
const writeSpan = (
  translator: Translator,
  { event, first, last, end, isBar }: Placed,
  from: Day,
  isDay: boolean,
): string => {
  if (isDay && last <= from) {
    const until = !event.all_day && translator.text('day.until', { day: writeTime(translator, end) })
    return [isBar && translator.text('day.last'), until].filter(Boolean).join(' · ')
  }
  const style = last.slice(0, 4) === from.slice(0, 4) ? 'monthDay' : 'date'
  return first > from
    ? writeRange(translator, style, first, last)
    : translator.text('day.until', { day: writeDate(translator, style, last) })
}
