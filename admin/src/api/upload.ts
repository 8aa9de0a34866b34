import { CalendarError } from 'kalends-client'
import { t } from '../texts.ts'
import { fitLimit } from './fit-limit.ts'
import type { Image } from './images.ts'
import { root } from './root.ts'
import { findSession, session, unreachable } from './session.ts'
import { translateError } from './translate-error.ts'

/** The target of an upload: a new image with an alternative text, or an existing image whose file is replaced. */
export type Destination = { readonly alt?: string } | { readonly replace: number; readonly etag: string }

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
