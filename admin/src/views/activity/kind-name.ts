import { t } from '../../texts.ts'

/** The kinds of records whose changes are recorded. */
export const kinds = ['event', 'venue', 'organizer', 'category', 'tag'] as const

const names: Readonly<Record<(typeof kinds)[number], () => string>> = {
  event: () => t('Event'),
  venue: () => t('Venue'),
  organizer: () => t('Organizer'),
  category: () => t('Category'),
  tag: () => t('Tag'),
}

/** The name of a kind of record. */
export const kindName = (kind: (typeof kinds)[number]): string => names[kind]()
