import { useId } from 'preact/hooks'
import { TextField } from './field.tsx'

/** Names that browsers have kept from before a zone was renamed, and its present name. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The present name of a time zone. */
export const presentZone = (zone: string): string => renamed[zone] ?? zone

/** The time zones that a browser knows, by their present names, and UTC, which some of them leave out. */
export const zones: readonly string[] = [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(presentZone).sort()]),
]

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
