import type { SizeName } from '../core/image-file.ts'

/** One size that an image has besides its full one; sides are in pixels. */
export type Size = {
  readonly name: SizeName
  readonly width: number
  readonly height: number
  /** Whether it is cropped from the middle instead of showing the whole image. */
  readonly isCropped: boolean
}

/**
 * The sizes of an image of this width and height, as upright as it is shown: those of The Events Calendar that are smaller than the
 * image, in the order in which its clients see them (F2.6). An image is never enlarged.
 */
export const listSizes = (width: number, height: number): readonly Size[] =>
  boxes
    .map(({ name, box, isCropped }): Size => {
      const scale = Math.min(box.width / width, box.height / height, 1)
      return {
        name,
        width: isCropped ? Math.min(box.width, width) : Math.max(1, Math.round(width * scale)),
        height: isCropped ? Math.min(box.height, height) : Math.max(1, Math.round(height * scale)),
        isCropped,
      }
    })
    .filter((size) => size.width < width || size.height < height)

const boxes = [
  { name: 'medium', box: { width: 300, height: 300 }, isCropped: false },
  { name: 'large', box: { width: 1024, height: 1024 }, isCropped: false },
  { name: 'thumbnail', box: { width: 150, height: 150 }, isCropped: true },
  { name: 'medium_large', box: { width: 768, height: Number.POSITIVE_INFINITY }, isCropped: false },
  { name: '1536x1536', box: { width: 1536, height: 1536 }, isCropped: false },
  { name: '2048x2048', box: { width: 2048, height: 2048 }, isCropped: false },
] as const
