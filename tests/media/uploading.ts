import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { MediaRecord } from '../../src/resources/media/record.ts'
import { basic } from '../support/calendar.ts'

/** A server that listens, and the password of its administrator. */
export type Site = { readonly address: string; readonly secret: string }

/** What an upload answered: an image, or the body of an error. */
export type UploadReply = { readonly status: number; readonly headers: Headers; readonly body: MediaRecord }

/** A JPEG file of noise, which no format makes smaller: at the best quality about three bytes a pixel. */
export const makeNoise = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()

/** Uploads a file as the administrator; its type is found out by the server. */
export const upload = async ({ address, secret }: Site, bytes: Uint8Array): Promise<UploadReply> => {
  const response = await fetch(`${address}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: {
      authorization: basic('admin', secret),
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="picture"',
    },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as MediaRecord }
}

/** The paths below `/media/` of all files of an image. */
export const pathsOf = ({ source_url, media_details }: MediaRecord): string[] => {
  const urls = [source_url, ...Object.values(media_details.sizes).map((size) => size.source_url)]
  return [...new Set(urls.map((url) => decodeURIComponent(new URL(url).pathname.replace('/media/', ''))))]
}

/** What the server answers under the paths of an image. */
export const readFiles = async (address: string, record: MediaRecord): Promise<Map<string, Buffer>> => {
  const files = new Map<string, Buffer>()
  for (const path of pathsOf(record)) {
    const response = await fetch(`${address}/media/${path}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    files.set(path, response.status === 200 ? bytes : Buffer.alloc(0))
  }
  return files
}

/** What is wrong with the files of an image: each must be there, whole, and of the type that the image has. */
export const findBroken = async (record: MediaRecord, files: ReadonlyMap<string, Buffer>): Promise<string[]> => {
  const faults: string[] = []
  const kind = record.mime_type === 'image/avif' ? 'heif' : record.mime_type.replace('image/', '')
  for (const path of pathsOf(record)) {
    try {
      const image = sharp(files.get(path), { animated: true, failOn: 'truncated' })
      const { format } = await image.metadata()
      if (format !== kind) faults.push(`${path} is ${format} and not ${kind}.`)
      await image.raw().toBuffer()
    } catch (error) {
      faults.push(`${path} cannot be decoded: ${error}`)
    }
  }
  const full = files.get(pathsOf(record)[0] ?? '')
  if (full?.length !== record.media_details.filesize) faults.push(`${record.source_url} has another length.`)
  return faults
}
