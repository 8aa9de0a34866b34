import { useRef, useState } from 'preact/hooks'
import { type Uploaded, upload } from '../../api/upload.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notifyFault } from '../../ui/notices.tsx'

type Picture = { readonly id: number; readonly url: string }

/** The picture of a record: dropped here or chosen, and uploaded at once. */
export const PictureField = ({
  picture,
  error,
  onPicture,
}: {
  readonly picture: Picture | null
  readonly error?: string | undefined
  readonly onPicture: (picture: Picture | null) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number>()
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setProgress(0)
    try {
      const { id, source_url: url }: Uploaded = await upload(file, setProgress)
      onPicture({ id, url })
    } catch (fault) {
      notifyFault(fault)
    }
    setProgress(undefined)
  }
  return (
    <fieldset
      class="picture"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer?.files[0])
      }}
    >
      <legend>{t('Picture')}</legend>
      {picture && <img src={picture.url} alt="" />}
      {progress !== undefined && <progress value={progress} max={1} aria-label={t('Uploading the picture')} />}
      <div class="actions">
        <Button onClick={() => input.current?.click()}>
          {picture ? t('Choose another picture') : t('Choose a picture')}
        </Button>
        {picture && <Button onClick={() => onPicture(null)}>{t('Remove the picture')}</Button>}
      </div>
      <input
        ref={input}
        class="hidden"
        type="file"
        accept="image/*"
        aria-label={t('Picture')}
        tabIndex={-1}
        onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
      />
      <p class="hint">{t('JPEG, PNG, WebP, GIF or AVIF of up to 10 MB. It can be dropped here.')}</p>
      {error && <p class="fault">{error}</p>}
    </fieldset>
  )
}
