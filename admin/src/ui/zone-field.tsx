import { useId } from 'preact/hooks'
import { TextField } from './field.tsx'

/** The time zones that a browser knows, and UTC, which some of them leave out. */
export const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

type Props = {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly value: string
  readonly readOnly?: boolean
  readonly onValue: (value: string) => void
}

/** A time zone, by its IANA name; the browser suggests what fits what is typed, such as a city. */
export const ZoneField = (props: Props) => {
  const id = useId()
  return (
    <>
      <TextField {...props} list={id} />
      <datalist id={id}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
