import { join } from 'node:path'
import { escapeUTF8 } from 'entities'
import sharp from 'sharp'
import { type Card, cardSize, fonts } from './card.ts'

const faces = {
  bold: { font: 'DejaVu Sans Condensed Bold', fontfile: join(fonts, 'ttf/DejaVuSansCondensed-Bold.ttf') },
  plain: { font: 'DejaVu Sans Condensed', fontfile: join(fonts, 'ttf/DejaVuSansCondensed.ttf') },
} as const

const margin = 80
const room = cardSize.width - 2 * margin

/** The sizes of a title in pixels: the largest in which it fits into so much height. */
const titleSizes = [84, 72, 60, 50, 42]
const titleHeight = 310

/** Draws a card as a PNG. It runs in the process that decodes images. */
export const drawCard = async (card: Card): Promise<Buffer> => {
  const { title, when, where, site } = card
  const hasTitle = title !== ''
  const [top, middle, bottom, foot] = await Promise.all([
    textOf(when, hasTitle ? 'plain' : 'bold', hasTitle ? 38 : 84),
    hasTitle ? fit(title) : undefined,
    textOf(where, 'plain', 36),
    textOf(site, 'bold', 30),
  ])
  const placed = [
    top && { input: top.data, left: margin, top: hasTitle ? 76 : 170 },
    middle && { input: middle.data, left: margin, top: 142 },
    bottom && { input: bottom.data, left: margin, top: 520 - bottom.info.height },
    foot && { input: foot.data, left: margin, top: 590 - foot.info.height },
  ]
  return sharp(backgroundOf(card))
    .composite(placed.filter((one) => one !== undefined))
    .png({ compressionLevel: 9, palette: true, effort: 3 })
    .toBuffer()
}

const fit = async (title: string) => {
  for (const size of titleSizes) {
    const drawn = await textOf(title, 'bold', size)
    if (!drawn || drawn.info.height <= titleHeight || size === titleSizes.at(-1)) return drawn
  }
  return undefined
}

/** A text in white, broken into lines; undefined for none. */
const textOf = async (text: string, face: keyof typeof faces, size: number) => {
  if (text.trim() === '') return undefined
  const { font, fontfile } = faces[face]
  return sharp({
    text: {
      text: `<span foreground="white">${escapeUTF8(text)}</span>`,
      font: `${font} ${size}`,
      fontfile,
      width: room,
      // A point is a pixel.
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}

/** The ground with a line at its edge and a shape in the corner. */
const backgroundOf = ({ ground, shape, line }: Card): Buffer => {
  const { width, height } = cardSize
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="${ground}"/>
<circle cx="${width - 90}" cy="${height - 40}" r="330" fill="${shape}"/>
<circle cx="${width - 90}" cy="${height - 40}" r="190" fill="${ground}"/>
<rect width="20" height="100%" fill="${line}"/>
</svg>`)
}
