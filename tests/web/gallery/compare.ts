import sharp from 'sharp'

/** How much smaller a stored picture is than the page, in each direction. */
const scale = 4

/** How much smaller two pictures are when they are compared: letters are grey then, whatever has drawn them. */
const compared = 8

/** From this difference of a channel on, of 255, a pixel has another colour. */
const strong = 40

/** The share of pixels that may have another colour. */
export const tolerance = 0.008

/** A screenshot as it is stored. */
export const shrink = async (screenshot: Buffer): Promise<Buffer> => {
  const { width = 0, height = 0 } = await sharp(screenshot).metadata()
  return sharp(screenshot)
    .resize(Math.round(width / scale), Math.round(height / scale), { fit: 'fill' })
    .webp({ quality: 70, effort: 6 })
    .toBuffer()
}

const pixels = (picture: Buffer, width: number, height: number): Promise<Buffer> =>
  sharp(picture).resize(width, height, { fit: 'fill' }).flatten().toColourspace('srgb').raw().toBuffer()

/** The share of pixels in which a screenshot has clearly another colour than a stored picture. */
export const differenceOf = async (screenshot: Buffer, stored: Buffer): Promise<number> => {
  const [one, other] = await Promise.all([sharp(screenshot).metadata(), sharp(stored).metadata()])
  const isAsLarge = (side: 'width' | 'height'): boolean => Math.abs((one[side] ?? 0) / scale - (other[side] ?? 0)) <= 1
  if (!isAsLarge('width') || !isAsLarge('height')) return 1
  const [width, height] = [Math.round((one.width ?? 0) / compared), Math.round((one.height ?? 0) / compared)]
  // Both go the same way, so that only the page makes a difference.
  const [shown, kept] = await Promise.all([
    pixels(await shrink(screenshot), width, height),
    pixels(stored, width, height),
  ])
  let different = 0
  for (let at = 0; at < shown.length; at += 3) {
    const channels = [0, 1, 2].map((channel) => Math.abs((shown[at + channel] ?? 0) - (kept[at + channel] ?? 0)))
    if (Math.max(...channels) >= strong) different++
  }
  return different / (width * height)
}
