import { ApiError } from '../../core/errors.ts'
import { createResponse } from '../../http/response.ts'
import type { Response } from '../../http/types.ts'
import { hashTag } from '../../lib/tag.ts'
import { plainText } from '../../lib/text.ts'
import { type Card, cardSize, isDrawable } from '../../media/card.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import type { TermRecord } from '../../resources/shared/term-record.ts'
import { colorOfHue, findHue, type Hue } from '../category-hues.ts'
import { toDay } from '../dates.ts'
import { absolute, href, type PageContext } from '../page-context.ts'
import { redirectTo } from '../page-response.ts'
import { type Answer, pathPart } from '../route.ts'
import { findTerm } from '../terms.ts'
import { eventPath, writePlace, writeWhen } from './event-card.ts'
import { statedTitle } from './event-state.ts'
import { type Picture, shorten } from './layout.ts'

/** Changes with the way in which cards are drawn, since addresses of pictures are valid forever. */
const form = 1

/** The picture of an event where other sites show a link to its page: its own or, where it has none, one that says what, when and where. */
export const sharedPicture = async (context: PageContext, event: EventRecord): Promise<Picture | undefined> => {
  if (event.image) return event.image
  // What draws is missing in programs that only write pages.
  if (!context.tools) return undefined
  return { url: absolute(context, pictureOf(event, await cardOf(context, event))), ...cardSize }
}

/** The picture of a list: what it is a list of, and whose. */
export const listPicture = async (context: PageContext, term: TermRecord | undefined): Promise<Picture | undefined> =>
  context.tools && { url: absolute(context, listPictureOf(term, await listCard(context, term))), ...cardSize }

/** `/event/SLUG/card-VERSION.png`: the picture; other versions lead to the present one. */
export const answerPicture: Answer = async (context, request) => {
  const event = await context.records.events.bySlug(pathPart(request, 'slug'))
  const card = await cardOf(context, event)
  return draw(context, pictureOf(event, card), card)
}

/** `/events/card-VERSION.png`: the picture of lists of all events. */
export const answerSitePicture: Answer = async (context) => {
  const card = await listCard(context, undefined)
  return draw(context, listPictureOf(undefined, card), card)
}

/** `/events/category/SLUG/card-VERSION.png`: the picture of the lists of a category. */
export const answerCategoryPicture: Answer = async (context, request) => {
  const term = await findTerm(context, 'category', pathPart(request, 'slug'))
  if (!term) throw new ApiError('rest-category-not-found')
  const card = await listCard(context, term)
  return draw(context, listPictureOf(term, card), card)
}

const draw = async (context: PageContext, path: string, card: Card): Promise<Response> => {
  const { tools } = context
  if (!tools) throw new ApiError('rest_no_route')
  if (path !== context.path) return redirectTo(href(context, path), 302)
  return createResponse({
    status: 200,
    type: 'image/png',
    body: await tools.library.draw(card),
    headers: { 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' },
    etag: `"${versionOf(card)}"`,
  })
}

const versionOf = (card: Card): string =>
  hashTag(`${form} ${JSON.stringify(card)}`)
    .replaceAll(/[-_]/g, '0')
    .slice(0, 16)

const pictureOf = (event: EventRecord, card: Card): string => `${eventPath(event)}card-${versionOf(card)}.png`

const listPictureOf = (term: TermRecord | undefined, card: Card): string =>
  `/events/${term ? `category/${term.slug}/` : ''}card-${versionOf(card)}.png`

const listCard = async (context: PageContext, term: TermRecord | undefined): Promise<Card> => {
  const { config } = context
  const hue = term && findHue(await context.hues(), { categories: [term] })
  const site = drawn(shorten(config.siteName, 60))
  return {
    title: term ? drawn(shorten(plainText(term.name), 150)) : site,
    when: '',
    where: drawn(shorten(config.siteDescription, 120)),
    site: term ? site : '',
    ...colorsOf(hue),
  }
}

/** What the font lacks is left out; a date has numerals then. */
const cardOf = async (context: PageContext, event: EventRecord): Promise<Card> => {
  const { translator, config } = context
  const hue = findHue(await context.hues(), event)
  const when = drawn(writeWhen(translator, event))
  return {
    title: drawn(shorten(statedTitle(translator, event), 150)),
    when: when === '' ? numeralsOf(event) : when,
    where: drawn(shorten(writePlace(event), 120)),
    site: drawn(shorten(config.siteName, 60)),
    ...colorsOf(hue),
  }
}

/** The text without emoji, which have colours that the font lacks; '' where the font lacks other characters. */
const drawn = (text: string): string => {
  const plain = text.replace(/\p{Emoji_Presentation}|\u{fe0f}|\u{200d}/gu, '').trim()
  return isDrawable(plain) ? plain : ''
}

const numeralsOf = ({ all_day, start_date }: EventRecord): string =>
  all_day ? toDay(start_date) : start_date.slice(0, 16)

const colorsOf = (hue: Hue): Pick<Card, 'ground' | 'shape' | 'line'> => ({
  ground: colorOfHue(hue, 0.33, 0.07),
  shape: colorOfHue(hue, 0.4, 0.085),
  line: colorOfHue(hue, 0.68, 0.14),
})
