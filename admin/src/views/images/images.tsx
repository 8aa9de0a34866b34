import { useState } from 'preact/hooks'
import { type ListedImage, readImages, readUses } from '../../api/images.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { notify } from '../../ui/notices.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { useAddress } from '../use-address.ts'
import { ImageDialog } from './image-dialog.tsx'
import { ImageGrid } from './image-grid.tsx'
import { PictureDrop } from './picture-drop.tsx'
import { Uploads, useUploads } from './use-uploads.tsx'

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
