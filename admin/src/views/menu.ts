import type { Counts } from '../api/counts.ts'
import { type Role, session } from '../api/session.ts'
import { t } from '../texts.ts'

/** The right that a page of the menu needs; the server checks each request anyway. */
export type Right = 'any' | 'edit' | 'publish' | 'edit-others' | 'administer'

const holders: Readonly<Record<Right, readonly Role[]>> = {
  any: ['administrator', 'editor', 'author', 'contributor', 'subscriber'],
  edit: ['administrator', 'editor', 'author', 'contributor'],
  publish: ['administrator', 'editor', 'author'],
  'edit-others': ['administrator', 'editor'],
  administer: ['administrator'],
}

/** Whether the pages that need a right are shown to users of a role. */
export const mayUse = (role: Role, right: Right): boolean => holders[right].includes(role)

/** Whether the person who is logged in has a right. */
export const may = (right: Right): boolean => mayUse(session()?.role ?? 'subscriber', right)

/** A page of the menu, below `/admin`. */
export type MenuItem = {
  readonly path: string
  readonly right: Right
  readonly text: () => string
  /** The number beside it; none is shown for 0. */
  readonly count?: (counts: Counts) => number | undefined
}

/** The pages of the menu, in order. */
export const menu: readonly MenuItem[] = [
  { path: '/', right: 'edit', text: () => t('Events'), count: ({ events }) => events['returned'] },
  { path: '/calendar', right: 'edit', text: () => t('Calendar') },
  { path: '/review', right: 'edit-others', text: () => t('Review'), count: ({ events }) => events['pending'] },
  { path: '/venues', right: 'edit', text: () => t('Venues') },
  { path: '/organizers', right: 'edit', text: () => t('Organizers') },
  { path: '/categories', right: 'publish', text: () => t('Categories') },
  { path: '/tags', right: 'edit-others', text: () => t('Tags') },
  { path: '/images', right: 'publish', text: () => t('Images') },
  { path: '/activity', right: 'edit-others', text: () => t('Activity') },
  { path: '/import', right: 'administer', text: () => t('Import') },
  { path: '/sources', right: 'administer', text: () => t('Sources') },
  { path: '/users', right: 'administer', text: () => t('Users') },
  { path: '/settings', right: 'administer', text: () => t('Settings') },
  { path: '/state', right: 'administer', text: () => t('Server status') },
  { path: '/account', right: 'any', text: () => t('Your account') },
]

/** What a view needs: what the page of the menu that it is, or lies below, needs. */
export const rightFor = (view: string): Right =>
  menu.findLast(({ path }) => view === path || (path !== '/' && view.startsWith(`${path}/`)))?.right ?? 'edit'
