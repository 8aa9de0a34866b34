import { useState } from 'preact/hooks'
import { type ListedImage, readImages } from '../../api/images.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { ImageGrid } from './image-grid.tsx'

/** Chooses one of the existing images. */
export const ImageChooser = ({
  onClose,
  onChoose,
}: {
  readonly onClose: () => void
  readonly onChoose: (image: ListedImage) => void
}) => {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const loaded = useLoaded(`${page} ${search}`, () => readImages({ search: search || undefined, page, per_page: 24 }))
  return (
    <Dialog title={t('Choose an image')} onClose={onClose} isWide>
      <search
        class="row filters"
        // The dialog is inside a form, which Enter would send.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      >
        <SearchField
          value={search}
          onValue={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
      </search>
      <LoadedState
        loaded={loaded}
        isEmpty={({ records }) => records.length === 0}
        empty={<p>{search ? t('No image has these words.') : t('There are no images yet.')}</p>}
      >
        {({ records, pages }) => (
          <>
            <ImageGrid images={records} onChoose={onChoose} />
            <Pager page={page} pages={pages} onPage={setPage} />
          </>
        )}
      </LoadedState>
      <p class="actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </p>
    </Dialog>
  )
}
