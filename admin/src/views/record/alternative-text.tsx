import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Image } from '../../api/images.ts'
import { t } from '../../texts.ts'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'

/** The alternative text of a picture. It belongs to the image, and is saved when the field is left. */
export const AlternativeText = ({
  image,
  etag,
  mayWrite,
  onText,
}: {
  readonly image: Image
  readonly etag: string
  readonly mayWrite: boolean
  readonly onText: (text: string, ifMatch?: string) => Promise<{ readonly etag: string }>
}) => {
  const [text, setText] = useState(image.alt_text)
  const [fault, setFault] = useState('')
  const known = useRef(image.alt_text)
  // Reading the image again does not replace what is being typed.
  useLayoutEffect(() => {
    setText((now) => (now === known.current ? image.alt_text : now))
    known.current = image.alt_text
  }, [image.alt_text])
  const save = (): void => {
    setFault('')
    onText(text, etag).then(
      (saved) => notify(t('The alternative text has been saved.'), () => onText(image.alt_text, saved.etag)),
      (error: Error) => setFault(error.message),
    )
  }
  if (!mayWrite) return image.alt_text === '' ? null : <p class="hint">{image.alt_text}</p>
  return (
    <Field
      label={t('Alternative text')}
      hint={t('What the picture shows, for people who cannot see it. It is saved with the image, for all who use it.')}
      error={fault}
    >
      {(control) => (
        <input
          {...control}
          type="text"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={save}
        />
      )}
    </Field>
  )
}
