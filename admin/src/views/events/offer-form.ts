import type { Event, EventFields } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { plainText } from '../../ui/plain-text.ts'

/** A ticket in the form of an event; moments are on the clock of the browser, `2027-05-01T20:00`. */
export type OfferForm = Readonly<
  Record<'name' | 'price' | 'currency' | 'url' | 'availability' | 'validFrom' | 'validUntil', string>
>

/** A new ticket, in the currency of the one before it. */
export const newOffer = (currency: string): OfferForm => ({
  name: '',
  price: '',
  currency,
  url: '',
  availability: 'in_stock',
  validFrom: '',
  validUntil: '',
})

/** An instant on the clock of the browser. */
const localOf = (instant: string | undefined): string =>
  instant ? new Date(instant).toLocaleString('sv').slice(0, 16).replace(' ', 'T') : ''

const instantOf = (local: string): string => new Date(local).toISOString()

/** The tickets of an event as the form has them. */
export const offerFormsOf = ({ offers = [] }: Pick<Event, 'offers'>): readonly OfferForm[] =>
  offers.map(({ name = '', price, currency, url = '', availability, valid_from, valid_until }) => ({
    name: plainText(name),
    price,
    currency,
    url,
    availability,
    validFrom: localOf(valid_from),
    validUntil: localOf(valid_until),
  }))

/** The tickets of a form, in the format of the API. */
export const offersOf = (offers: readonly OfferForm[]): NonNullable<EventFields['offers']> =>
  offers.map(({ name, price, currency, url, availability, validFrom, validUntil }) => ({
    price: price.trim().replace(',', '.'),
    currency: currency.trim().toUpperCase(),
    // The choice has the words of the interface.
    availability: availability as NonNullable<Event['offers']>[number]['availability'],
    ...(name.trim() ? { name } : {}),
    ...(url.trim() ? { url } : {}),
    ...(validFrom ? { valid_from: instantOf(validFrom) } : {}),
    ...(validUntil ? { valid_until: instantOf(validUntil) } : {}),
  }))

/** The errors of tickets before they are sent, by the names that `offerFaultName` gives. */
export const offerFaultsOf = (offers: readonly OfferForm[]): Readonly<Record<string, string>> => {
  const faults: Record<string, string> = {}
  for (const [at, { price, currency, url, validFrom, validUntil }] of offers.entries()) {
    const number = at + 1
    const add = (field: keyof OfferForm, text: string): void => {
      faults[offerFaultName(at, field)] = text
    }
    if (!/^\s*\d+([.,]\d+)?\s*$/.test(price))
      add('price', t('Ticket {number} needs a price, such as 12.50 or 0.', { number }))
    if (!/^\s*[a-z]{3}\s*$/i.test(currency))
      add('currency', t('Ticket {number} needs a currency, such as EUR.', { number }))
    if (url && !/^https?:\/\/\S+$/i.test(url))
      add('url', t('The address of ticket {number} begins with https:// or http://.', { number }))
    if (validFrom && validUntil && validUntil < validFrom)
      add('validUntil', t('Ticket {number} ends before it begins to be sold.', { number }))
  }
  return faults
}

/** The name of the fault of a field of a ticket, the first of which is at 0. */
export const offerFaultName = (at: number, field: keyof OfferForm): string => `offers.${at}.${field}`
