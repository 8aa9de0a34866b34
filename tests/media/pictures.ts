import sharp, { type Sharp } from 'sharp'
import type { ImageFormat } from '../../src/core/image-file.ts'

export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** The colours of the four quarters of every picture. */
export const quarters: { readonly [corner in 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight']: Colour } = {
  topLeft: [220, 30, 30, 255],
  topRight: [30, 200, 30, 255],
  bottomLeft: [30, 30, 220, 255],
  bottomRight: [250, 250, 250, 255],
}

/** What is special about a picture. */
export type PictureOptions = {
  readonly width?: number
  readonly height?: number
  /** Whether the quarter at the bottom right is transparent. */
  readonly isTransparent?: boolean
  /** Whether grain makes the file large. */
  readonly isGrainy?: boolean
  /** The Exif orientation: the picture is stored turned and mirrored, and is upright for those who heed it. */
  readonly orientation?: number
}

/** A picture that is red, green, blue and white, quarter by quarter, before it is encoded. */
export const drawPicture = ({
  width = 320,
  height = 240,
  isTransparent = false,
  isGrainy = false,
  orientation = 1,
}: PictureOptions = {}): Sharp => {
  const isTurned = orientation > 4
  const stored = isTurned ? { width: height, height: width } : { width, height }
  const pixels = Buffer.alloc(width * height * 4)
  for (let index = 0; index < width * height; index++) {
    const column = index % stored.width
    const row = Math.floor(index / stored.width)
    const [across, down] = isTurned ? [row, column] : [column, row]
    const x = [2, 3, 6, 7].includes(orientation) ? width - 1 - across : across
    const y = [3, 4, 7, 8].includes(orientation) ? height - 1 - down : down
    const [red, green, blue, alpha] = quarterAt(x < width / 2, y < height / 2)
    const grain = isGrainy ? (Math.imul(index, 2_654_435_761) >>> 27) - 16 : 0
    pixels[index * 4] = clamp(red + grain)
    pixels[index * 4 + 1] = clamp(green - grain)
    pixels[index * 4 + 2] = clamp(blue + grain)
    pixels[index * 4 + 3] = isTransparent && x >= width / 2 && y >= height / 2 ? 0 : alpha
  }
  const image = sharp(pixels, { raw: { ...stored, channels: 4 } })
  const opaque = isTransparent ? image : image.removeAlpha()
  return orientation === 1 ? opaque : opaque.withMetadata({ orientation })
}

const quarterAt = (isLeft: boolean, isTop: boolean): Colour => {
  if (isTop) return isLeft ? quarters.topLeft : quarters.topRight
  return isLeft ? quarters.bottomLeft : quarters.bottomRight
}

const clamp = (value: number): number => Math.max(0, Math.min(255, value))

/** The file of such a picture. */
export const makePicture = (format: ImageFormat, options: PictureOptions = {}): Promise<Buffer> =>
  drawPicture(options)
    .toFormat(format, { effort: format === 'avif' ? 0 : 1 })
    .toBuffer()

/** A file of as many frames as there are colours, each frame of one colour, 100 ms long. */
export const makeAnimation = async (
  format: 'gif' | 'webp',
  colours: readonly string[],
  { width = 320, height = 240 } = {},
): Promise<Buffer> => {
  const frames: Buffer[] = []
  for (const background of colours) {
    frames.push(
      await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    )
  }
  return sharp(frames, { join: { animated: true } })
    .toFormat(format, { delay: colours.map(() => 100), loop: 0 })
    .toBuffer()
}

/** The colour of one pixel of a file; as fractions of the sides, so that it is the same in every size. */
export const readColour = async (file: Uint8Array, across: number, down: number): Promise<Colour> => {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * 4
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
  return [red, green, blue, alpha]
}

/** Whether two colours are the same but for what lossy formats do to them. */
export const isNear = (one: Colour, other: Colour): boolean =>
  one.every((value, channel) => Math.abs(value - (other[channel] ?? 0)) <= 12)
