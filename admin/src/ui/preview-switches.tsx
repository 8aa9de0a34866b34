import { t } from '../texts.ts'
import { Switch } from './switch.tsx'

/** The colours of a previewed page. */
export type Scheme = 'light' | 'dark'

/** The width of a previewed page. */
export type Device = 'computer' | 'phone'

/** The colours that the person prefers. */
export const preferredScheme = (): Scheme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** What a preview of a page can be looked at on and in. */
export const PreviewSwitches = ({
  device,
  onDevice,
  scheme,
  onScheme,
}: {
  readonly device: Device
  readonly onDevice: (device: Device) => void
  readonly scheme: Scheme
  readonly onScheme: (scheme: Scheme) => void
}) => (
  <>
    <Switch
      label={t('Width')}
      value={device}
      options={[
        ['computer', t('Computer')],
        ['phone', t('Phone')],
      ]}
      onValue={onDevice}
    />
    <Switch
      label={t('Colours')}
      value={scheme}
      options={[
        ['light', t('Light')],
        ['dark', t('Dark')],
      ]}
      onValue={onScheme}
    />
  </>
)
