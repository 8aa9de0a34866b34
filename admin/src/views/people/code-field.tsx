import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../texts.ts'
import { TextField } from '../../ui/field.tsx'

type Props = {
  readonly value: string
  readonly error?: string | undefined
  readonly onValue: (value: string) => void
  /** Takes codes of the app alone. */
  readonly isFirst?: boolean
}

/** The code of a second factor; it takes the focus, as it is asked for after what is above it. */
export const CodeField = ({ value, error, onValue, isFirst = false }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place}>
      <TextField
        label={isFirst ? t('First code of the app') : t('Code of your authenticator app')}
        hint={isFirst ? undefined : t('Without your phone, type one of your recovery codes.')}
        autocomplete="one-time-code"
        maxLength={100}
        required
        value={value}
        error={error}
        onValue={onValue}
      />
    </div>
  )
}
