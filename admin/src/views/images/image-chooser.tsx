import { useState } from 'preact/hooks'
import { type Image, type ImageUses, type ListedImage, readFile, readImages } from '../../api/images.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Pager } from '../../ui/pager.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { LoadedState } from '../../ui/state.tsx'

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

/** The name by which an image is called. */
export const nameOf = ({ title, id }: Pick<Image, 'title' | 'id'>): string =>
  plainText(title.rendered) || t('Image {id}', { id })

/** Images side by side; each is a button. */
export const ImageGrid = ({
  images,
  uses,
  onChoose,
}: {
  readonly images: readonly ListedImage[]
  /** Says of each image how often it is used. */
  readonly uses?: readonly ImageUses[] | undefined
  readonly onChoose: (image: ListedImage) => void
}) => (
  <ul class="image-grid">
    {images.map((image) => {
      const total = uses?.find((one) => one.image === image.id)?.total
      return (
        <li key={image.id}>
          <button type="button" onClick={() => onChoose(image)}>
            <img src={readFile(image, 200)} alt="" loading="lazy" />
            <span class="image-name">{nameOf(image)}</span>
            {total !== undefined && (
              <small>{total === 0 ? t('not used') : tn('used once', 'used {count} times', total)}</small>
            )}
            {image.alt_text === '' && <small class="fault">{t('no alternative text')}</small>}
          </button>
        </li>
      )
    })}
  </ul>
)
