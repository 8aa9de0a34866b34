import { useState } from 'preact/hooks'
import type { Image } from '../../api/images.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { plainText } from '../../ui/plain-text.ts'

/** The texts of an image. */
export type ImageTexts = { readonly title: string; readonly alt_text: string }

/** The current texts of an image. */
export const textsOf = ({ title, alt_text }: Image): ImageTexts => ({ title: plainText(title.rendered), alt_text })

/** The form for the texts of an image. */
export const ImageTextForm = ({
  image,
  onSave,
  onClose,
}: {
  readonly image: Image
  readonly onSave: (texts: ImageTexts) => void
  readonly onClose: () => void
}) => {
  const [texts, setTexts] = useState(textsOf(image))
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(texts)
      }}
    >
      <TextField
        label={t('Alternative text')}
        hint={t('What the picture shows, for people who cannot see it.')}
        value={texts.alt_text}
        onValue={(alt_text) => setTexts({ ...texts, alt_text })}
      />
      <TextField label={t('Title')} value={texts.title} onValue={(title) => setTexts({ ...texts, title })} />
      <div class="actions">
        <Button type="submit" kind="primary">
          {t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
