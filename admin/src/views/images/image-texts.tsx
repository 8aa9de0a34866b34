import { useState } from 'preact/hooks'
import type { Image } from '../../api/images.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Fields, type FormOf, fieldFor, line, readForm } from '../../ui/form.tsx'
import { plainText } from '../../ui/plain-text.ts'

const field = fieldFor<Image, { readonly title?: string; readonly alt_text?: string }>()

/** The texts of an image. */
export const imageFields = {
  alt_text: field({
    label: () => t('Alternative text'),
    hint: () => t('What the picture shows, for people who cannot see it.'),
    blank: '',
    read: ({ alt_text }) => alt_text,
    write: { alt_text: (text) => text },
    control: line(),
  }),
  title: field({
    label: () => t('Title'),
    blank: '',
    read: ({ title }) => plainText(title.rendered),
    write: { title: (text) => text },
    control: line(),
  }),
} as const

/** Their values in the form. */
export type ImageForm = FormOf<typeof imageFields>

/** The form for the texts of an image. */
export const ImageTextForm = ({
  image,
  onSave,
  onClose,
}: {
  readonly image: Image
  readonly onSave: (form: ImageForm) => void
  readonly onClose: () => void
}) => {
  const [form, setForm] = useState<ImageForm>(() => readForm(imageFields, image))
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(form)
      }}
    >
      <Fields fields={imageFields} form={form} change={(changed) => setForm({ ...form, ...changed })} faults={{}} />
      <div class="actions">
        <Button type="submit" kind="primary">
          {t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
