import { useContext, useState } from 'preact/hooks'
import { type Image, readImage, writeImage } from '../../api/images.ts'
import { session } from '../../api/session.ts'
import { upload } from '../../api/upload.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { CropDialog } from '../images/crop-dialog.tsx'
import { ImageChooser } from '../images/image-chooser.tsx'
import { mayChange } from '../images/image-dialog.tsx'
import { PictureDrop } from '../images/picture-drop.tsx'
import { mayUse } from '../menu.ts'
import { AlternativeText } from './alternative-text.tsx'
import { ReviewedEventContext, ReviewPicture, SentPicture } from './review-picture.tsx'

type Picture = { readonly id: number; readonly url: string }

/** The picture of a record: dropped here, uploaded, or chosen from the library. */
export const PictureField = ({
  picture,
  error,
  onPicture,
}: {
  readonly picture: Picture | null
  readonly error?: string | undefined
  readonly onPicture: (picture: Picture | null) => void
}) => {
  const [progress, setProgress] = useState<number>()
  const [open, setOpen] = useState<'choose' | 'crop'>()
  const mayUpload = mayUse(session()?.role ?? 'subscriber', 'publish')
  const reviewed = useContext(ReviewedEventContext)
  const loaded = useLoaded(String(picture?.id), async () => (picture ? readImage(picture.id) : undefined))
  const image = loaded.data?.record.id === picture?.id ? loaded.data : undefined
  const choose = ({ id, source_url: url }: Pick<Image, 'id' | 'source_url'>): void => {
    setOpen(undefined)
    onPicture({ id, url })
  }
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return
    setProgress(0)
    try {
      choose(await upload(file, setProgress))
    } catch (fault) {
      notifyFault(fault)
    }
    setProgress(undefined)
  }
  const actions = (
    <>
      <Button onClick={() => setOpen('choose')}>{t('Choose from the images')}</Button>
      {picture && mayUpload && image && <Button onClick={() => setOpen('crop')}>{t('Crop the picture')}</Button>}
      {picture && <Button onClick={() => onPicture(null)}>{t('Remove the picture')}</Button>}
    </>
  )
  return (
    <fieldset class="picture">
      <legend>{t('Picture')}</legend>
      {picture && <img src={picture.url} alt={image?.record.alt_text ?? ''} />}
      {image && (
        <AlternativeText
          key={image.record.id}
          image={image.record}
          mayWrite={mayChange(image.record)}
          onText={(alt_text, ifMatch) => writeImage(image.record.id, { alt_text }, ifMatch).finally(loaded.reload)}
          etag={image.etag}
        />
      )}
      {progress !== undefined && <progress value={progress} max={1} aria-label={t('Uploading the picture')} />}
      {mayUpload && reviewed?.id && !picture && <SentPicture event={reviewed.id} />}
      {mayUpload ? (
        <PictureDrop
          button={picture ? t('Upload another picture') : t('Upload a picture')}
          isBusy={progress !== undefined}
          onFiles={take}
        >
          {actions}
        </PictureDrop>
      ) : (
        <>
          {reviewed && !picture && <ReviewPicture event={reviewed.id} />}
          <div class="actions">{actions}</div>
        </>
      )}
      {error && <p class="fault">{error}</p>}
      {open === 'choose' && <ImageChooser onClose={() => setOpen(undefined)} onChoose={choose} />}
      {open === 'crop' && image && (
        <CropDialog image={image.record} onClose={() => setOpen(undefined)} onCropped={choose} />
      )}
    </fieldset>
  )
}
