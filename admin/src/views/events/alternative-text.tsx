import { useState } from 'preact/hooks'
import type { Image } from '../../api/images.ts'
import { t } from '../../texts.ts'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'

/** What a picture shows, in words. It belongs to the image, and is saved as soon as the field is left. */
export const AlternativeText = ({
  image,
  etag,
  mayWrite,
  onText,
}: {
  readonly image: Image
  readonly etag: string
  readonly mayWrite: boolean
  readonly onText: (text: string, ifMatch?: string) => Promise<unknown>
}) => {
  const [fault, setFault] = useState('')
  const save = (text: string): void => {
    setFault('')
    onText(text, etag).then(
      () => notify(t('The alternative text has been saved.'), () => onText(image.alt_text)),
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
          defaultValue={image.alt_text}
          onChange={({ currentTarget }) => save(currentTarget.value)}
        />
      )}
    </Field>
  )
}
