import { CalendarError } from 'kalends-client'
import { useState } from 'preact/hooks'
import type { Tagged } from '../../api/calendar.ts'
import { fileOf, type Image, type ImageUses, readImage, writeImage } from '../../api/images.ts'
import { session } from '../../api/session.ts'
import { upload } from '../../api/upload.ts'
import { type Loaded, useLoaded } from '../../api/use-loaded.ts'
import { formatBytes, formatNumber, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { readForm, writeForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { mayUse } from '../menu.ts'
import { nameOf } from './image-grid.tsx'
import { ImageRemoval } from './image-removal.tsx'
import { type ImageForm, ImageTextForm, imageFields } from './image-texts.tsx'
import { PictureDrop } from './picture-drop.tsx'
import { UseList } from './use-list.tsx'

type Props = {
  readonly uses: ImageUses | undefined
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** An image with its texts, uses and actions. */
export const ImageDialog = ({ id, ...rest }: Props & { readonly id: number }) => {
  const loaded = useLoaded('', () => readImage(id))
  return (
    <Dialog title={t('Image')} onClose={rest.onClose} isWide>
      <LoadedState loaded={loaded}>
        {(tagged) => <Details key={tagged.etag} tagged={tagged} loaded={loaded} {...rest} />}
      </LoadedState>
    </Dialog>
  )
}

/** Authors change their own images, editors all of them (contract B5). */
export const mayChange = ({ author }: Image): boolean => {
  const { user, role = 'subscriber' } = session() ?? {}
  return mayUse(role, 'edit-others') || (author === user && mayUse(role, 'publish'))
}

type DetailProps = Props & { readonly tagged: Tagged<Image>; readonly loaded: Loaded<Tagged<Image>> }

const Details = ({ tagged: { record, etag }, loaded, uses, onClose, onChanged }: DetailProps) => {
  const [fault, setFault] = useState('')
  const [share, setShare] = useState<number>()
  const [isRemoving, setRemoving] = useState(false)
  const { width, height, filesize } = record.media_details
  /** Does something with the image, which is then read again. */
  const work = async <T,>(
    change: () => Promise<T>,
    done: string,
    undo?: (changed: T) => Promise<unknown>,
  ): Promise<boolean> => {
    setFault('')
    let changed: T
    try {
      changed = await change()
    } catch (error) {
      const isOld = error instanceof CalendarError && error.status === 412
      setFault(
        isOld
          ? t('Somebody else has changed this image. Nothing has been saved; open it again.')
          : `${(error as Error).message}`,
      )
      return false
    }
    notify(done, undo && (() => undo(changed).finally(onChanged)))
    onChanged()
    return true
  }
  const save = async (form: ImageForm): Promise<void> => {
    const put = (to: ImageForm, ifMatch?: string) => writeImage(record.id, writeForm(imageFields, to), ifMatch)
    const undo = ({ etag }: Tagged<Image>) => put(readForm(imageFields, record), etag)
    if (await work(() => put(form, etag), t('Saved.'), undo)) onClose()
  }
  const replace = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return
    setShare(0)
    const to = { replace: record.id, etag }
    if (await work(() => upload(file, setShare, to), t('The file has been replaced.'))) loaded.reload()
    setShare(undefined)
  }
  const isOwn = mayChange(record)
  return (
    <div class="image-details">
      <div class="stack">
        <img src={fileOf(record, 600)} alt={record.alt_text} />
        <p class="quiet">
          {formatNumber(width)} × {formatNumber(height)} · {formatBytes(filesize)} ·{' '}
          <a href={record.source_url}>{t('Open the file')}</a>
        </p>
        <UseList uses={uses} />
      </div>
      <div class="stack">
        <Fault text={fault} />
        {isOwn ? (
          <ImageTextForm image={record} onSave={save} onClose={onClose} />
        ) : (
          <>
            <p>{record.alt_text || t('It has no alternative text.')}</p>
            <Button onClick={onClose}>{t('Close')}</Button>
          </>
        )}
        {isOwn && (
          <>
            <PictureDrop button={t('Replace the file')} isBusy={share !== undefined} onFiles={replace}>
              <Button kind="danger" onClick={() => setRemoving(true)}>
                {t('Delete')}
              </Button>
            </PictureDrop>
            {share !== undefined && <progress value={share} max={1} aria-label={t('Uploading the picture')} />}
          </>
        )}
      </div>
      {isRemoving && (
        <ImageRemoval
          image={record}
          name={nameOf(record)}
          uses={uses}
          onClose={() => setRemoving(false)}
          onRemoved={() => {
            onChanged()
            onClose()
          }}
        />
      )}
    </div>
  )
}
