import { useState } from 'preact/hooks'
import { readImage } from '../../api/images.ts'
import { upload } from '../../api/upload.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import type { ControlProps } from '../../ui/form.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { ImageChooser } from '../images/image-chooser.tsx'
import { PictureDrop } from '../images/picture-drop.tsx'

/**
 * An image of the site: dropped here, uploaded, or chosen from the library. Its value is the id as text, `0` for none. Pages show it without a text of its
 * own, beside the name of the calendar.
 */
export const SiteImageField = ({ label, hint, value, error, fixedBy, onValue }: ControlProps<string>) => {
  const [isOpen, setOpen] = useState(false)
  const [progress, setProgress] = useState<number>()
  const id = Number(value)
  const loaded = useLoaded(value, async () => (id > 0 ? readImage(id) : undefined))
  const image = loaded.data?.record
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return
    setProgress(0)
    try {
      onValue(String((await upload(file, setProgress)).id))
    } catch (fault) {
      notifyFault(fault)
    }
    setProgress(undefined)
  }
  return (
    <fieldset class="site-image">
      <legend>{label}</legend>
      {(fixedBy ?? hint) && <p class="hint">{fixedBy ?? hint}</p>}
      {id > 0 && image?.id === id && <img src={image.source_url} alt={image.title.rendered} />}
      {progress !== undefined && <progress value={progress} max={1} aria-label={t('Uploading the picture')} />}
      {!fixedBy && (
        <PictureDrop
          button={id > 0 ? t('Upload another picture') : t('Upload a picture')}
          isBusy={progress !== undefined}
          onFiles={take}
        >
          <Button onClick={() => setOpen(true)}>{t('Choose from the images')}</Button>
          {id > 0 && <Button onClick={() => onValue('0')}>{t('Remove the picture')}</Button>}
        </PictureDrop>
      )}
      {error && <p class="fault">{error}</p>}
      {isOpen && (
        <ImageChooser
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false)
            onValue(String(chosen.id))
          }}
        />
      )}
    </fieldset>
  )
}
