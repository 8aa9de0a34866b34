import type { TextKey, Translator } from '../../i18n/catalogue.ts'
import { type Content, markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { parseZone, toLocal } from '../../lib/time-zone.ts'
import { readEventStatus } from '../../resources/events/event-status.ts'
import type { Offer } from '../../resources/events/offers.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { writeDate } from '../dates.ts'
import { writeMoney } from '../money.ts'

const states = {
  scheduled: undefined,
  cancelled: 'event.cancelled',
  postponed: 'event.postponed',
  rescheduled: 'event.rescheduled',
  moved_online: 'event.movedOnline',
} as const

/** What tells whether an event takes place as planned. */
type Stated = Pick<EventRecord, 'event_status'>

/** The name of the status of an event that does not take place as planned; undefined for others (contract C2.1). */
const nameStatus = (translator: Translator, event: Stated): string | undefined => {
  const key = states[readEventStatus(event)]
  return key && translator.text(key)
}

/** Whether an event is expected at its time: not one that is cancelled, or postponed to a time that nobody knows. */
export const takesPlace = (event: Stated): boolean => !['cancelled', 'postponed'].includes(readEventStatus(event))

/** The title of an event as text, after its status: `Cancelled: Concert`. */
export const statedTitle = (translator: Translator, event: EventRecord): string => {
  const [state, title] = [nameStatus(translator, event), plainText(event.title)]
  return state === undefined ? title : translator.text('event.stated', { state, title })
}

/** The title of an event after its status, which screen readers announce too; struck through for a cancelled event. */
export const showTitle = (translator: Translator, event: Stated & Pick<EventRecord, 'title'>): Content =>
  afterStatus(translator, event, plainText(event.title))

/** A text that stands for an event, such as its date, after the status of the event. */
export const afterStatus = (translator: Translator, event: Stated, text: string): Content => {
  const state = nameStatus(translator, event)
  return markup`${state && markup`<span class="badge">${state}</span> `}${
    readEventStatus(event) === 'cancelled' ? markup`<s>${text}</s>` : text
  }`
}

/** The status of an event with its reason, in one line; empty if it takes place as planned. */
export const writeState = (translator: Translator, event: EventRecord): string =>
  [nameStatus(translator, event), plainText(event.event_status_reason ?? '')].filter(Boolean).join(' – ')

/** The previous start of an event that was moved, in the language of the page. */
export const writeFormerStart = (translator: Translator, { previous_start_date: start, all_day }: EventRecord) =>
  start && translator.text('event.formerly', { time: writeDate(translator, all_day ? 'day' : 'whole', start) })

/** Online attendance: a link, if the address is known. */
export const renderOnline = (translator: Translator, { virtual_url, is_virtual }: EventRecord): Content => {
  if (virtual_url !== undefined)
    return markup`<a href="${virtual_url}" rel="external noopener">${translator.text('event.attendOnline')}</a>`
  return is_virtual && translator.text('event.online')
}

const availabilities: Readonly<Record<Offer['availability'], TextKey>> = {
  in_stock: 'event.inStock',
  limited: 'event.limited',
  pre_order: 'event.preOrder',
  sold_out: 'event.soldOut',
}

/** Whether an event has offers, and all of them are sold out. */
export const isSoldOut = ({ offers = [] }: EventRecord): boolean =>
  offers.length > 0 && offers.every(({ availability }) => availability === 'sold_out')

/** The offers of an event as a table (contract C2.3). */
export const offerTable = (translator: Translator, event: EventRecord): Content => {
  const { offers, timezone } = event
  if (!offers) return undefined
  const zone = parseZone(timezone)
  const moment = (key: 'event.soldFrom' | 'event.soldUntil', utc: string | undefined): Content =>
    utc !== undefined &&
    zone &&
    markup`<br>${translator.text(key, { time: writeDate(translator, 'dateTime', toLocal(utc.slice(0, 19).replace('T', ' '), zone)) })}`
  const price = (offer: Offer): string =>
    /[1-9]/.test(offer.price)
      ? writeMoney(translator, offer.currency, Number(offer.price))
      : translator.text('event.free')
  const row = (offer: Offer): Content => {
    const name = offer.name === undefined ? translator.text('event.offer') : plainText(offer.name)
    const link = offer.url === undefined ? name : markup`<a href="${offer.url}" rel="external noopener">${name}</a>`
    return markup`<tr><th scope="row">${link}</th><td>${price(offer)}</td><td>${translator.text(availabilities[offer.availability])}${moment('event.soldFrom', offer.valid_from)}${moment('event.soldUntil', offer.valid_until)}</td></tr>\n`
  }
  const head = (['event.offer', 'event.cost', 'event.availability'] as const).map(
    (key) => markup`<th scope="col">${translator.text(key)}</th>`,
  )
  return markup`<section class="offers" aria-labelledby="offers"><h2 id="offers">${translator.text('event.offers')}</h2>
<table><thead><tr>${head}</tr></thead>
<tbody>
${offers.map(row)}</tbody></table></section>`
}
