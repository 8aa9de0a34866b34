import type { Counts } from '../api/counts.ts'
import { adminPath } from '../api/root.ts'
import { type Role, session } from '../api/session.ts'
import { t } from '../texts.ts'
import type { IconName } from '../ui/icon.tsx'

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
  readonly icon: IconName
  readonly text: () => string
  /** The number beside it; none is shown for 0. */
  readonly count?: (counts: Counts) => number | undefined
}

/** Pages of the menu that belong together. */
type MenuGroup = {
  readonly name: () => string
  /** The first group needs no heading above it. */
  readonly isUnnamed?: true
  readonly items: readonly MenuItem[]
}

/** The pages of the menu in their groups, in order. */
export const groups: readonly MenuGroup[] = [
  {
    name: () => t('Calendar'),
    isUnnamed: true,
    items: [
      { path: '/', right: 'edit', icon: 'home', text: () => t('Home') },
      {
        path: '/events',
        right: 'edit',
        icon: 'events',
        text: () => t('Events'),
        count: ({ events }) => events['returned'],
      },
      { path: '/calendar', right: 'edit', icon: 'calendar', text: () => t('Calendar') },
      {
        path: '/review',
        right: 'edit-others',
        icon: 'review',
        text: () => t('Review'),
        count: ({ events }) => events['pending'],
      },
    ],
  },
  {
    name: () => t('Places and people'),
    items: [
      { path: '/venues', right: 'edit', icon: 'venue', text: () => t('Venues') },
      { path: '/organizers', right: 'edit', icon: 'organizer', text: () => t('Organizers') },
    ],
  },
  {
    name: () => t('Topics and images'),
    items: [
      { path: '/categories', right: 'publish', icon: 'category', text: () => t('Categories') },
      { path: '/tags', right: 'edit-others', icon: 'tag', text: () => t('Tags') },
      { path: '/images', right: 'publish', icon: 'image', text: () => t('Images') },
    ],
  },
  {
    name: () => t('In and out'),
    items: [
      { path: '/import', right: 'administer', icon: 'import', text: () => t('Import') },
      { path: '/sources', right: 'administer', icon: 'source', text: () => t('Sources') },
    ],
  },
  {
    name: () => t('This site'),
    items: [
      { path: '/settings/design', right: 'administer', icon: 'design', text: () => t('Design') },
      { path: '/settings', right: 'administer', icon: 'settings', text: () => t('Settings') },
      { path: '/users', right: 'administer', icon: 'users', text: () => t('Users') },
      { path: '/activity', right: 'edit-others', icon: 'activity', text: () => t('Activity') },
      { path: '/state', right: 'administer', icon: 'server', text: () => t('Server status') },
    ],
  },
]

/** The page of the person who is logged in, which is in the menu below the name. */
export const accountItem: MenuItem = { path: '/account', right: 'any', icon: 'person', text: () => t('Your account') }

/** All pages of the menu. */
export const menu: readonly MenuItem[] = [...groups.flatMap(({ items }) => items), accountItem]

/** The groups with the pages that the person may see; none is empty. */
export const openGroups = (): readonly MenuGroup[] =>
  groups
    .map((group) => ({ ...group, items: group.items.filter(({ right }) => may(right)) }))
    .filter(({ items }) => items.length > 0)

/** The most used pages, for the bar of a phone, which has room for three beside the button of a new event. */
export const mostUsed = (): readonly MenuItem[] => {
  const wanted = ['/', '/events', '/calendar']
  return wanted.flatMap((path) => menu.filter((item) => item.path === path && may(item.right))).slice(0, 3)
}

/** Whether a page is the one of the menu, or below it; nothing is below the first page. The router drops the slash at its end. */
const isAt = (path: string, href: string): boolean =>
  href === `${adminPath}/` ? path === adminPath || path === href : path === href || path.startsWith(`${href}/`)

/** The page of the menu at an address: of two that fit, that with the longer path, such as that of the design among the settings. */
export const currentItem = (path: string): MenuItem | undefined =>
  menu
    .filter((item) => isAt(path, `${adminPath}${item.path}`))
    .toSorted((one, other) => other.path.length - one.path.length)
    .at(0)

/** What a view needs: what the page of the menu that it is, or lies below, needs. */
export const rightFor = (view: string): Right =>
  menu.findLast(({ path }) => view === path || (path !== '/' && view.startsWith(`${path}/`)))?.right ?? 'edit'
