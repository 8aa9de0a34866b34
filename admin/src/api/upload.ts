import { CalendarError } from 'kalends-client'
import { t } from '../texts.ts'
import type { Image } from './images.ts'
import { root } from './root.ts'
import { findSession, session, unreachable } from './session.ts'
import { translateError } from './translate-error.ts'

/** The target of an upload: a new image with an alternative text, or an existing image whose file is replaced. */
type Destination = { readonly alt?: string } | { readonly replace: number; readonly etag: string }

/** Reports progress, from 0 to 1. */
type Progress = (share: number) => void

/** The types of pictures that the server takes; a file without a type is for the server to recognise. */
const taken = new Set(['', 'image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

/** A picture as the server takes it. @throws Error for a file that is none, or of a kind that browsers do not show */
const prepare = async (chosen: File): Promise<File> => {
  if (!taken.has(chosen.type))
    throw new Error(t('It is not a picture that pages can show: choose a JPEG, PNG, WebP, GIF or AVIF.'))
  return fitLimit(chosen).catch(() => chosen)
}

/** Uploads a picture. @throws CalendarError, or Error for a file that is none, or of a kind that browsers do not show */
export const upload = async (chosen: File, onProgress: Progress, to: Destination = {}): Promise<Image> => {
  const file = await prepare(chosen)
  const headers = 'etag' in to ? { 'if-match': to.etag } : {}
  return sendFile(pathOf(to), file, typeOf(file), onProgress, { headers })
}

/** Sends a picture with an event that waits for a review; returns a small one. @throws as {@link upload} does */
export const sendReviewPicture = async (event: number, chosen: File, onProgress: Progress): Promise<ReviewPicture> => {
  const file = await prepare(chosen)
  return sendFile(`kalends/v1/reviews/${event}/picture`, file, typeOf(file), onProgress, { method: 'PUT' })
}

/** The small picture that waits with an event, as a `data:` URL; null for none. */
export type ReviewPicture = { readonly picture: string | null }

const typeOf = (file: File): string => file.type || 'application/octet-stream'

/** Sends a file as a body. @throws CalendarError */
export const sendFile = async <T>(
  path: string,
  file: File,
  type: string,
  onProgress: Progress,
  {
    method = 'POST',
    headers = {},
  }: { readonly method?: 'POST' | 'PUT'; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<T> => {
  // `fetch` does not report progress, and a large file cannot be sent again for an expired nonce.
  await findSession()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, root(`wp-json/${path}`))
    request.setRequestHeader('x-wp-nonce', session()?.nonce ?? '')
    request.setRequestHeader('content-type', type)
    request.setRequestHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(parse(request.responseText) as T)
      else reject(new CalendarError(request.status, parse(translateError(request.responseText))))
    })
    request.send(file)
  })
}

const pathOf = (to: Destination): string => {
  if ('replace' in to) return `wp/v2/media/${to.replace}/file`
  return `wp/v2/media${to.alt ? `?alt_text=${encodeURIComponent(to.alt)}` : ''}`
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The largest file that the server accepts, and the most pixels. */
const limit = 10 * 1024 * 1024
const mostPixels = 40_000_000

/** The longest side of a photo that is made smaller; pages show no more than half of it. */
const longest = 4096

/**
 * Makes a photo fit the server's limits: one with too many bytes or pixels, as phones take them, is scaled down, upright. Other files are
 * sent unchanged, and the server reports what is wrong with them.
 */
const fitLimit = async (file: File): Promise<File> => {
  if (!/^image\/(?:jpeg|png|webp)$/.test(file.type)) return file
  const bitmap = await createImageBitmap(file)
  const hasTooMany = bitmap.width * bitmap.height > mostPixels
  if (file.size <= limit && !hasTooMany) {
    bitmap.close()
    return file
  }
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, file.type, 0.85))
  return blob && (hasTooMany || blob.size < file.size) ? new File([blob], file.name, { type: blob.type }) : file
}
