import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { type Day, laterBy, startOfWeek, toDay, writeRange } from '../dates.ts'
import { readKnown } from '../known-params.ts'
import { writeCost } from '../money.ts'
import { absolute, type PageContext } from '../page-context.ts'
import type { Answer } from '../route.ts'
import { textResponse } from '../text-response.ts'
import { atDay, hasWindow } from '../upcoming.ts'
import { describeWhen, writePlace } from './event-card.ts'
import { statedTitle } from './event-state.ts'

/** Days that a digest covers unless its filters have a window, and most events of one. */
const [days, mostEvents] = [28, 200]

/**
 * `/events/digest/`: events by week and category, to be pasted into or sent as a newsletter. Mail programs know neither style sheets nor the layout of
 * browsers: it has tables and inline styles, and every address is whole. Its filters are those of every list.
 */
export const answerDigest: Answer = async (context, request) => {
  const { translator, records } = context
  const today = toDay(context.request.today())
  const sent = await records.events.readFilters(readKnown(context))
  const isAsked = hasWindow(sent)
  const own = isAsked
    ? {}
    : {
        window: 'current' as const,
        end_date: atDay(laterBy(today, days)),
      }
  const { records: events } = await records.events.list({ ...sent, ...own, per_page: mostEvents })
  // What has begun before belongs to the present week, unless the past was asked for.
  const first = isAsked ? undefined : today
  const weeks = Map.groupBy(events, (event) => weekOf(context, toDay(event.start_date), first))
  const none = markup`<p style="${styles.text}">${translator.text('list.none')}</p>`
  const main = events.length === 0 ? none : [...weeks].map(([week, some]) => weekTable(context, week, some))
  return textResponse(request, context, {
    type: 'text/html; charset=UTF-8',
    text: documentOf(context, main).text,
    headers: { 'content-security-policy': policy, 'content-language': translator.language },
  })
}

const weekOf = ({ translator }: PageContext, day: Day, first: Day | undefined): Day =>
  startOfWeek(translator, first !== undefined && day < first ? first : day)

/** The styles of a mail: plain, and legible on a light and on a dark ground. */
const styles = {
  text: 'margin:0 0 8px;font:16px/1.5 Arial,Helvetica,sans-serif',
  week: 'margin:32px 0 8px;font:bold 22px/1.3 Arial,Helvetica,sans-serif',
  category: 'margin:20px 0 8px;font:bold 17px/1.3 Arial,Helvetica,sans-serif',
  quiet: 'margin:0;font:15px/1.5 Arial,Helvetica,sans-serif',
  cell: 'padding:10px 0;border-top:1px solid #8a8f98',
  link: 'font:bold 17px/1.4 Arial,Helvetica,sans-serif;color:inherit',
} as const

const weekTable = (context: PageContext, week: Day, events: readonly EventRecord[]): Content => {
  const { translator } = context
  const byCategory = Map.groupBy(events, ({ categories }) => plainText(categories[0]?.name ?? ''))
  // Events without a category come last.
  const names = [...byCategory.keys()].sort(
    (one, other) => Number(one === '') - Number(other === '') || one.localeCompare(other, translator.locale),
  )
  return markup`<h2 style="${styles.week}">${writeRange(translator, 'date', week, laterBy(week, 6))}</h2>
${names.map(
  (
    name,
  ) => markup`${name !== '' && markup`<h3 style="${styles.category}">${name}</h3>\n`}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${(byCategory.get(name) ?? []).map((event) => rowOf(context, event))}</table>
`,
)}`
}

const rowOf = (context: PageContext, event: EventRecord): Content => {
  const lines = [
    describeWhen(context, event, { dateAbove: 'nothing', shape: 'row' }),
    writePlace(event),
    writeCost(context, event),
  ].filter((line) => line !== '')
  return markup`<tr><td style="${styles.cell}"><a href="${event.url}" style="${styles.link}">${statedTitle(context.translator, event)}</a>
${lines.map((line) => markup`<p style="${styles.quiet}">${line}</p>\n`)}</td></tr>
`
}

const documentOf = (context: PageContext, main: Content): Markup => {
  const { translator, config } = context
  const title = `${translator.text('list.title')} – ${config.siteName}`
  return markup`<!doctype html>
<html lang="${translator.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body style="margin:0;padding:0">
<main>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px"><tr><td>
<h1 style="margin:0 0 8px;font:bold 28px/1.2 Arial,Helvetica,sans-serif">${config.siteName}</h1>
${main}
<p style="${styles.text};margin-top:32px"><a href="${absolute(context, '/events/')}" style="color:inherit">${translator.text('view.upcoming')}</a></p>
</td></tr></table>
</td></tr></table>
</main>
</body>
</html>
`
}

/** Mail programs need the inline styles; nothing else is loaded or run. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"
