import { useRef, useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField, UrlField } from '../../ui/field.tsx'
import { availabilityNames, optionsOf } from './event-state.ts'
import { newOffer, type OfferForm, offerFaultOf, offerFaults } from './offer-form.ts'

type Props = {
  readonly offers: readonly OfferForm[]
  readonly error?: string | undefined
  readonly onOffers: (offers: readonly OfferForm[]) => void
}

/** The tickets of an event, each with its price; they can be added and removed. */
export const OffersField = ({ offers, error, onOffers }: Props) => {
  const add = useRef<HTMLDivElement>(null)
  const ownFault = offerFaultOf(offers)
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
          wasTried={error !== undefined && error === ownFault}
          change={(changed) => replace(at, changed)}
          onRemove={() => remove(at)}
        />
      ))}
      {error && error !== ownFault && <p class="fault">{error}</p>}
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
  /** Somebody has tried to save it: every field says what it lacks. */
  readonly wasTried: boolean
  readonly change: (changed: Partial<OfferForm>) => void
  readonly onRemove: () => void
}

const OfferRow = ({ number, offer, wasTried, change, onRemove }: RowProps) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const faults = offerFaults(offer, number)
  /** A field says what it lacks once it was left. */
  const checked = (name: keyof OfferForm) => ({
    value: offer[name],
    error: wasTried || left.has(name) ? faults[name] : undefined,
    onValue: (value: string) => change({ [name]: value }),
    onBlur: () => setLeft(new Set([...left, name])),
  })
  return (
    <fieldset>
      <legend>{t('Ticket {number}', { number })}</legend>
      <div class="row">
        <TextField label={t('Name')} maxLength={200} value={offer.name} onValue={(name) => change({ name })} />
        <TextField label={t('Price')} {...checked('price')} />
        <TextField label={t('Currency')} placeholder="EUR" maxLength={3} {...checked('currency')} />
        <SelectField
          label={t('Availability')}
          value={offer.availability}
          options={optionsOf(availabilityNames)}
          onValue={(availability) => change({ availability })}
        />
      </div>
      <div class="row">
        <UrlField label={t('Sold at')} {...checked('url')} />
        <TextField
          label={t('Sold from')}
          type="datetime-local"
          value={offer.validFrom}
          onValue={(validFrom) => change({ validFrom })}
        />
        <TextField label={t('Sold until')} type="datetime-local" {...checked('validUntil')} />
      </div>
      <div class="actions">
        <Button aria-label={t('Remove ticket {number}', { number })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
    </fieldset>
  )
}
