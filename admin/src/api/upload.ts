import { CalendarError } from 'kalends-client'
import { root } from './root.ts'
import { findSession, session, unreachable } from './session.ts'

/** What is read of an image that was uploaded. */
export type Uploaded = { readonly id: number; readonly source_url: string; readonly alt_text: string }

type Progress = (share: number) => void

/** Uploads an image, and tells how much of it has been sent, from 0 to 1. @throws CalendarError */
export const upload = (file: File, onProgress: Progress): Promise<Uploaded> =>
  sendFile('wp/v2/media', file, file.type || 'application/octet-stream', onProgress)

/** Sends a file as a body, and tells how much of it has been sent, from 0 to 1. @throws CalendarError */
export const sendFile = async <T>(path: string, file: File, type: string, onProgress: Progress): Promise<T> => {
  // `fetch` tells nothing of its progress, and a large file cannot be sent again for a nonce that counts no longer.
  await findSession()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', root(`wp-json/${path}`))
    request.setRequestHeader('x-wp-nonce', session()?.nonce ?? '')
    request.setRequestHeader('content-type', type)
    request.setRequestHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('load', () => {
      const body = parse(request.responseText)
      if (request.status < 300) resolve(body as T)
      else reject(new CalendarError(request.status, body))
    })
    request.send(file)
  })
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
