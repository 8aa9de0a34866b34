import { useRef } from 'preact/hooks'
import type { Event, EventFields } from '../../api/calendar.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField, UrlField } from '../../ui/field.tsx'
import { type Faults, optionsOf } from '../../ui/form.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { availabilityNames, nameIn } from './event-state.ts'

/** A ticket in the form of an event; moments are on the clock of the browser, `2027-05-01T20:00`. */
export type OfferForm = Readonly<
  Record<'name' | 'price' | 'currency' | 'url' | 'availability' | 'validFrom' | 'validUntil', string>
>

/** A new ticket, in the currency of the one before it. */
const newOffer = (currency: string): OfferForm => ({
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
const offerFaultName = (at: number, field: keyof OfferForm): string => `offers.${at}.${field}`

/** A stored version holds offers as the text of JSON. */
export const offersInWords = (json: string): string =>
  (JSON.parse(json) as readonly StoredOffer[])
    .map(({ name = '', price, currency, availability }) =>
      [name, `${price} ${currency}`, nameIn(availabilityNames, availability)].filter(Boolean).join(' '),
    )
    .join('\n')

type StoredOffer = Readonly<Record<'price' | 'currency' | 'availability', string>> & { readonly name?: string }

type Props = {
  readonly offers: readonly OfferForm[]
  readonly faults: Faults
  readonly onOffers: (offers: readonly OfferForm[]) => void
}

/** The tickets of an event, each with its price; they can be added and removed. */
export const OffersField = ({ offers, faults, onOffers }: Props) => {
  const add = useRef<HTMLDivElement>(null)
  const replace = (at: number, changed: Partial<OfferForm>): void =>
    onOffers(offers.map((offer, index) => (index === at ? { ...offer, ...changed } : offer)))
  const remove = (at: number): void => {
    onOffers(offers.filter((_, index) => index !== at))
    // The button that had the focus is gone.
    add.current?.querySelector('button')?.focus()
  }
  return (
    <fieldset>
      <legend>{t('Tickets')}</legend>
      {offers.map((offer, at) => (
        <OfferRow
          // Rows have no names of their own.
          key={at}
          number={at + 1}
          offer={offer}
          faults={faults}
          change={(changed) => replace(at, changed)}
          onRemove={() => remove(at)}
        />
      ))}
      {faults['offers'] && <p class="fault">{faults['offers']}</p>}
      <div class="actions" ref={add}>
        <Button onClick={() => onOffers([...offers, newOffer(offers.at(-1)?.currency ?? '')])}>
          {t('Add a ticket')}
        </Button>
      </div>
    </fieldset>
  )
}

type RowProps = {
  readonly number: number
  readonly offer: OfferForm
  readonly faults: Faults
  readonly change: (changed: Partial<OfferForm>) => void
  readonly onRemove: () => void
}

const OfferRow = ({ number, offer, faults, change, onRemove }: RowProps) => {
  const faultOf = (field: keyof OfferForm) => {
    const name = offerFaultName(number - 1, field)
    return { name, error: faults[name] }
  }
  return (
    <fieldset>
      <legend>{t('Ticket {number}', { number })}</legend>
      <div class="row">
        <TextField label={t('Name')} maxLength={200} value={offer.name} onValue={(name) => change({ name })} />
        <TextField
          {...faultOf('price')}
          label={t('Price')}
          value={offer.price}
          onValue={(price) => change({ price })}
        />
        <TextField
          {...faultOf('currency')}
          label={t('Currency')}
          placeholder="EUR"
          maxLength={3}
          value={offer.currency}
          onValue={(currency) => change({ currency })}
        />
        <SelectField
          label={t('Availability')}
          value={offer.availability}
          options={optionsOf(availabilityNames)}
          onValue={(availability) => change({ availability })}
        />
      </div>
      <div class="row">
        <UrlField {...faultOf('url')} label={t('Sold at')} value={offer.url} onValue={(url) => change({ url })} />
        <TextField
          label={t('Sold from')}
          type="datetime-local"
          value={offer.validFrom}
          onValue={(validFrom) => change({ validFrom })}
        />
        <TextField
          {...faultOf('validUntil')}
          label={t('Sold until')}
          type="datetime-local"
          value={offer.validUntil}
          onValue={(validUntil) => change({ validUntil })}
        />
      </div>
      <div class="actions">
        <Button aria-label={t('Remove ticket {number}', { number })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
    </fieldset>
  )
}
