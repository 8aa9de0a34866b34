import { fileOf, type Image, type ImageUses, type ListedImage } from '../../api/images.ts'
import { t, tn } from '../../texts.ts'
import { plainText } from '../../ui/plain-text.ts'

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
            <img src={fileOf(image, 200)} alt="" loading="lazy" />
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
