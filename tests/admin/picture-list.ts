import type { Page } from 'playwright-core'
import { type AdminSite, pressSave } from './site.ts'
import type { Known } from './town.ts'

/** A picture of the documentation: `docs/images/admin-NAME.png`. */
export type Picture = {
  readonly name: string
  /** The view, below `/admin`. */
  readonly path: string | ((known: Known) => string)
  /** What is done before the picture is taken. */
  readonly prepare?: (page: Page, site: AdminSite, known: Known) => Promise<unknown>
  /** The window; one of the usual size without it. */
  readonly width?: number
  readonly height?: number
}

const large = { width: 1280, height: 860 } as const

/** Every picture of the admin in the documentation, each of which README.md or docs/admin.md shows. */
export const pictures: readonly Picture[] = [
  {
    name: 'events',
    path: '/events',
    width: 1280,
    height: 740,
    prepare: (page) => page.getByRole('row', { name: /Jazz in the park/ }).waitFor(),
  },
  {
    name: 'event',
    path: ({ events }) => `/events/${events}`,
    ...large,
    prepare: (page) => page.getByRole('textbox', { name: 'Description' }).waitFor(),
  },
  {
    name: 'recurrence',
    path: '/events/new?day=2027-05-11',
    height: 860,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Change the recurrence' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('How often').selectOption('Monthly')
      await dialog.getByLabel('Day of the month').selectOption('on the second Tuesday')
      await dialog.getByText('more follow as time passes').waitFor()
    },
  },
  {
    name: 'series',
    path: ({ series }) => `/series/${series}`,
  },
  {
    name: 'calendar',
    path: '/calendar',
    ...large,
    prepare: (page) => page.getByRole('link', { name: /Flea market/ }).waitFor(),
  },
  {
    name: 'selection',
    path: '/events?search=market',
    prepare: async (page) => {
      await page.getByText('3 events', { exact: true }).waitFor()
      await page.getByLabel('Select all events of this page').check()
    },
  },
  {
    name: 'conflict',
    path: ({ events }) => `/events/${events}`,
    prepare: async (page, { calendar }, { events }) => {
      await page.getByLabel('Title').fill('Spring concert of the youth orchestra')
      await calendar.ask('POST', `/events/${events}`, { as: 'editor', body: { cost: '10' } })
      await page.getByLabel('Price').fill('9')
      await pressSave(page)
      await page.getByRole('heading', { name: 'Somebody else has changed this event' }).waitFor()
    },
  },
  { name: 'venue', path: ({ venues }) => `/venues/${venues}` },
  {
    name: 'merge',
    path: '/venues/duplicates',
    prepare: async (page) => {
      await page.getByRole('button', { name: /Compare and merge/ }).click()
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
  { name: 'review', path: '/review', height: 400 },
  {
    name: 'users',
    path: '/users',
    height: 740,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Invite somebody' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'account', path: '/account' },
  {
    name: 'settings',
    path: '/settings/design',
    width: 1180,
    height: 680,
    prepare: (page) => page.locator('.window > iframe:not(.behind)[srcdoc*=body]').waitFor(),
  },
]
