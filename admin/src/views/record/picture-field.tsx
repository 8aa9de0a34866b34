import { createContext } from 'preact'
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Image, readImage, writeImage } from '../../api/images.ts'
import { session } from '../../api/session.ts'
import { read, write } from '../../api/site.ts'
import { type ReviewPicture as Sent, sendReviewPicture, upload } from '../../api/upload.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { CropDialog } from '../images/crop-dialog.tsx'
import { ImageChooser } from '../images/image-chooser.tsx'
import { mayChange } from '../images/image-dialog.tsx'
import { PictureDrop } from '../images/picture-drop.tsx'
import { mayUse } from '../menu.ts'

/** A picture in a form. */
export type Picture = { readonly id: number; readonly url: string }

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

/** The alternative text of a picture. It belongs to the image, and is saved when the field is left. */
const AlternativeText = ({
  image,
  etag,
  mayWrite,
  onText,
}: {
  readonly image: Image
  readonly etag: string
  readonly mayWrite: boolean
  readonly onText: (text: string, ifMatch?: string) => Promise<{ readonly etag: string }>
}) => {
  const [text, setText] = useState(image.alt_text)
  const [fault, setFault] = useState('')
  const known = useRef(image.alt_text)
  // Reading the image again does not replace what is being typed.
  useLayoutEffect(() => {
    setText((now) => (now === known.current ? image.alt_text : now))
    known.current = image.alt_text
  }, [image.alt_text])
  const save = (): void => {
    setFault('')
    onText(text, etag).then(
      (saved) => notify(t('The alternative text has been saved.'), () => onText(image.alt_text, saved.etag)),
      (error: Error) => setFault(error.message),
    )
  }
  if (!mayWrite) return image.alt_text === '' ? null : <p class="hint">{image.alt_text}</p>
  return (
    <Field
      label={t('Alternative text')}
      hint={t('What the picture shows, for people who cannot see it. It is saved with the image, for all who use it.')}
      error={fault}
    >
      {(control) => (
        <input
          {...control}
          type="text"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={save}
        />
      )}
    </Field>
  )
}

/** The event whose form is around a part and which is not public: a picture may be sent with it. Its id is undefined until it is saved. */
export const ReviewedEventContext = createContext<{ readonly id: number | undefined } | undefined>(undefined)

/** The picture that was sent with an event, for those who decide on it. */
const SentPicture = ({ event }: { readonly event: number }) => {
  const path = `reviews/${event}/picture`
  const { data } = useLoaded(path, () => read<Sent>('kalends/v1', path))
  if (!data?.picture) return null
  return (
    <figure class="sent-picture">
      <img src={data.picture} alt={t('The submitted picture')} />
      <figcaption class="quiet">
        {t('Sent with the event. It becomes public with it, unless another picture is chosen.')}
      </figcaption>
    </figure>
  )
}

/** The picture that somebody who may not upload images sends with an event: it becomes public when the event does. */
const ReviewPicture = ({ event }: { readonly event: number | undefined }) => {
  const [progress, setProgress] = useState<number>()
  const path = `reviews/${event}/picture`
  const { data, reload } = useLoaded(path, async () => (event ? read<Sent>('kalends/v1', path) : undefined))
  if (!event) return <p class="quiet">{t('Once the event is saved, a picture of your own can be sent with it.')}</p>
  const picture = data?.picture
  const run = (work: Promise<unknown>): Promise<void> =>
    work.catch(notifyFault).then(() => {
      setProgress(undefined)
      reload()
    })
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return
    setProgress(0)
    await run(sendReviewPicture(event, file, setProgress))
  }
  return (
    <>
      {picture && (
        <figure class="sent-picture">
          <img src={picture} alt={t('The picture that you have sent')} />
          <figcaption class="quiet">{t('It becomes public with the event.')}</figcaption>
        </figure>
      )}
      {progress !== undefined && <progress value={progress} max={1} aria-label={t('Uploading the picture')} />}
      <PictureDrop
        button={picture ? t('Send another picture') : t('Send a picture')}
        isBusy={progress !== undefined}
        onFiles={take}
      >
        {picture && (
          <Button onClick={() => run(write('DELETE', 'kalends/v1', path))}>{t('Take the picture back')}</Button>
        )}
      </PictureDrop>
    </>
  )
}
