import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import { readAddress } from '../../http/address.ts'
import type { Response } from '../../http/types.ts'
import type { JsonObject } from '../../lib/json.ts'
import { type Content, markup, trusted } from '../../lib/markup.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { findAhead, withinDays } from '../ahead.ts'
import { beginLine, monthLaterBy, toDay, writeDate } from '../dates.ts'
import { findPresentPath } from '../former-address.ts'
import { readKnown } from '../known-params.ts'
import { absolute, href, type PageContext, readLanguage } from '../page-context.ts'
import { pageResponse } from '../page-response.ts'
import {
  changed,
  isDateOf,
  type PageState,
  plainList,
  readNumber,
  readQuery,
  writeAddress,
  writeFilters,
} from '../page-state.ts'
import { dayList } from '../pages/day-list.ts'
import { describeWhen, eventPath, machineTime, renderCards } from '../pages/event-card.ts'
import { showTitle, statedTitle } from '../pages/event-state.ts'
import { month } from '../pages/events-month.ts'
import type { Page } from '../pages/layout.ts'
import { findPicture } from '../pages/pictures.ts'
import { resolveAddress } from '../read-address.ts'
import { type Answer, pathPart } from '../route.ts'
import { textResponse } from '../text-response.ts'
import { readPageFilters } from '../upcoming.ts'
import { readLook } from './look.ts'
import { readTheme } from './theme.ts'

/** The default height of an embedded list: its events are in view. */
export const listHeight = 720

/** The default size of an embedded page in pixels (oEmbed, 2.3.4.4). */
const size = { width: 600, event: 240, pictured: 460, list: listHeight } as const

/** The page of an event for frames of other sites. */
export const embeddedEvent: Answer = async (context, request) => {
  const event = await context.records.events.bySlug(pathPart(request, 'slug'))
  const title = statedTitle(context.translator, event)
  return pageResponse(request, context, frame(title, eventPath(event), await renderCards(context, [event], 2)))
}

/** The next events for frames of other sites, as a list, as cards or in one line each. */
export const embeddedEvents: Answer = async (context, request) => {
  const sent = new URLSearchParams(context.query)
  const { layout, max, days } = readLook(sent)
  if (layout === 'month') return embeddedMonth(context, request)
  const { translator } = context
  const filters = await readPageFilters(context, readKnown(context))
  const today = toDay(context.request.today())
  const { next, running } = await findAhead(context, withinDays(filters, today, days), max)
  const shown = { ...context, isOnce: filters.collapse === 'series' }
  const all = writeAddress({ ...plainList, filters: readQuery('list', readKnown(context)).filters })
  const main = [
    next.length > 0 && (await renderLaidOut(shown, next, layout)),
    running.length > 0 &&
      markup`<section class="still"><h2>${translator.text('list.stillOn')}</h2>
<div class="strip">
${await renderCards(context, running, 3, 'nothing', 'mini')}</div></section>
`,
    next.length + running.length === 0 && markup`<p class="none">${translator.text('list.none')}</p>`,
    markup`<p class="embed-all"><a href="${href(context, all)}">${translator.text('embed.all')}</a></p>`,
  ]
  return pageResponse(request, context, {
    ...frame(translator.text('list.title'), '/events/', main),
    theme: readTheme(sent),
  })
}

const renderLaidOut = async (
  context: PageContext,
  events: readonly EventRecord[],
  layout: 'list' | 'cards' | 'compact',
): Promise<Content> => {
  if (layout === 'cards')
    return markup`<div class="photos">${await renderCards(context, events, 2, 'nothing', 'tile')}</div>`
  if (layout === 'list') return markup`<div class="compact">${await dayList(context, events, { shape: 'small' })}</div>`
  const { translator } = context
  const line = (event: EventRecord): Content =>
    markup`<li><time datetime="${machineTime(event, event.start_date, event.utc_start_date)}">${beginLine(translator, describeWhen(context, event, { dateAbove: 'nothing' }))}</time> <a class="embed-title" href="${href(context, eventPath(event))}" dir="auto">${showTitle(translator, event)}</a></li>
`
  return markup`<ul class="embed-lines">
${events.map(line)}</ul>`
}

/** A month for frames of other sites: its days and events open in the window around it, other months in the frame. */
export const embeddedMonth: Answer = async (context, request) => {
  const { translator } = context
  const sent = new URLSearchParams(context.query)
  const known = readKnown(context)
  const today = toDay(context.request.today())
  const asked = sent.get('date') ?? ''
  const date = isDateOf('month', asked) ? asked : today.slice(0, 7)
  const state: PageState = { ...plainList, view: 'month', date, filters: readQuery('month', known).filters }
  const filters = await readPageFilters(context, writeFilters(state.filters), false)
  const { title, main } = await month({ context, state, today, filters })
  const theme = readTheme(sent)
  const step = (months: number, rel: 'prev' | 'next', sign: string): Content => {
    const other = monthLaterBy(date, months)
    if (!isDateOf('month', other)) return undefined
    const query = writeFilters(state.filters)
    query.set('date', other)
    if (theme !== 'auto') query.set('theme', theme)
    const name = beginLine(translator, writeDate(translator, 'month', `${other}-01`))
    return markup`<a href="${href(context, `/embed/month/?${query}`)}" target="_self" rel="${rel}" aria-label="${name}" class="chip"><span aria-hidden="true">${sign}</span></a>
`
  }
  const all = writeAddress(changed(state, { view: 'month', ...(date === today.slice(0, 7) && { date: undefined }) }))
  return pageResponse(request, context, {
    ...frame(title, '/events/month/', [
      markup`<div class="embed-steps">
<p class="embed-name" aria-hidden="true">${beginLine(translator, writeDate(translator, 'month', `${date}-01`))}</p>
${step(-1, 'prev', '‹')}${step(1, 'next', '›')}</div>
${main}
<p class="embed-all"><a href="${href(context, all)}">${translator.text('embed.all')}</a></p>`,
    ]),
    hasCalendar: true,
    theme,
  })
}

/** The endpoint from which other sites get the frame for a page of the calendar (oEmbed 1.0). */
export const answerOembed: Answer = async (context, request) => {
  const sent = new URLSearchParams(context.query)
  const [url, format] = [sent.get('url'), sent.get('format') ?? 'json']
  const embedded = url === null ? undefined : await readTarget(context, url)
  if (!embedded) throw new ApiError('rest_no_route')
  if (format !== 'json' && format !== 'xml') {
    throw new ApiError('rest_bad_request', { status: 501, message: 'The format must be json or xml.' })
  }
  const room = {
    width: readNumber(sent.get('maxwidth'), 1, mostPixels) ?? size.width,
    height: readNumber(sent.get('maxheight'), 1, mostPixels) ?? size.list,
  }
  return oembedResponse(request, context, format, await describe(embedded, room))
}

/** The maximum size that a site requests; a value that is not a whole number is ignored. */
const mostPixels = 100_000

/** A page in a frame has no header and no footer. */
const frame = (title: string, canonical: string, main: Content): Page => ({
  status: 200,
  title,
  canonical,
  isIndexed: false,
  isFramed: true,
  main: markup`<h1 class="hidden">${title}</h1>${main}`,
})

type EmbedTarget = { readonly context: PageContext; readonly event?: string; readonly query: string }

/** The page of an address, in its language; undefined if it cannot be embedded. */
const readTarget = async (context: PageContext, url: string): Promise<EmbedTarget | undefined> => {
  const { config, links } = context
  if (!URL.canParse(url) || !(url === links.site || url.startsWith(`${links.site}/`))) return undefined
  const { pathname, search } = new URL(url)
  const address = readAddress(pathname.slice(new URL(links.site).pathname.replace(/\/$/, '').length) + search)
  const own: PageContext = { ...context, ...readLanguage(config, address) }
  if (address.kind !== 'page' || !config.languages.includes(own.translator.language)) return undefined
  return followTarget(own, address.url, mostMoves)
}

/** The most redirects that are followed: an address of The Events Calendar may lead to another one that redirects too. */
const mostMoves = 3

/** What to show in a frame: an event, or the list with its filters; redirects are followed. */
const followTarget = async (context: PageContext, address: string, moves: number): Promise<EmbedTarget | undefined> => {
  const mark = address.indexOf('?')
  const [path, query] = mark < 0 ? [address, ''] : [address.slice(0, mark), address.slice(mark + 1)]
  const found = await resolveAddress(context, path, query)
  if (found?.kind === 'moved') return moves > 0 ? followTarget(context, found.path, moves - 1) : undefined
  if (found?.form !== 'page') return undefined
  const { target } = found
  if (target.kind === 'record') {
    if (target.of !== 'event') return undefined
    const present = await findPresentPath(context, path)
    return present === undefined ? { context, event: target.slug, query: '' } : followTarget(context, present, moves)
  }
  const { filters, ...others } = target.state
  if (writeAddress({ ...others, filters: {} }) !== writeAddress(plainList)) return undefined
  const filtered = writeFilters(filters).toString()
  return { context, query: filtered === '' ? '' : `?${filtered}` }
}

/** At most the size that the other site allows (oEmbed, 2.2). */
type Room = { readonly width: number; readonly height: number }

const describe = async ({ context, event: slug, query }: EmbedTarget, room: Room): Promise<JsonObject> => {
  const { config, links, records } = context
  const event = slug === undefined ? undefined : await records.events.bySlug(slug)
  const title = event ? statedTitle(context.translator, event) : context.translator.text('list.title')
  const source = absolute(context, event ? `/embed/event/${event.slug}/` : `/embed/events/${query}`)
  const own = event ? (findPicture(event) ? size.pictured : size.event) : size.list
  const height = Math.min(own, room.height)
  const shown = Math.min(size.width, room.width)
  const picture = event && findPicture(event)
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: config.siteName,
    provider_url: links.site,
    cache_age: 3600,
    html: markup`<iframe src="${source}" width="${shown}" height="${height}" title="${title}" loading="lazy" frameborder="0"></iframe>`
      .text,
    width: shown,
    height,
    ...(picture?.width && picture.height
      ? { thumbnail_url: picture.url, thumbnail_width: picture.width, thumbnail_height: picture.height }
      : {}),
  }
}

const oembedResponse = (
  request: FastifyRequest,
  context: PageContext,
  format: 'json' | 'xml',
  body: JsonObject,
): Promise<Response> => {
  const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' }
  if (format === 'json') {
    return textResponse(request, context, {
      type: 'application/json; charset=UTF-8',
      text: JSON.stringify(body),
      headers,
    })
  }
  const members = Object.entries(body).map(
    ([name, value]) => markup`${trusted(`<${name}>`)}${String(value)}${trusted(`</${name}>`)}\n`,
  )
  const { text } = markup`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<oembed>\n${members}</oembed>\n`
  return textResponse(request, context, { type: 'text/xml; charset=UTF-8', text, headers })
}
