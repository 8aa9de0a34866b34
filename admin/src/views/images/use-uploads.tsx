import { useState } from 'preact/hooks'
import { eachOf } from '../../api/each-of.ts'
import type { Image } from '../../api/images.ts'
import { upload } from '../../api/upload.ts'
import { t } from '../../texts.ts'
import { notifyFault } from '../../ui/notices.tsx'

/** A file that is on its way, and how much of it has been sent, from 0 to 1. */
type Upload = { readonly id: number; readonly name: string; readonly share: number }

let lastId = 0

/** Uploads files to the library, a few at the same time. Refused files are reported; the others continue. */
export const useUploads = () => {
  const [all, setAll] = useState<readonly Upload[]>([])
  const send = async (files: readonly File[]): Promise<readonly Image[]> => {
    const added = files.map((file) => ({ file, id: ++lastId }))
    const images: Image[] = []
    setAll((before) => [...before, ...added.map(({ file, id }) => ({ id, name: file.name, share: 0 }))])
    await eachOf(added, async ({ file, id }) => {
      const note = (share: number): void =>
        setAll((before) => before.map((one) => (one.id === id ? { ...one, share } : one)))
      try {
        images.push(await upload(file, note))
      } catch (error) {
        notifyFault(`${file.name}: ${(error as Error).message}`)
      }
      setAll((before) => before.filter((one) => one.id !== id))
    })
    return images
  }
  return { uploads: all, send }
}

/** The files that are on their way. */
export const Uploads = ({ uploads }: { readonly uploads: readonly Upload[] }) =>
  uploads.length === 0 ? null : (
    <ul class="uploads" aria-label={t('Uploads')}>
      {uploads.map(({ id, name, share }) => (
        <li key={id}>
          <span>{name}</span>
          <progress value={share} max={1} aria-label={t('Uploading “{name}”', { name })} />
        </li>
      ))}
    </ul>
  )
