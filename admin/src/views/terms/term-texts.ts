import type { TermPath } from '../../api/terms.ts'
import { t } from '../../texts.ts'

/** What is said of categories, and of tags. */
export const termTexts = {
  tribe_events_cat: {
    create: () => t('New category'),
    edit: (name: string) => t('Edit the category “{name}”', { name }),
    remove: (name: string) => t('Delete the category “{name}”', { name }),
    removed: (name: string) => t('The category “{name}” has been deleted.', { name }),
    merge: () => t('Merge categories'),
    exists: () => t('There is a category with this name beside it already.'),
    changed: () => t('Somebody else has changed this category. Nothing has been saved; open it again.'),
  },
  tags: {
    create: () => t('New tag'),
    edit: (name: string) => t('Edit the tag “{name}”', { name }),
    remove: (name: string) => t('Delete the tag “{name}”', { name }),
    removed: (name: string) => t('The tag “{name}” has been deleted.', { name }),
    merge: () => t('Merge tags'),
    exists: () => t('There is a tag with this name already.'),
    changed: () => t('Somebody else has changed this tag. Nothing has been saved; open it again.'),
  },
} as const satisfies Record<TermPath, Record<string, (name: string) => string>>
