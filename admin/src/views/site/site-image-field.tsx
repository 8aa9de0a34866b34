import { useState } from 'preact/hooks'
import { readImage } from '../../api/images.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import type { ControlProps } from '../../ui/form.tsx'
import { ImageChooser } from '../images/image-chooser.tsx'

/** An image of the site, chosen from the library; its value is the id as text, `0` for none. Pages show it without a text of its own, beside the name of the calendar. */
export const SiteImageField = ({ label, hint, value, error, fixedBy, onValue }: ControlProps<string>) => {
  const [isOpen, setOpen] = useState(false)
  const id = Number(value)
  const loaded = useLoaded(value, async () => (id > 0 ? readImage(id) : undefined))
  const image = loaded.data?.record
  return (
    <fieldset class="logo">
      <legend>{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      {id > 0 && image?.id === id && <img src={image.source_url} alt={image.title.rendered} />}
      {fixedBy ? (
        <p class="hint">{fixedBy}</p>
      ) : (
        <div class="actions">
          <Button onClick={() => setOpen(true)}>{t('Choose from the images')}</Button>
          {id > 0 && <Button onClick={() => onValue('0')}>{t('Remove the picture')}</Button>}
        </div>
      )}
      {error && <p class="fault">{error}</p>}
      {isOpen && (
        <ImageChooser
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false)
            onValue(String(chosen.id))
          }}
        />
      )}
    </fieldset>
  )
}
