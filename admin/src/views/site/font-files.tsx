import { useEffect, useRef, useState } from 'preact/hooks'
import { read, write } from '../../api/site.ts'
import { sendFile } from '../../api/upload.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatBytes, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'

/** The files of a font, by what they are used for, each with the descriptors that a browser needs. */
const faces = {
  regular: { label: () => t('Regular'), weight: '400', style: 'normal' },
  bold: { label: () => t('Bold'), weight: '700', style: 'normal' },
  italic: { label: () => t('Italic'), weight: '400', style: 'italic' },
  'bold-italic': { label: () => t('Bold italic'), weight: '700', style: 'italic' },
} as const

type Face = keyof typeof faces

const faceNames = Object.keys(faces) as readonly Face[]

/** A file that the server has. */
type StoredFile = { readonly face: Face; readonly bytes: number; readonly url: string }

/** What is to become of a face: a file that was chosen, or null to remove the one that the server has. */
type Chosen = { readonly [face in Face]?: File | null }

/** The most bytes that the server takes. */
const most = 500_000

/** The files of the site's own font: those that the server has, and what was changed and not saved. */
export type FontFilesState = {
  readonly stored: readonly StoredFile[]
  readonly chosen: Chosen
  readonly choose: (face: Face, file: File | null | undefined) => void
  /** Takes back what was changed and not saved. */
  readonly discard: () => void
  /** Sends what was changed; resolves to whether that was anything. @throws CalendarError */
  readonly save: () => Promise<boolean>
}

/** Reads the files of the site's own font, and keeps what is changed until it is saved. */
export const useFontFiles = (): FontFilesState => {
  const loaded = useLoaded('', () => read<readonly StoredFile[]>('kalends/v1', 'fonts'))
  const [chosen, setChosen] = useState<Chosen>({})
  return {
    stored: loaded.data ?? [],
    chosen,
    choose: (face, file) => {
      const { [face]: _, ...others } = chosen
      setChosen(file === undefined ? others : { ...others, [face]: file })
    },
    discard: () => setChosen({}),
    save: async () => {
      const changes = faceNames.flatMap((face) => {
        const file = chosen[face]
        return file === undefined ? [] : [[face, file] as const]
      })
      for (const [face, file] of changes) {
        if (file === null) await write('DELETE', 'kalends/v1', `fonts/${face}`)
        else await sendFile(`kalends/v1/fonts/${face}`, file, 'font/woff2', () => undefined, { method: 'PUT' })
      }
      setChosen({})
      if (changes.length > 0) loaded.reload()
      return changes.length > 0
    },
  }
}

/** Why a file is not taken; the server looks closer. */
const findFault = async (file: File): Promise<string | undefined> => {
  if ((await file.slice(0, 4).text()) !== 'wOF2')
    return t('{file} is no WOFF2 file. Ask who made the font for one, or make it with “woff2_compress Brand.ttf”.', {
      file: file.name,
    })
  if (file.size <= most) return undefined
  return t('{file} has {size}, and at most {most} are allowed. Leave out the characters that you do not need.', {
    file: file.name,
    size: formatBytes(file.size),
    most: formatBytes(most),
  })
}

/** The files of the site's own font: a row for each, and a text in that font. */
export const FontFiles = ({ stored, chosen, choose }: FontFilesState) => {
  const [fault, setFault] = useState('')
  const take = async (face: Face, file: File): Promise<void> => {
    const found = await findFault(file)
    setFault(found ?? '')
    if (found === undefined) choose(face, file)
  }
  return (
    <fieldset class="font-files">
      <legend>{t('Files of your font')}</legend>
      <p class="hint">
        {t(
          'WOFF2 files that you may use on websites. The regular one is enough; the others make titles and stressed words look better.',
        )}
      </p>
      <ul>
        {faceNames.map((face) => (
          <FaceRow
            key={face}
            face={face}
            stored={stored.find((file) => file.face === face)}
            chosen={chosen[face]}
            onFile={(file) => take(face, file)}
            choose={(file) => choose(face, file)}
          />
        ))}
      </ul>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <Preview stored={stored} chosen={chosen} onFault={setFault} />
    </fieldset>
  )
}

const FaceRow = ({
  face,
  stored,
  chosen,
  onFile,
  choose,
}: {
  readonly face: Face
  readonly stored: StoredFile | undefined
  readonly chosen: File | null | undefined
  readonly onFile: (file: File) => void
  readonly choose: (file: null | undefined) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const label = faces[face].label()
  const state = chosen
    ? t('{name}, not saved yet', { name: chosen.name })
    : chosen === null
      ? t('Removed when you save')
      : stored
        ? formatBytes(stored.bytes)
        : t('No file')
  const isThere = chosen !== null && (chosen !== undefined || stored !== undefined)
  return (
    <li>
      <span class="face">{label}</span> <span class="hint">{state}</span>
      <div class="actions">
        <Button aria-label={t('Choose a file: {name}', { name: label })} onClick={() => input.current?.click()}>
          {t('Choose a file')}
        </Button>
        {isThere && (
          <Button
            kind="quiet"
            aria-label={t('Remove {name}', { name: label })}
            onClick={() => choose(chosen ? undefined : null)}
          >
            {t('Remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        class="hidden"
        type="file"
        accept=".woff2,font/woff2"
        aria-label={label}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </li>
  )
}

/** A text in the font as it would be once it is saved. */
const Preview = ({
  stored,
  chosen,
  onFault,
}: Pick<FontFilesState, 'stored' | 'chosen'> & { readonly onFault: (fault: string) => void }) => {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const added: FontFace[] = []
    let isLast = true
    const load = async (): Promise<void> => {
      for (const face of faceNames) {
        const file = chosen[face]
        const url = stored.find((one) => one.face === face)?.url
        if (file === null || (!file && !url)) continue
        const { weight, style } = faces[face]
        const source = file ? await file.arrayBuffer() : `url("${url}")`
        const font = await new FontFace('Font preview', source, { weight, style }).load()
        if (!isLast) return
        document.fonts.add(font)
        added.push(font)
      }
      setReady(added.length > 0)
    }
    load().catch(() => onFault(t('The browser cannot show this font.')))
    return () => {
      isLast = false
      for (const font of added) document.fonts.delete(font)
    }
  }, [chosen, stored])
  if (!isReady) return null
  return (
    <div class="font-preview">
      <p>
        <strong>{t('This is how titles look')}</strong>
      </p>
      <p>
        {t('This is how texts look.')} <em>{t('Some words stand out.')}</em> ÄÉÑØŻ äéñøż ß € 0123456789
      </p>
    </div>
  )
}
