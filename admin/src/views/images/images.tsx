import { useState } from 'preact/hooks'
import { eachOf } from '../../api/each-of.ts'
import { type Image, type ListedImage, readImages, readUses } from '../../api/images.ts'
import { upload } from '../../api/upload.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { useAddress } from '../use-address.ts'
import { ImageGrid } from './image-chooser.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { PictureDrop } from './picture-drop.tsx'

/** The library of images. */
export const Images = () => {
  const { values, change } = useAddress(['search', 'page'])
  const page = Math.max(1, Number(values.page) || 1)
  const loaded = useLoaded(JSON.stringify(values), () =>
    readImages({ search: values.search || undefined, page, per_page: 48 }),
  )
  const ids = loaded.data?.records.map(({ id }) => id) ?? []
  const uses = useLoaded(ids.join(), () => readUses(ids))
  const { uploads, send } = useUploads()
  const [open, setOpen] = useState<ListedImage>()
  const reload = (): void => {
    loaded.reload()
    uses.reload()
  }
  const take = async (files: readonly File[]): Promise<void> => {
    const { length } = await send(files)
    if (length > 0) notify(tn('{count} image has been uploaded.', '{count} images have been uploaded.', length))
    reload()
  }
  return (
    <>
      <Heading title={t('Images')} />
      <div class="stack">
        <PictureDrop button={t('Upload images')} isPrimary isMultiple onFiles={take} />
        <Uploads uploads={uploads} />
        <search class="row filters">
          <SearchField value={values.search} onValue={(search) => change({ search })} />
        </search>
      </div>
      <LoadedState
        loaded={loaded}
        isEmpty={({ records }) => records.length === 0}
        empty={<p>{values.search ? t('No image has these words.') : t('There are no images yet.')}</p>}
      >
        {({ records, total, pages }) => (
          <>
            <p class="quiet">{tn('{count} image', '{count} images', total)}</p>
            <ImageGrid images={records} uses={uses.data} onChoose={setOpen} />
            <Pager page={page} pages={pages} onPage={(next) => change({ page: String(next) })} />
          </>
        )}
      </LoadedState>
      {open && (
        <ImageDialog
          id={open.id}
          uses={uses.data?.find(({ image }) => image === open.id)}
          onClose={() => setOpen(undefined)}
          onChanged={reload}
        />
      )}
    </>
  )
}

/** A file that is on its way, and how much of it has been sent, from 0 to 1. */
type Upload = { readonly id: number; readonly name: string; readonly share: number }

let lastId = 0

/** Uploads files to the library, a few at the same time. Refused files are reported; the others continue. */
const useUploads = () => {
  const [all, setAll] = useState<readonly Upload[]>([])
  const send = async (files: readonly File[]): Promise<readonly Image[]> => {
    const added = files.map((file) => ({ file, id: ++lastId }))
    const images: Image[] = []
    setAll((before) => [...before, ...added.map(({ file, id }) => ({ id, name: file.name, share: 0 }))])
    await eachOf(added, async ({ file, id }) => {
      const note = (share: number): void =>
        setAll((before) => before.map((one) => (one.id === id ? { ...one, share } : one)))
      try {
        images.push(await upload(file, note))
      } catch (error) {
        notifyFault(`${file.name}: ${(error as Error).message}`)
      }
      setAll((before) => before.filter((one) => one.id !== id))
    })
    return images
  }
  return { uploads: all, send }
}

/** The files that are on their way. */
const Uploads = ({ uploads }: { readonly uploads: readonly Upload[] }) =>
  uploads.length === 0 ? null : (
    <ul class="uploads" aria-label={t('Uploads')}>
      {uploads.map(({ id, name, share }) => (
        <li key={id}>
          <span>{name}</span>
          <progress value={share} max={1} aria-label={t('Uploading “{name}”', { name })} />
        </li>
      ))}
    </ul>
  )
