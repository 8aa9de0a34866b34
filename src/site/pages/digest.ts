import { darkenForWhite } from '../../lib/accent.ts'
import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import type { EventTimes } from '../../resources/events/lines.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { beginLine, type Day, laterBy, startOfWeek, toDay, writeDate, writeRange, writingDirection } from '../dates.ts'
import { readKnown } from '../known-params.ts'
import { writeCost } from '../money.ts'
import { fontLinks, hasOwnFont } from '../own-font.ts'
import { absolute, type PageContext } from '../page-context.ts'
import { writeFilters } from '../page-state.ts'
import type { EventFilters } from '../reader.ts'
import type { Answer } from '../route.ts'
import { textResponse } from '../text-response.ts'
import { atDay, findSpan, hasWindow, readPageFilters, shownIn } from '../upcoming.ts'
import {
  dayOf,
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

/** Days that a digest covers unless its filters have a window. */
const days = 14

/** Most events below the days, and most of one day: links lead to the others. */
const [mostEvents, mostOfDay] = [200, 8]

/** Most highlights, and most of what began earlier; further highlights stand on their days. */
const mostApart = 50

/**
 * `/events/digest/`: events by week and day, below the highlights, to be pasted into or sent as a newsletter. Mail programs know neither style sheets
 * nor the layout of browsers: it has tables and inline styles, and every address is whole. Its filters are those of every list.
 */
export const answerDigest: Answer = async (context, request) => {
  const { translator, records } = context
  const today = toDay(context.request.today())
  const { page: _, ...sent } = await readPageFilters(context, readKnown(context))
  const plan = await findParts(context, sent, today)
  const events = await records.events.byIds(plan.shown)
  const [altTexts, repeats] = await Promise.all([
    readAltTexts(context, events),
    sent.collapse === 'series' ? readRepeats(context, events) : new Map<number, Repeats>(),
  ])
  const byId = new Map(events.map((event) => [event.id, event]))
  const rows: Rows = (some, dateAbove) =>
    some.flatMap(({ id }) => {
      const event = byId.get(id)
      if (!event) return []
      const isLead = id === plan.highlights[0]?.id
      return tableOf(rowOf(context, event, { dateAbove, altTexts, today, repeats: repeats.get(id), isLead }))
    })
  const others = (count: number): Content => count > 0 && moreLine(context, '/events/', count)
  const section = (key: 'digest.highlights' | 'list.stillOn', some: readonly EventTimes[]): Content =>
    some.length > 0 && markup`<h2 style="${styles.week}">${translator.text(key)}</h2>\n${rows(some, 'nothing')}`
  const weeks = Map.groupBy(plan.days, ({ day }) => startOfWeek(translator, day))
  const main =
    events.length === 0
      ? markup`<p style="${styles.text}">${translator.text('list.none')}</p>`
      : [
          section('digest.highlights', plan.highlights),
          [...weeks].map(([week, some]) => weekOf(context, week, some, rows)),
          others(plan.later),
          section('list.stillOn', plan.running.slice(0, mostApart)),
          others(plan.running.length - mostApart),
        ]
  return textResponse(request, context, {
    type: 'text/html; charset=UTF-8',
    text: documentOf(context, main, plan.span).text,
    headers: { 'content-security-policy': policyOf(context), 'content-language': translator.language },
  })
}

/** A day with its events, of which the first are shown. */
type DayPart = { readonly day: Day; readonly shown: readonly EventTimes[]; readonly rest: number }

type Parts = {
  readonly highlights: readonly EventTimes[]
  readonly days: readonly DayPart[]
  /** How many events the days have for which there is no room. */
  readonly later: number
  readonly running: readonly EventTimes[]
  /** The first and the last day, as text. */
  readonly span: string
  /** The ids of everything that is shown. */
  readonly shown: readonly number[]
}

/**
 * Finds what each part of the digest has. A day may have hundreds of events of which it shows eight, so only their times are read here. It looks at no
 * more than the first ten thousand, as every page.
 */
const findParts = async (context: PageContext, sent: EventFilters, today: Day): Promise<Parts> => {
  const { records, config, request } = context
  const filters: EventFilters = {
    ...shownIn(config, hasWindow(sent) ? sent : { ...sent, end_date: atDay(laterBy(today, days)) }, today),
    per_page: request.config.maxPerPage,
  }
  const [found, featured] = await Promise.all([
    records.events.find(filters, false),
    sent.featured === false ? undefined : records.events.find({ ...filters, featured: true }, false),
  ])
  const events = await records.events.times(found.ids)
  const marked = new Set(featured?.ids)
  const highlights = events.filter(({ id }) => marked.has(id)).slice(0, mostApart)
  const above = new Set(highlights)
  // What began earlier stands at the end, unless the past was asked for.
  const first = findSpan(config, sent, today)?.first
  const isRunning = (event: EventTimes): boolean => first !== undefined && dayOf(context, event) < first
  const below = events.filter((event) => !above.has(event))
  const running = below.filter(isRunning)
  const begun = below.filter((event) => !isRunning(event))
  const byDay: DayPart[] = []
  let [room, later] = [mostEvents, 0]
  for (const [day, some] of Map.groupBy(begun, (event) => dayOf(context, event))) {
    // A link takes as much room as the one event that it would lead to.
    const shown = some.length > mostOfDay + 1 ? some.slice(0, mostOfDay) : some
    room -= shown.length
    if (room >= 0) byDay.push({ day, shown, rest: some.length - shown.length })
    else later += some.length
  }
  const all = [...highlights, ...byDay.flatMap(({ shown }) => shown), ...running.slice(0, mostApart)]
  return {
    highlights,
    days: byDay,
    later,
    running,
    span: writeSpan(context, events, first),
    shown: all.map(({ id }) => id),
  }
}

/** The first and the last day on which one of the events begins, except those that were on before; '' for none. */
const writeSpan = ({ translator }: PageContext, events: readonly EventTimes[], from: Day | undefined): string => {
  const begun = events
    .map(({ start_date }) => toDay(start_date))
    .filter((day) => from === undefined || day >= from)
    .sort()
  const [first, last] = [begun[0], begun.at(-1)]
  if (first === undefined || last === undefined) return ''
  return first === last ? writeDate(translator, 'date', first) : writeRange(translator, 'date', first, last)
}

/** The styles of a mail: plain, and legible on a light and on a dark ground. */
const styles = {
  text: 'margin:0 0 8px;font:16px/1.5 Arial,Helvetica,sans-serif',
  week: 'margin:36px 0 0;font:bold 22px/1.3 Arial,Helvetica,sans-serif',
  day: 'margin:20px 0 6px;padding:0 0 6px;border-bottom:1px solid #8a8f98;font:bold 16px/1.3 Arial,Helvetica,sans-serif',
  lead: 'font:bold 24px/1.25 Arial,Helvetica,sans-serif;color:inherit;text-decoration:none',
  when: 'margin:4px 0 0;font:bold 15px/1.45 Arial,Helvetica,sans-serif',
  quiet: 'margin:2px 0 0;font:15px/1.45 Arial,Helvetica,sans-serif',
  label: 'margin:0 0 2px;font:12px/1.4 Arial,Helvetica,sans-serif;letter-spacing:0.04em;text-transform:uppercase',
  cell: 'padding:8px 0 10px;word-break:break-word;overflow-wrap:anywhere',
  link: 'font:bold 18px/1.35 Arial,Helvetica,sans-serif;color:inherit;text-decoration:none',
  breaks: 'word-break:break-word;overflow-wrap:anywhere',
} as const

type DateAbove = 'day' | 'nothing'

/** The table of some events, below a heading with their day or without one. */
type Rows = (some: readonly EventTimes[], dateAbove: DateAbove) => Content

/** Each event has a table of its own: in one for all, the first row would decide the widths of the columns. */
const tableOf = (row: Content): Markup =>
  markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">
${row}</table>
`

const weekOf = (context: PageContext, week: Day, some: readonly DayPart[], rows: Rows): Content => {
  const { translator } = context
  return markup`<h2 style="${styles.week}">${writeRange(translator, 'date', week, laterBy(week, 6))}</h2>
${some.map(({ day, shown, rest }) => {
  const name = beginLine(translator, writeDate(translator, 'dayOfYear', day))
  return markup`<h3 style="${styles.day}">${name}</h3>
${rows(shown, 'day')}${rest > 0 && moreLine(context, `/events/day/${day}/`, rest, ` – ${name}`)}`
})}`
}

/** The link to the page with what there is no room for. */
const moreLine = (context: PageContext, path: string, count: number, of = ''): Markup =>
  markup`<p style="${styles.quiet}"><a href="${addressOf(context, path)}" style="color:inherit">${context.translator.count('list.more', count)}${of}</a></p>\n`

/** The most pixels of a picture beside an event, and of that above the first highlight: mail programs scale a picture, but do not crop it. */
const [beside, above] = [
  { width: 120, height: 160 },
  { width: 600, height: 400 },
] as const

type Row = {
  readonly dateAbove: DateAbove
  readonly altTexts: ReadonlyMap<number, string>
  readonly today: Day
  readonly repeats: Repeats | undefined
  /** It is the first highlight, with its picture above it. */
  readonly isLead: boolean
}

const rowOf = (context: PageContext, event: EventRecord, row: Row): Content => {
  const { dateAbove, altTexts, today, repeats, isLead } = row
  const { translator } = context
  const [category] = event.categories
  const isRunning = toDay(event.start_date) < today && findLastDay(event) >= today
  const when = isRunning
    ? beginLine(translator, writeUntil(context, event))
    : beginLine(translator, describeWhen(context, event, { dateAbove }))
  // Each in the direction of its own letters.
  const parts = [writePlace(event), writeCost(context, event)].filter(Boolean)
  const where = parts.map((part, at) => markup`${at > 0 && ' · '}<bdi>${part}</bdi>`)
  const lines = [...(where.length > 0 ? [where] : []), ...(repeats ? [writeRepeats(context, repeats)] : [])]
  const wide = isLead && pictureOf(event, altTexts, above)
  const small = !wide && pictureOf(event, altTexts, beside)
  const title = markup`<a href="${event.url}" dir="auto" style="${wide ? styles.lead : styles.link}">${statedTitle(translator, event)}</a>`
  return markup`${wide && markup`<tr><td style="padding:16px 0 0"><a href="${event.url}">${wide}</a></td></tr>\n`}<tr>${
    small && markup`<td width="${beside.width + 16}" valign="top" style="padding:12px 0 10px">${small}</td>`
  }<td valign="top" style="${styles.cell}">${
    category && (wide || small) && markup`<p style="${styles.label}">${plainText(category.name)}</p>\n`
  }${title}
${when !== '' && markup`<p style="${styles.when}">${when}</p>\n`}${lines.map((line) => markup`<p style="${styles.quiet}">${line}</p>\n`)}</td></tr>
`
}

/**
 * The picture of an event in the size that its file has in that room, so that nothing moves when it loads; undefined without pixels, or where it
 * would be blurred.
 */
const pictureOf = (
  event: EventRecord,
  altTexts: ReadonlyMap<number, string>,
  most: typeof beside | typeof above,
): Content => {
  const { image } = event
  const shown = findPicture(event, 2 * most.width)
  if (!image || !shown?.width || !shown.height) return undefined
  const scale = Math.min(most.width / shown.width, most.height / shown.height)
  if (most === above && scale > 1.5) return undefined
  const [width, height] = [shown.width, shown.height].map((pixels) => Math.max(Math.round(pixels * scale), 1))
  return markup`<img src="${shown.url}" width="${width}" height="${height}" alt="${altTexts.get(image.id) ?? ''}" border="0" style="display:block;max-width:100%;height:auto;border:0;border-radius:6px">`
}

/** The address of a page with the filters of the digest. */
const addressOf = (context: PageContext, path: string): string => {
  const { page: _, ...filters } = Object.fromEntries(readKnown(context))
  const query = writeFilters(filters).toString()
  return absolute(context, `${path}${query === '' ? '' : `?${query}`}`)
}

/** The site's accent colour, on which white text is readable. */
const accentOf = ({ config }: PageContext): string => darkenForWhite(config.accentColor || '#8c2f1b')

const documentOf = (context: PageContext, main: Content, span: string): Markup => {
  const { translator, config, links } = context
  const { logo } = config
  const title = `${translator.text('list.title')} – ${config.siteName}`
  const accent = accentOf(context)
  const direction = writingDirection(translator)
  const align = direction === 'rtl' ? 'right' : 'left'
  const scale = logo && Math.min(1, 48 / logo.height, 200 / logo.width)
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
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;table-layout:fixed"><tr><td align="${align}" style="padding:20px 16px;background:${accent};border-radius:8px;${styles.breaks}">
<h1 style="margin:0;font:bold 26px/1.25 Arial,Helvetica,sans-serif"><a href="${absolute(context, '/')}" style="color:#ffffff;text-decoration:none">${
    logo &&
    scale &&
    markup`<img src="${links.media(logo.path)}" width="${Math.round(logo.width * scale)}" height="${Math.round(logo.height * scale)}" alt="" border="0" style="vertical-align:middle;background:#ffffff;padding:4px;border-radius:6px"> `
  }${config.siteName}</a></h1>
<p style="margin:4px 0 0;font:16px/1.4 Arial,Helvetica,sans-serif;color:#ffffff">${translator.text('list.title')}${span !== '' && markup` · ${span}`}</p>
</td></tr><tr><td align="${align}" style="${styles.breaks}">
${main}
<p style="${styles.text};margin-top:32px"><a href="${addressOf(context, '/events/')}" style="display:inline-block;padding:10px 20px;border-radius:24px;background:${accent};color:#ffffff;font-weight:bold;text-decoration:none">${translator.text('embed.all')}</a></p>
<p style="${styles.quiet};margin-top:24px"><a href="${absolute(context, '/')}" style="color:inherit">${config.siteName}</a> · <a href="${absolute(context, '/events/month/')}" style="color:inherit">${translator.text('view.month')}</a>${
    config.submissions &&
    markup` · <a href="${absolute(context, '/submit/')}" style="color:inherit">${translator.text('submit.link')}</a>`
  }</p>
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
