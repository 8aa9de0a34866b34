import type { Schemas } from '../../api/calendar.ts'
import { mayPublish } from '../../api/session.ts'
import { t } from '../../texts.ts'
import { plainText } from '../../ui/plain-text.ts'
import { commonFaults, dateOf } from '../record/form.ts'
import type { PlaceForm } from './place-kind.ts'

/** The form of a new venue or organizer. */
export const newPlaceForm = (): PlaceForm => ({
  title: '',
  description: '',
  excerpt: '',
  phone: '',
  website: '',
  image: null,
  slug: '',
  status: mayPublish() ? 'publish' : 'pending',
  date: '',
})

/** Fills the fields that venues and organizers share; empty ones are absent from a record. */
export const placeFormOf = (
  title: string,
  { description, excerpt, phone, website, image, slug, status, date }: Schemas['Venue'] | Schemas['Organizer'],
): PlaceForm => ({
  title: plainText(title),
  description: description ?? '',
  excerpt: excerpt ?? '',
  phone: plainText(phone ?? ''),
  website: website ?? '',
  image: image ? { id: Number(image.id), url: image.url } : null,
  slug,
  status,
  date: date.slice(0, 16).replace(' ', 'T'),
})

/** The common fields of venues and organizers, in the format of the API. */
export const placeFieldsOf = (form: PlaceForm) => ({
  description: form.description,
  excerpt: form.excerpt,
  phone: form.phone,
  website: form.website,
  image: form.image?.id ?? null,
  slug: form.slug,
  status: form.status,
  ...dateOf(form),
})

/** The errors of the common fields of venues and organizers. */
export const placeFaultsOf = (form: PlaceForm): Readonly<Record<string, string>> => ({
  ...commonFaults(form),
  ...(form.title.trim() ? {} : { title: t('Write a name.') }),
})

/** The names of those fields. */
export const placeLabels: { readonly [Name in keyof PlaceForm]: () => string } = {
  title: () => t('Name'),
  description: () => t('Description'),
  excerpt: () => t('Summary'),
  phone: () => t('Telephone'),
  website: () => t('Website'),
  image: () => t('Picture'),
  slug: () => t('Slug (URL)'),
  status: () => t('Status'),
  date: () => t('Becomes public on'),
}
