import { CalendarError } from 'kalends-client'
import { useState } from 'preact/hooks'
import type { Tagged } from '../../api/calendar.ts'
import {
  type Image,
  type ImageUse,
  type ImageUses,
  readFile,
  readImage,
  removeImage,
  writeImage,
} from '../../api/images.ts'
import { adminPath } from '../../api/root.ts'
import { session } from '../../api/session.ts'
import { upload } from '../../api/upload.ts'
import { type Loaded, useLoaded } from '../../api/use-loaded.ts'
import { formatBytes, formatNumber, t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { Fields, type FormOf, fieldFor, line, readForm, writeForm } from '../../ui/form.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { statusName } from '../../ui/status-tabs.tsx'
import { mayUse } from '../menu.ts'
import { nameOf } from './image-chooser.tsx'
import { PictureDrop } from './picture-drop.tsx'

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
        <img src={readFile(record, 600)} alt={record.alt_text} />
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

const field = fieldFor<Image, { readonly title?: string; readonly alt_text?: string }>()

/** The texts of an image. */
const imageFields = {
  alt_text: field({
    label: () => t('Alternative text'),
    hint: () => t('What the picture shows, for people who cannot see it.'),
    blank: '',
    read: ({ alt_text }) => alt_text,
    write: { alt_text: (text) => text },
    control: line(),
  }),
  title: field({
    label: () => t('Title'),
    blank: '',
    read: ({ title }) => plainText(title.rendered),
    write: { title: (text) => text },
    control: line(),
  }),
} as const

/** Their values in the form. */
type ImageForm = FormOf<typeof imageFields>

/** The form for the texts of an image. */
const ImageTextForm = ({
  image,
  onSave,
  onClose,
}: {
  readonly image: Image
  readonly onSave: (form: ImageForm) => void
  readonly onClose: () => void
}) => {
  const [form, setForm] = useState<ImageForm>(() => readForm(imageFields, image))
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(form)
      }}
    >
      <Fields fields={imageFields} form={form} change={(changed) => setForm({ ...form, ...changed })} faults={{}} />
      <div class="actions">
        <Button type="submit" kind="primary">
          {t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}

/** Asks before an image is deleted, and warns where it is used. */
const ImageRemoval = ({
  image,
  name,
  uses,
  onClose,
  onRemoved,
}: {
  readonly image: Image
  readonly name: string
  readonly uses: ImageUses | undefined
  readonly onClose: () => void
  readonly onRemoved: () => void
}) => {
  const [isBusy, setBusy] = useState(false)
  const remove = (): void => {
    setBusy(true)
    removeImage(image.id).then(
      () => {
        notify(t('The image “{name}” has been deleted.', { name }))
        onRemoved()
      },
      (error) => {
        notifyFault(error)
        onClose()
      },
    )
  }
  const total = uses?.total ?? 0
  return (
    <Dialog title={t('Delete the image “{name}”', { name })} onClose={onClose}>
      <div class="stack">
        {total > 0 && (
          <p class="notice failed">
            {tn(
              '{count} record shows it, and will have no image.',
              '{count} records show it, and will have no image.',
              total,
            )}
          </p>
        )}
        <p>{t('This cannot be undone.')}</p>
        <div class="actions">
          <Button kind="danger" isBusy={isBusy} onClick={remove}>
            {t('Delete the image')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

const kinds: Readonly<Record<ImageUse['kind'], () => string>> = {
  event: () => t('Event'),
  venue: () => t('Venue'),
  organizer: () => t('Organizer'),
}

/** The records that show an image. */
const UseList = ({ uses }: { readonly uses: ImageUses | undefined }) => {
  if (!uses) return null
  const { total, records } = uses
  const more = total - records.length
  return (
    <section>
      <h3>{total === 0 ? t('It is not used anywhere.') : tn('Used once', 'Used {count} times', total)}</h3>
      <ul class="uses">
        {records.map(({ kind, id, title, status }) => (
          <li key={`${kind} ${id}`}>
            {kinds[kind]()}: <a href={`${adminPath}/${kind}s/${id}`}>{title || t('(no title)')}</a>{' '}
            {status !== 'publish' && <span class="badge">{statusName(status)}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{tn('and {count} more', 'and {count} more', more)}</p>}
    </section>
  )
}
