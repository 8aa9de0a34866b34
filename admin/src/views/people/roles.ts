import type { Role } from '../../api/session.ts'
import { t } from '../../texts.ts'

/** The roles in the words of people, from the one with most rights. */
export const roleNames: Readonly<Record<Role, () => string>> = {
  administrator: () => t('Administrator'),
  editor: () => t('Editor'),
  author: () => t('Author'),
  contributor: () => t('Contributor'),
  subscriber: () => t('Subscriber'),
}

/** What a role sees, and what it may do. */
export const aboutRoles: Readonly<Record<Role, () => string>> = {
  administrator: () => t('Sees everything, and also manages users, settings and imports.'),
  editor: () => t('Sees everything that people have written, and writes, reviews, publishes and deletes it.'),
  author: () => t('Sees own events besides the public ones, and publishes them without a review.'),
  contributor: () => t('Sees own events besides the public ones, and submits them for a review.'),
  subscriber: () => t('Sees what visitors see, and has an account.'),
}

/** All roles. */
export const roles = Object.keys(roleNames) as readonly Role[]
