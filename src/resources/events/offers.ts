import { type Invalid, invalid, isInvalid, type ParamType, type ReadContext } from '../../core/params.ts'
import { listOf, object, oneOf, optional, text, textLike } from '../../core/parts.ts'
import { readMoment, shortLine, url, wordOf } from '../../core/types.ts'
import { type Availability, availabilities, type EventTable } from '../../db/schema.ts'
import { resolveMoment } from '../../lib/date-text.ts'
import { isJsonObject, type JsonObject } from '../../lib/json.ts'
import { plainText, showText } from '../../lib/text.ts'
import { toIso } from '../../lib/time-zone.ts'
import { plainRecord } from '../shared/post-record.ts'

/** An offer as it is stored and shown; its name is plain text where it is stored. */
export type Offer = {
  readonly name?: string
  readonly price: string
  readonly currency: string
  readonly url?: string
  readonly availability: Availability
  readonly valid_from?: string
  readonly valid_until?: string
}

/** What the interface says of the parts of an offer. */
const about = {
  name: 'Name of the offer, such as `Balcony`.',
  price: 'Price as a decimal number with a point, such as `12.50`; `0` is free.',
  currency: 'Currency code according to ISO 4217.',
  url: 'Address at which the offer is sold.',
  availability: 'Availability of the offer.',
  valid_from: 'From when on the offer is valid; records have an instant in UTC as ISO 8601.',
  valid_until: 'Until when the offer is valid; records have an instant in UTC as ISO 8601.',
}

/** Most offers of an event. */
const maxOffers = 50

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Reads what is not empty by a type that other parameters have. */
const part =
  <T>({ read }: ParamType<T>) =>
  (raw: unknown, context: ReadContext): T | Invalid | undefined =>
    raw === null || raw === '' ? undefined : read(raw, context)

/** A moment, in the site's zone unless it carries an offset; it is kept as an instant in ISO 8601. */
const readInstant = (raw: unknown, context: ReadContext): string | Invalid => {
  const moment = readMoment(raw, context)
  if (isInvalid(moment)) return moment
  const resolved = resolveMoment(moment, context.zone)
  return resolved ? toIso(resolved.utc) : invalid('The date is outside the years 0 to 9999.')
}

const readPrice = (raw: unknown): string | Invalid => {
  const sent = typeof raw === 'number' || typeof raw === 'string' ? String(raw).trim() : ''
  const [, whole, fraction] = /^0*(\d{1,12})(?:\.(\d{1,4}))?$/.exec(sent) ?? []
  if (whole === undefined)
    return invalid(
      'It must be a non-negative number, such as 12.50 or 0, with at most 12 digits before the point and 4 after it.',
    )
  return fraction === undefined || Number(fraction) === 0 ? whole : `${whole}.${fraction.padEnd(2, '0')}`
}

const readCurrency = (raw: unknown): string | Invalid => {
  const code = typeof raw === 'string' ? raw.trim().toUpperCase() : ''
  return currencies.has(code) ? code : invalid('It must be an ISO 4217 currency code, such as EUR.')
}

type ReadPart = (raw: unknown, context: ReadContext) => unknown

/** How each part of an offer is read, in the order in which records show them. */
const parts: { readonly [name in keyof Offer]-?: ReadPart } = {
  name: part(shortLine(200)),
  price: readPrice,
  currency: readCurrency,
  url: part(url),
  availability: (raw, context) => part(wordOf(...availabilities))(raw, context) ?? 'in_stock',
  valid_from: part({ schema: {}, index: {}, read: readInstant }),
  valid_until: part({ schema: {}, index: {}, read: readInstant }),
}

const required = ['price', 'currency'] as const

const readOffer = (raw: unknown, context: ReadContext): Offer | Invalid => {
  if (!isJsonObject(raw)) return invalid('It must be an object with price and currency.')
  const unknown = Object.keys(raw).find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) return invalid(`It has no ${unknown}: an offer has ${Object.keys(parts).join(', ')}.`)
  const missing = required.find((name) => (raw[name] ?? '') === '')
  if (missing !== undefined) return invalid(`It needs a ${missing}.`)
  const offer: Partial<Offer> = {}
  for (const [name, read] of Object.entries(parts)) {
    const sent = raw[name]
    const value = sent === undefined && name !== 'availability' ? undefined : read(sent ?? null, context)
    if (isInvalid(value)) return invalid(`${name}: ${value.invalid}`)
    if (value !== undefined) Object.assign(offer, { [name]: value })
  }
  if (!isWhole(offer)) return invalid('It needs a price and a currency.')
  const { valid_from, valid_until } = offer
  const isReversed = valid_from !== undefined && valid_until !== undefined && valid_until < valid_from
  return isReversed ? invalid('valid_until is before valid_from.') : offer
}

const isWhole = (offer: Partial<Offer>): offer is Offer =>
  offer.price !== undefined && offer.currency !== undefined && offer.availability !== undefined

/** A list, also as the text of one, or as a form writes it: an object with numbers as keys. */
const readItems = (raw: unknown): readonly unknown[] | undefined => {
  const sent = typeof raw === 'string' ? parse(raw) : raw
  if (Array.isArray(sent)) return sent.length === 1 && typeof sent[0] === 'string' ? readItems(sent[0]) : sent
  if (!isJsonObject(sent)) return undefined
  return Object.keys(sent).every((key) => /^\d+$/.test(key)) ? Object.values(sent) : [sent]
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The offers of an event (contract C2.3). */
export const offerList: ParamType<readonly Offer[]> = {
  schema: {
    type: 'array',
    maxItems: maxOffers,
    items: {
      type: 'object',
      required: [...required],
      properties: {
        name: { type: 'string', maxLength: 200, description: about.name },
        price: { type: ['string', 'number'], minimum: 0, description: about.price },
        currency: { type: 'string', pattern: '^[A-Z]{3}$', description: about.currency },
        url: { type: 'string', format: 'uri', description: about.url },
        availability: { type: 'string', enum: [...availabilities], description: about.availability },
        valid_from: { type: ['string', 'integer'], description: about.valid_from },
        valid_until: { type: ['string', 'integer'], description: about.valid_until },
      },
      additionalProperties: false,
    },
  },
  index: { items: { type: 'object' } },
  isList: true,
  read: (raw, context) => {
    const items = readItems(raw)
    if (items === undefined) return invalid('It must be a list of objects with price and currency.')
    if (items.length > maxOffers)
      return invalid(`An event may have at most ${maxOffers} offers; it has ${items.length}.`)
    const offers: Offer[] = []
    for (const [at, item] of items.entries()) {
      const offer = readOffer(item, context)
      if (isInvalid(offer)) return invalid(`Offer ${at + 1}: ${offer.invalid}`)
      offers.push(offer)
    }
    return offers
  },
}

/** The columns that offers fill. */
export const offerColumns = (offers: readonly Offer[]): Pick<EventTable, 'offers' | 'availability'> => ({
  offers: offers.length === 0 ? '' : JSON.stringify(offers),
  availability: availabilities.find((one) => offers.some(({ availability }) => availability === one)) ?? '',
})

/** The offers of an event as they are stored. */
export const storedOffers = ({ offers }: Pick<EventTable, 'offers'>): readonly Offer[] =>
  offers === '' ? [] : JSON.parse(offers)

/** The offers as records show them, their names with entities (contract B6.2). */
export const shownOffers = (offers: string): readonly Offer[] =>
  storedOffers({ offers }).map(({ name, ...others }) =>
    name === undefined ? others : { name: showText(name), ...others },
  )

/** The schema of the offers in a record. */
export const offersPart = listOf(
  object('Offer', {
    name: [optional(text), about.name],
    price: [textLike('^\\d+(\\.\\d+)?$'), about.price],
    currency: [textLike('^[A-Z]{3}$'), about.currency],
    url: [optional(text), about.url],
    availability: [oneOf(...availabilities), about.availability],
    valid_from: [optional(text), about.valid_from],
    valid_until: [optional(text), about.valid_until],
  }),
)

/** An offer with a plain name (contract C1.1). */
export const plainOffer = plainRecord({ lines: ['name'] })

/** Signs that stand for one currency; `$` means USD, as with The Events Calendar (F2.7). */
export const currencyCodes: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
])

const currencySigns = new Map([...currencyCodes].map(([sign, code]) => [code, sign]))

/** The cost that follows from offers, as it is stored: their prices, with the sign or the code of the currency. */
export const costOfOffers = (offers: readonly Offer[]): string => {
  const texts = offers.map(({ price, currency }) => {
    const sign = currencySigns.get(currency)
    // What costs nothing has no currency.
    if (!/[1-9]/.test(price)) return '0'
    return sign === undefined ? `${price} ${currency}` : `${sign}${price}`
  })
  return [...new Set(texts)].join(', ')
}

/** The currency of the offers from which a cost follows; empty where they have several, or where it does not follow from them. */
export const currencyOfCost = (row: Pick<EventTable, 'offers' | 'cost'>): string => {
  if (row.offers === '') return ''
  const offers = storedOffers(row)
  const [currency = '', ...others] = new Set(offers.map((offer) => offer.currency))
  return others.length === 0 && row.cost === costOfOffers(offers) ? currency : ''
}

const schemaAvailability: Readonly<Record<Availability, string>> = {
  in_stock: 'InStock',
  limited: 'LimitedAvailability',
  pre_order: 'PreOrder',
  sold_out: 'SoldOut',
}

/** An offer in terms of schema.org. */
export const offerJsonLd = (
  { name, price, currency, url: address, availability, valid_from, valid_until }: Offer,
  fallback: { readonly url: string; readonly validFrom?: string },
): JsonObject => {
  const validFrom = valid_from ?? fallback.validFrom
  return {
    '@type': 'Offer',
    ...(name === undefined ? {} : { name: plainText(name) }),
    price,
    priceCurrency: currency,
    url: address ?? fallback.url,
    availability: `https://schema.org/${schemaAvailability[availability]}`,
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(valid_until === undefined ? {} : { validThrough: valid_until }),
  }
}
