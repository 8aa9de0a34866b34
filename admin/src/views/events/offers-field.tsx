import { useRef } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField, UrlField } from '../../ui/field.tsx'
import type { Faults } from '../record/form.ts'
import { availabilityNames, optionsOf } from './event-state.ts'
import { newOffer, type OfferForm, offerFaultName } from './offer-form.ts'

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
