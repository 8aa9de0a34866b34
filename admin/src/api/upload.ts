import { CalendarError } from 'kalends-client'
import { t } from '../texts.ts'
import { fitLimit } from './fit-limit.ts'
import type { Image } from './images.ts'
import { root } from './root.ts'
import { findSession, session } from './session.ts'

/** Where a file goes: a new image with an alternative text, or an image that gets another file. */
export type Destination = { readonly alt?: string } | { readonly replace: number; readonly etag: string }

/** Uploads an image, and tells how much of it has been sent, from 0 to 1. @throws CalendarError */
export const upload = async (
  chosen: File,
  onProgress: (share: number) => void,
  to: Destination = {},
): Promise<Image> => {
  // `fetch` tells nothing of its progress, and a large picture cannot be sent again for a nonce that counts no longer.
  await findSession()
  const file = await fitLimit(chosen).catch(() => chosen)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(to))
    request.setRequestHeader('x-wp-nonce', session()?.nonce ?? '')
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.setRequestHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    if ('etag' in to) request.setRequestHeader('if-match', to.etag)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('error', () =>
      reject(new CalendarError(0, { message: t('The server cannot be reached.') })),
    )
    request.addEventListener('load', () => {
      const body = parse(request.responseText)
      if (request.status < 300) resolve(body as Image)
      else reject(new CalendarError(request.status, body))
    })
    request.send(file)
  })
}

const addressOf = (to: Destination): string => {
  if ('replace' in to) return root(`wp-json/wp/v2/media/${to.replace}/file`)
  return root(`wp-json/wp/v2/media${to.alt ? `?alt_text=${encodeURIComponent(to.alt)}` : ''}`)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
