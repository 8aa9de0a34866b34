import { markup } from '../../lib/markup.ts'
import { beginLine, daysFrom, laterBy, startOfWeek, writeDate, writeRange } from '../dates.ts'
import { cardsOf } from './event-card.ts'
import { compare, eventsByDay } from './events-month.ts'
import { type Body, findIn, nothing, type Shown, steps, tooMany } from './events-view.ts'

/** The days of a week, one below the other. */
export const week = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const first = startOfWeek(translator, state.date ?? today)
  const end = laterBy(first, 7)
  const { events, total } = await findIn(shown, first, end)
  const byDay = eventsByDay(events, first, end)
  const days = daysFrom(first, end).map(async (day) => {
    const some = byDay.get(day) ?? []
    return markup`<section class="${day === today ? 'today' : ''}"><h2><time datetime="${day}">${beginLine(translator, writeDate(translator, 'dayOfYear', day))}</time></h2>
${some.length === 0 ? markup`<p class="none">${translator.text('day.none')}</p>` : await cardsOf(context, some, 3, 'day')}</section>
`
  })
  return {
    title: translator.text('week.of', { day: writeRange(translator, 'date', first, laterBy(first, 6)) }),
    main: [
      steps(shown, {
        previous: laterBy(first, -7),
        next: end,
        write: (other) => writeRange(translator, 'date', other, laterBy(other, 6)),
        present: 'view.thisWeek',
        day: state.date ?? today,
      }),
      markup`<div class="week">${await Promise.all(days)}</div>`,
      tooMany(shown, events.length, total),
    ],
  }
}

/** The events of a day. */
export const day = async (shown: Shown): Promise<Body> => {
  const { context, state, today } = shown
  const { translator } = context
  const date = state.date ?? today
  const { events, total } = await findIn(shown, date, laterBy(date, 1))
  return {
    title: translator.text('day.of', { day: writeDate(translator, 'day', date) }),
    main: [
      steps(shown, {
        previous: laterBy(date, -1),
        next: laterBy(date, 1),
        write: (other) => writeDate(translator, 'dayOfYear', other),
        present: 'view.today',
        day: date,
      }),
      events.length === 0 ? await nothing(shown) : await cardsOf(context, [...events].sort(compare), 2, 'day'),
      tooMany(shown, events.length, total),
    ],
  }
}
