import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import type { PageContext } from '../page-context.ts'
import type { Picture } from './layout.ts'

/** A record with its featured image, if it has one. */
type Pictured = { readonly image?: EventRecord['image'] | undefined }

/** An image in its full size, with its other sizes by their names. */
type Image = Picture & { readonly sizes?: Readonly<Record<string, Picture & { readonly width: number }>> | undefined }

/** The smallest picture of a record with at least this width in pixels. */
export const findPicture = (
  { image }: { readonly image?: Image | false | undefined },
  least = 300,
): Picture | undefined => {
  if (!image) return undefined
  const sizes = Object.values(image.sizes ?? {})
  return sizes.filter(({ width }) => width >= least).sort((one, other) => one.width - other.width)[0] ?? image
}

/** The alternative texts of images, by their ids. */
type AltTexts = ReadonlyMap<number, string>

/** Reads the alternative texts from the library: the records of the interface do not have them. */
export const readAltTexts = async ({ records }: PageContext, some: readonly Pictured[]): Promise<AltTexts> => {
  const ids = new Set(some.flatMap(({ image }) => (image ? [image.id] : [])))
  const images = ids.size === 0 ? [] : await records.images.byIds([...ids])
  return new Map(images.map(({ id, alt_text }) => [id, alt_text]))
}

/** The patterns of events without a picture in the styles. */
const patterns = 4

/** A pattern in the hue of the category, in the place of the picture of a card. */
export const renderBlank = ({ id }: Pick<EventRecord, 'id'>): Markup =>
  markup`<span class="blank art-${id % patterns}"></span>`

/** The sizes in pixels of pictures in cards, as in the styles; `narrow` is that on phones, where a tile is as wide as the page. */
const boxes = {
  row: { width: 160, height: 100, narrow: { width: 104, height: 104 } },
  featured: { width: 256, height: 160, narrow: undefined },
  mini: { width: 48, height: 48, narrow: { width: 48, height: 48 } },
  entry: { width: 64, height: 64, narrow: { width: 64, height: 64 } },
  small: { width: 104, height: 104, narrow: { width: 104, height: 104 } },
  tile: { width: 368, height: 245, narrow: undefined },
  screen: { width: 720, height: 450, narrow: { width: 104, height: 104 } },
} as const

type Thumbnail = {
  readonly shape: keyof typeof boxes
  /** It may be seen at once; other pictures load when they come into view. */
  readonly isFirst: boolean
}

/** The picture of a record in a list. It fills its box, so what does not fit is cropped. */
export const renderThumbnail = ({ image }: Pictured, altTexts: AltTexts, { shape, isFirst }: Thumbnail): Content => {
  const shown = findPicture({ image })
  if (!image || !shown) return undefined
  const ratio = ratioOf(image)
  const wide = ({ width, height }: { width: number; height: number }): number =>
    Math.max(width, Math.round(height * ratio))
  const { narrow, ...box } = boxes[shape]
  const sizes = `(max-width: 45rem) ${narrow ? `${wide(narrow)}px` : 'calc(100vw - 2rem)'}, ${wide(box)}px`
  const alt = altTexts.get(image.id) ?? ''
  // Tiles of the map beside them come first.
  const isLazy = !isFirst || shape === 'small'
  return markup`<img src="${shown.url}"${sourcesOf(image, 1100, sizes)}${pixelsOf(shown)} alt="${alt}"${isLazy && trusted(' loading="lazy"')} decoding="async">`
}

/** The most pixels that the picture of a page takes: those of the wider column in the styles (47 rem). */
const most = { width: 752, height: 480 } as const

/** The picture of an organizer is mostly a logo. */
const mostOfLogo = { width: 240, height: 160 } as const

/** The width, and the width divided by the height, of a picture that fills the column, which cuts a little of it off. */
const filled = { width: 640, from: 1.25, to: 2.1 } as const

/** The picture of a record on its page. Its attributes have the size at which it is shown, so that the layout does not shift when it loads. */
export const showPicture = async (
  context: PageContext,
  { image }: Pictured,
  kind: 'photo' | 'logo' = 'photo',
): Promise<Content> => {
  const shown = findPicture({ image }, 1000)
  if (!image || !shown) return undefined
  const { url, width = 0, height = 0 } = shown
  const box = kind === 'logo' ? mostOfLogo : most
  const scale = Math.min(1, box.width / width, box.height / height)
  const [wide, high] = [width, height].map((pixels) => Math.max(Math.round(pixels * scale), 1))
  const alt = (await readAltTexts(context, [{ image }])).get(image.id) ?? ''
  const sizes = `(max-width: ${(wide ?? 0) + 32}px) calc(100vw - 2rem), ${wide}px`
  const ratio = ratioOf(image)
  const isFilled = kind === 'photo' && width >= filled.width && ratio >= filled.from && ratio <= filled.to
  return markup`<figure class="picture${isFilled && ' filled'}"><img src="${url}"${sourcesOf(image, 2 * most.width, sizes)}${pixelsOf({ width: wide, height: high })} alt="${alt}" fetchpriority="high"></figure>`
}

/** The widest file of a picture behind a title, in pixels: it lies in the shade, and needs no more. */
const widestBackdrop = 2048

/** The picture behind a title, which only decorates it; undefined if it is gone. It takes the room of the title, so that nothing moves when it loads. */
export const showBackdrop = async ({ records }: PageContext, id: number): Promise<Content> => {
  const [found] = await records.images.byIds([id])
  if (!found) return undefined
  const { width, height, sizes = {} } = found.media_details
  const files = Object.entries(sizes).map(([name, size]) => [name, { ...size, url: size.source_url }] as const)
  const image = { url: found.source_url, width, height, sizes: Object.fromEntries(files) }
  const shown = findPicture({ image }, 1000)
  if (!shown) return undefined
  // A phone with three pixels in each of the layout takes a file for two.
  const candidates = sourcesOf(image, widestBackdrop, '(max-width: 45rem) 67vw, min(100vw - 2rem, 72rem)')
  return markup`<img class="banner-picture" src="${shown.url}"${candidates}${pixelsOf(shown)} alt="" fetchpriority="high">`
}

const ratioOf = ({ width = 1, height = 1 }: Picture): number => width / height

const pixelsOf = ({ width, height }: Omit<Picture, 'url'>): Content =>
  width && height && markup` width="${width}" height="${height}"`

/** The sizes from which a browser may choose: uncropped, up to a width in pixels. */
const sourcesOf = (image: Image, widest: number, sizes: string): Content => {
  const { url, width, height } = image
  const isWhole = (size: Picture): boolean =>
    size.width !== undefined &&
    size.height !== undefined &&
    size.width <= widest &&
    Math.abs(size.width / ratioOf(image) - size.height) <= 1
  const all = [...Object.values(image.sizes ?? {}), { url, width, height }].filter(isWhole)
  const sources = [...new Set(all.map((size) => `${size.url} ${size.width}w`))]
  return sources.length > 1 && markup` srcset="${sources.join(', ')}" sizes="${sizes}"`
}
