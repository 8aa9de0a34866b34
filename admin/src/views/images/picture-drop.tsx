import type { ComponentChildren } from 'preact'
import { t } from '../../texts.ts'
import { DropArea } from '../../ui/drop-area.tsx'

type Props = {
  readonly button: string
  readonly isPrimary?: boolean
  readonly isMultiple?: boolean
  readonly isBusy?: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly children?: ComponentChildren
}

/** A place for pictures. Phones make JPEG of their own formats where only these are named. */
export const PictureDrop = (props: Props) => (
  <DropArea
    {...props}
    accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
    hint={t('JPEG, PNG, WebP, GIF or AVIF of up to 10 MB; larger photos are made smaller. They can be dropped here.')}
  />
)
