import { t } from '../../texts.ts'
import { AreaField, TextField } from '../../ui/field.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import type { Faults } from '../record/form.ts'
import { PictureField } from '../record/picture-field.tsx'
import { WebsiteField } from '../record/website-field.tsx'
import type { PlaceForm } from './place-kind.ts'

type Props = {
  readonly form: PlaceForm
  readonly change: (changed: Partial<PlaceForm>) => void
  readonly faults: Faults
}

/** The name of a venue or an organizer. */
export const NameField = ({ form, change, fault }: Omit<Props, 'faults'> & { readonly fault: string | undefined }) => (
  <TextField
    label={t('Name')}
    value={form.title}
    error={fault}
    maxLength={1000}
    onValue={(title) => change({ title })}
  />
)

/** How to reach a venue or an organizer. */
export const ContactFields = ({ form, change, faults }: Props) => (
  <>
    <TextField
      label={t('Telephone')}
      type="tel"
      value={form.phone}
      error={faults['phone']}
      onValue={(phone) => change({ phone })}
    />
    <WebsiteField form={form} change={change} faults={faults} />
  </>
)

/** The fields of a venue or an organizer that pages show. */
export const AboutFields = ({ form, change, faults }: Props) => (
  <>
    <RichText label={t('Description')} value={form.description} onValue={(description) => change({ description })} />
    <PictureField picture={form.image} error={faults['image']} onPicture={(image) => change({ image })} />
    <AreaField
      label={t('Summary')}
      hint={t('A sentence or two for lists and newsletters.')}
      value={form.excerpt}
      error={faults['excerpt']}
      onValue={(excerpt) => change({ excerpt })}
    />
  </>
)
