import { readdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type ImageFormat, imageFormats, type PreparedImage, previewSide, type Rendition } from '../core/image-file.ts'
import type { Card } from './card.ts'
import { drawCard } from './draw-card.ts'
import { listSizes } from './sizes.ts'

// The program of the process that decodes and draws images; `decoder.ts` starts it, sends one job at a time and ends it.

/** One image to decode: `format` is determined by its first bytes, `directory` is for its renditions, and for a preview if there is to be one. */
export type ImageJob = {
  readonly source: string
  readonly directory: string
  readonly format: ImageFormat
  readonly hasPreview: boolean
}

/** A card to draw. */
export type CardJob = { readonly card: Card }

/** The result of a job: the image, a card as PNG in Base64, a fault of the image, or an error of the system. */
export type ImageAnswer =
  | { readonly image: PreparedImage }
  | { readonly png: string }
  | { readonly fault: string }
  | { readonly error: { readonly code: string; readonly message: string } }

const pixelLimit = 40_000_000

const reading = { limitInputPixels: pixelLimit, failOn: 'error' } as const

const prepare = async ({ source, directory, format, hasPreview }: ImageJob): Promise<ImageAnswer> => {
  const { isKind, pixels, isMoving, isPalette, isDeep } = await inspect(source, format)
  if (!isKind) return undecodable
  if (pixels > pixelLimit) {
    const size = (Math.ceil(pixels / 100_000) / 10).toLocaleString('en')
    return { fault: `The image has ${size} megapixels; at most ${pixelLimit / 1_000_000} are taken.` }
  }

  // The first frame is decoded once, upright and in sRGB; everything written comes from these pixels.
  const upright = sharp(source, { ...reading, autoOrient: !isMoving })
  // By default sharp converts images of 16 bits to Display P3 and leaves them there.
  const { data, info } = await (isDeep ? upright.withIccProfile('srgb') : upright)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const frame = (): Sharp => sharp(data, { raw: info })
  const write = async (size: Rendition['size'], image: Sharp, width: number, height: number): Promise<Rendition> => {
    const bytes = await encode(image, format, { isFull: size === 'full', isPalette }).toBuffer()
    const file = join(directory, `${size}.${imageFormats[format].extension}`)
    await writeDurably(file, bytes)
    return { size, file, width, height, filesize: bytes.length }
  }

  const whole = isMoving ? sharp(source, { ...reading, animated: true }) : frame()
  const full = await write('full', whole, info.width, info.height)
  const others: Rendition[] = []
  for (const { name, width, height, isCropped } of listSizes(info.width, info.height)) {
    const image = frame().resize(width, height, { fit: isCropped ? 'cover' : 'fill' })
    others.push(await write(name, image, width, height))
  }
  const preview = hasPreview ? join(directory, 'preview.webp') : undefined
  if (preview) {
    const image = frame().resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true })
    await writeDurably(preview, await image.webp({ quality: 75 }).toBuffer())
  }
  return { image: { format, renditions: [full, ...others], ...(preview && { preview }) } }
}

/** Checks the header before anything is decoded; the pixels of all frames count. */
const inspect = async (source: string, format: ImageFormat) => {
  const header = await sharp(source, { limitInputPixels: false }).metadata()
  const frames = format === 'gif' || format === 'webp' ? (header.pages ?? 1) : 1
  return {
    isKind: format === 'avif' ? header.compression === 'av1' : header.format === format,
    pixels: header.width * header.height * frames,
    isMoving: frames > 1,
    isPalette: header.isPalette,
    isDeep: header.space === 'rgb16' && header.hasProfile,
  }
}

/**
 * Settings with which 40 megapixels take seconds. WebP of less effort fails at large images full of detail; AVIF of full
 * chroma needs half as much memory again.
 */
const encode = (image: Sharp, format: ImageFormat, { isFull, isPalette }: { isFull: boolean; isPalette: boolean }) => {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: isFull ? 90 : 82 })
    case 'png':
      return image.png({ compressionLevel: 8, ...(isPalette && { palette: true, effort: 1 }) })
    case 'gif':
      return image.gif({ effort: 1 })
    case 'webp':
      return image.webp({ quality: isFull ? 90 : 82, effort: 2 })
    case 'avif':
      return image.avif({ quality: isFull ? 65 : 55, effort: 0, chromaSubsampling: '4:2:0' })
  }
}

/** Writes a file to the disk itself. sharp could do it, but its errors do not distinguish a full disk from a broken image. */
const writeDurably = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

const undecodable = { fault: 'The image cannot be decoded: it is damaged or incomplete.' }

/** Errors of the system have a code, those of sharp have none. */
const explain = ({ code, message }: Error & { readonly code?: string }): ImageAnswer => {
  if (code === undefined && /out of memory|cannot allocate memory|bad_alloc/i.test(message))
    return { error: { code: 'ENOMEM', message } }
  return code === undefined ? undecodable : { error: { code, message } }
}

/** If memory runs out, the kernel should end this process and not the server. */
const volunteerForOom = (): void => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it.
  }
}

/** Lowers the priority below that of the server. Linux has priorities by thread; new threads inherit that of their creator. */
const yieldToServer = (): void => {
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), priority)
  } catch {
    // Other systems have priorities only by process, and a sandboxed service may not change them.
    yieldAsProcess()
  }
}

const priority = constants.priority.PRIORITY_BELOW_NORMAL

const yieldAsProcess = (): void => {
  try {
    setPriority(priority)
  } catch {
    // Then decoding has the priority of the server.
  }
}

/** Uploads are files: what is in memory are the parts of cards, which this program makes itself. */
const loaders = ['JpegFile', 'PngFile', 'NsgifFile', 'WebpFile', 'HeifFile', 'PngBuffer', 'SvgBuffer']

volunteerForOom()
yieldToServer()
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) })

const work = async (job: ImageJob | CardJob): Promise<ImageAnswer> =>
  'card' in job ? { png: (await drawCard(job.card)).toString('base64') } : prepare(job)

process.on('message', (job: ImageJob | CardJob) => {
  work(job)
    .catch(explain)
    .then((answer) => process.send?.(answer))
})
// Signals meant for the server reach its children too; the server ends this one when it has finished.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// Not `process.exit`, which waits for what is being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
