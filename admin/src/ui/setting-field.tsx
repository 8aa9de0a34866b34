import { t } from '../texts.ts'
import { AreaField, SelectField, TextField } from './field.tsx'
import { ZoneField } from './zone-field.tsx'

/** A setting of the calendar; one that the environment of the server fixes is shown, and cannot be changed. */
export type SettingProps = {
  readonly label: string
  readonly hint?: string
  readonly required?: boolean
  readonly value: string
  readonly error: string | undefined
  /** What is said of a fixed setting, see `fixedText`; undefined for another one. */
  readonly fixedBy: string | undefined
  readonly onValue: (value: string) => void
}

/** What is said of a setting that a variable of the environment fixes; undefined without one. */
export const fixedText = (source: string | undefined): string | undefined =>
  source && t('Set on the server by {name}; it cannot be changed here.', { name: source })

/** A setting of one line. */
export const Setting = ({ fixedBy, hint, ...rest }: SettingProps) => (
  <TextField {...rest} hint={fixedBy ?? hint} readOnly={fixedBy !== undefined} />
)

/** A setting of several lines. */
export const AreaSetting = ({ fixedBy, hint, ...rest }: SettingProps) =>
  fixedBy === undefined ? <AreaField {...rest} hint={hint} /> : <TextField {...rest} hint={fixedBy} readOnly />

/** A time zone whose name is typed. */
export const ZoneSetting = ({ fixedBy, hint, ...rest }: SettingProps) => (
  <ZoneField {...rest} hint={fixedBy ?? hint} readOnly={fixedBy !== undefined} />
)

type ChoiceProps = SettingProps & { readonly options: readonly (readonly [value: string, text: string])[] }

/** A choice. A value that is not among the options, such as a language with its region, stays one of them. */
export const ChoiceSetting = ({ options, fixedBy, ...rest }: ChoiceProps) =>
  fixedBy === undefined ? (
    <SelectField
      {...rest}
      options={
        options.some(([value]) => value === rest.value) ? options : [[rest.value, rest.value || '–'], ...options]
      }
    />
  ) : (
    <TextField {...rest} hint={fixedBy} readOnly />
  )
