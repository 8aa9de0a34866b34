import { createContext } from 'preact'
import { useState } from 'preact/hooks'
import { read, write } from '../../api/site.ts'
import { type ReviewPicture as Sent, sendReviewPicture } from '../../api/upload.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { PictureDrop } from '../images/picture-drop.tsx'

/** The event whose form is around a part and which is not public: a picture may be sent with it. Its id is undefined until it is saved. */
export const ReviewedEventContext = createContext<{ readonly id: number | undefined } | undefined>(undefined)

/** The picture that was sent with an event, for those who decide on it. */
export const SentPicture = ({ event }: { readonly event: number }) => {
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
export const ReviewPicture = ({ event }: { readonly event: number | undefined }) => {
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
