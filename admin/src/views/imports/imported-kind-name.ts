import { t } from '../../texts.ts'
import type { ImportedKind } from './imports-api.ts'

const names: Readonly<Record<ImportedKind, readonly [one: () => string, several: () => string]>> = {
  event: [() => t('Event'), () => t('Events')],
  venue: [() => t('Venue'), () => t('Venues')],
  organizer: [() => t('Organizer'), () => t('Organizers')],
  category: [() => t('Category'), () => t('Categories')],
  tag: [() => t('Tag'), () => t('Tags')],
  image: [() => t('Picture'), () => t('Images')],
}

/** The name of a record of a kind. */
export const kindName = (kind: ImportedKind): string => names[kind][0]()

/** The name of several records of a kind. */
export const kindsName = (kind: ImportedKind): string => names[kind][1]()
