import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { darkenForWhite } from '../accent.ts'
import { beginLine, type Day, laterBy, startOfWeek, toDay, writeDate, writeRange, writingDirection } from '../dates.ts'
import { readKnown } from '../known-params.ts'
import { writeCost } from '../money.ts'
import { fontLinks, hasOwnFont } from '../own-font.ts'
import { absolute, type PageContext } from '../page-context.ts'
import { writeFilters } from '../page-state.ts'
import type { Answer } from '../route.ts'
import { textResponse } from '../text-response.ts'
import { atDay, findSpan, hasWindow, readPageFilters } from '../upcoming.ts'
import {
  describeWhen,
  findLastDay,
  type Repeats,
  readRepeats,
  writePlace,
  writeRepeats,
  writeUntil,
} from './event-card.ts'
import { statedTitle } from './event-state.ts'
import { findPicture, readAltTexts } from './pictures.ts'

/** Days that a digest covers unless its filters have a window, and most events of one. */
const [days, mostEvents] = [28, 200]

/**
 * `/events/digest/`: events by week and day, below the highlights, to be pasted into or sent as a newsletter. Mail programs know neither style sheets
 * nor the layout of browsers: it has tables and inline styles, and every address is whole. Its filters are those of every list.
 */
export const answerDigest: Answer = async (context, request) => {
  const { translator, records } = context
  const today = toDay(context.request.today())
  const sent = await readPageFilters(context, readKnown(context))
  const isAsked = hasWindow(sent)
  const own = isAsked
    ? {}
    : {
        window: 'current' as const,
        end_date: atDay(laterBy(today, days)),
      }
  const { records: events } = await records.events.list({ ...sent, ...own, per_page: mostEvents })
  const [altTexts, repeats] = await Promise.all([
    readAltTexts(context, events),
    sent.collapse === 'series' ? readRepeats(context, events) : new Map<number, Repeats>(),
  ])
  const rows: Rows = (some, dateAbove) =>
    some.map((event) => tableOf(rowOf(context, event, { dateAbove, altTexts, today, repeats: repeats.get(event.id) })))
  // What began earlier stands at the end, unless the past was asked for.
  const first = findSpan(context.config, sent, today)?.first
  const isRunning = (event: EventRecord): boolean => first !== undefined && toDay(event.start_date) < first
  const groups = Map.groupBy(events, (event) => (event.featured ? 'highlight' : isRunning(event) ? 'running' : 'other'))
  const section = (key: 'digest.highlights' | 'list.stillOn', some: readonly EventRecord[] = []): Content =>
    some.length > 0 && markup`<h2 style="${styles.week}">${translator.text(key)}</h2>\n${rows(some, 'nothing')}`
  const weeks = Map.groupBy(groups.get('other') ?? [], ({ start_date }) => startOfWeek(translator, toDay(start_date)))
  const main =
    events.length === 0
      ? markup`<p style="${styles.text}">${translator.text('list.none')}</p>`
      : [
          section('digest.highlights', groups.get('highlight')),
          [...weeks].map(([week, some]) => weekOf(context, week, some, rows)),
          section('list.stillOn', groups.get('running')),
        ]
  return textResponse(request, context, {
    type: 'text/html; charset=UTF-8',
    text: documentOf(context, main).text,
    headers: { 'content-security-policy': policyOf(context), 'content-language': translator.language },
  })
}

/** The styles of a mail: plain, and legible on a light and on a dark ground. */
const styles = {
  text: 'margin:0 0 8px;font:16px/1.5 Arial,Helvetica,sans-serif',
  week: 'margin:36px 0 0;font:bold 22px/1.3 Arial,Helvetica,sans-serif',
  day: 'margin:20px 0 0;font:bold 16px/1.3 Arial,Helvetica,sans-serif',
  quiet: 'margin:2px 0 0;font:15px/1.45 Arial,Helvetica,sans-serif',
  label: 'margin:0 0 2px;font:12px/1.4 Arial,Helvetica,sans-serif;letter-spacing:0.04em;text-transform:uppercase',
  cell: 'padding:14px 0;border-bottom:1px solid #8a8f98;word-break:break-word;overflow-wrap:anywhere',
  link: 'font:bold 18px/1.35 Arial,Helvetica,sans-serif;color:inherit;text-decoration:none',
  breaks: 'word-break:break-word;overflow-wrap:anywhere',
} as const

type DateAbove = 'day' | 'nothing'

/** The table of some events, below a heading with their day or without one. */
type Rows = (some: readonly EventRecord[], dateAbove: DateAbove) => Content

/** Each event has a table of its own: in one for all, the first row would decide the widths of the columns. */
const tableOf = (row: Content): Markup =>
  markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">
${row}</table>
`

const weekOf = (context: PageContext, week: Day, events: readonly EventRecord[], rows: Rows): Content => {
  const { translator } = context
  const byDay = Map.groupBy(events, ({ start_date }) => toDay(start_date))
  return markup`<h2 style="${styles.week}">${writeRange(translator, 'date', week, laterBy(week, 6))}</h2>
${[...byDay].map(
  ([day, some]) =>
    markup`<h3 style="${styles.day}">${beginLine(translator, writeDate(translator, 'dayOfYear', day))}</h3>\n${rows(some, 'day')}`,
)}`
}

/** The width in pixels of a picture, and its most height: mail programs scale a picture, but do not crop it. */
const [pictureWidth, pictureHeight] = [120, 160]

type Row = {
  readonly dateAbove: DateAbove
  readonly altTexts: ReadonlyMap<number, string>
  readonly today: Day
  readonly repeats: Repeats | undefined
}

const rowOf = (context: PageContext, event: EventRecord, row: Row): Content => {
  const { dateAbove, altTexts, today, repeats } = row
  const { translator } = context
  const [category] = event.categories
  const isRunning = toDay(event.start_date) < today && findLastDay(event) >= today
  const lines = [
    isRunning
      ? beginLine(translator, writeUntil(context, event))
      : beginLine(translator, describeWhen(context, event, { dateAbove, shape: 'row' })),
    writePlace(event),
    repeats ? writeRepeats(context, repeats) : '',
    writeCost(context, event),
  ].filter((line) => line !== '')
  const picture = pictureOf(event, altTexts)
  return markup`<tr>${
    picture &&
    markup`<td width="${pictureWidth + 16}" valign="top" style="padding:16px 0 14px;border-bottom:1px solid #8a8f98">${picture}</td>`
  }<td valign="top" style="${styles.cell}">${
    category && markup`<p style="${styles.label}">${plainText(category.name)}</p>\n`
  }<a href="${event.url}" dir="auto" style="${styles.link}">${statedTitle(translator, event)}</a>
${lines.map((line) => markup`<p style="${styles.quiet}">${line}</p>\n`)}</td></tr>
`
}

/** The picture of an event, which has the size that its file has in that width, so that nothing moves when it loads; undefined without pixels. */
const pictureOf = (event: EventRecord, altTexts: ReadonlyMap<number, string>): Content => {
  const { image } = event
  const shown = findPicture(event, 2 * pictureWidth)
  if (!image || !shown?.width || !shown.height) return undefined
  const scale = Math.min(pictureWidth / shown.width, pictureHeight / shown.height)
  const [width, height] = [shown.width, shown.height].map((pixels) => Math.max(Math.round(pixels * scale), 1))
  return markup`<img src="${shown.url}" width="${width}" height="${height}" alt="${altTexts.get(image.id) ?? ''}" border="0" style="display:block;border:0;border-radius:6px">`
}

/** The site's accent colour, on which white text is readable. */
const accentOf = ({ config }: PageContext): string => darkenForWhite(config.accentColor || '#8c2f1b')

const documentOf = (context: PageContext, main: Content): Markup => {
  const { translator, config, links } = context
  const { logo } = config
  const title = `${translator.text('list.title')} – ${config.siteName}`
  const accent = accentOf(context)
  const direction = writingDirection(translator)
  const align = direction === 'rtl' ? 'right' : 'left'
  const scale = logo && Math.min(1, 48 / logo.height, 200 / logo.width)
  const query = writeFilters(Object.fromEntries(readKnown(context))).toString()
  const all = absolute(context, `/events/${query === '' ? '' : `?${query}`}`)
  return markup`<!doctype html>
<html lang="${translator.tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${fontLinks(context, links.page)}</head>
<body${hasOwnFont(config) && markup` class="digest"`} style="margin:0;padding:0">
<main>
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"><tr><td align="center" style="padding:16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;table-layout:fixed"><tr><td align="${align}" style="padding:16px;background:${accent};border-radius:8px;${styles.breaks}">
<h1 style="margin:0;font:bold 26px/1.25 Arial,Helvetica,sans-serif"><a href="${absolute(context, '/')}" style="color:#ffffff;text-decoration:none">${
    logo &&
    scale &&
    markup`<img src="${links.media(logo.path)}" width="${Math.round(logo.width * scale)}" height="${Math.round(logo.height * scale)}" alt="" border="0" style="vertical-align:middle;background:#ffffff;padding:4px;border-radius:6px"> `
  }${config.siteName}</a></h1>
</td></tr><tr><td align="${align}" style="${styles.breaks}">
${main}
<p style="${styles.text};margin-top:32px"><a href="${all}" style="display:inline-block;padding:10px 20px;border-radius:24px;background:${accent};color:#ffffff;font-weight:bold;text-decoration:none">${translator.text('embed.all')}</a></p>
</td></tr></table>
</td></tr></table>
</main>
</body>
</html>
`
}

/** Mail programs need the inline styles; nothing else is run, and only pictures are loaded. */
const policyOf = ({ config, links }: PageContext): string =>
  `default-src 'none'; style-src ${hasOwnFont(config) ? "'self' 'unsafe-inline'; font-src 'self'" : "'unsafe-inline'"}; img-src 'self' data: https:${links.site.startsWith('http:') ? ' http:' : ''}; base-uri 'none'; frame-ancestors 'self'`
