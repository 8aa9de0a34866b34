import { t } from '../texts.ts'
import { CheckField, TextField } from './field.tsx'

/** The first colour that is offered. */
const first = '#2b6cb0'

/** Chooses a colour or none; a native colour field always has one. */
export const ColorField = ({
  value,
  onValue,
}: {
  readonly value: string
  readonly onValue: (color: string) => void
}) => (
  <div class="row color">
    <CheckField
      label={t('Show in a colour')}
      checked={value !== ''}
      onChecked={(isColored) => onValue(isColored ? first : '')}
    />
    {value !== '' && <TextField label={t('Colour')} type="color" value={value} onValue={onValue} />}
  </div>
)

/** A coloured dot, hidden from screen readers. */
export const ColorDot = ({ color }: { readonly color: string | undefined }) =>
  color ? (
    <svg class="dot" viewBox="0 0 2 2" aria-hidden="true">
      <circle cx="1" cy="1" r="1" fill={color} />
    </svg>
  ) : null
