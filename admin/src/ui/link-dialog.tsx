import { useState } from 'preact/hooks'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'

/** Asks for the URL of a link in a text. It is not a form, because it is inside the form of a record. */
export const LinkDialog = ({
  address,
  onAddress,
  onClose,
}: {
  readonly address: string
  /** '' removes the link. */
  readonly onAddress: (address: string) => void
  readonly onClose: () => void
}) => {
  const [text, setText] = useState(address)
  const isWrong = !/^(https?:\/\/|mailto:|tel:|\/)\S+$/i.test(text.trim())
  return (
    <Dialog title={t('Link')} onClose={onClose}>
      <TextField
        label={t('Address')}
        placeholder="https://"
        value={text}
        error={text !== '' && isWrong ? t('An address begins with https:// or http://.') : undefined}
        onValue={setText}
      />
      <div class="actions">
        <Button kind="primary" disabled={isWrong} onClick={() => onAddress(text.trim())}>
          {t('Set the link')}
        </Button>
        {address !== '' && <Button onClick={() => onAddress('')}>{t('Remove the link')}</Button>}
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  )
}
