import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { type AdminSite, logIn } from './site.ts'
import type { Known } from './town.ts'

/** A module of the browser: it is loaded here without its types, which need those of the browser. */
const { views } = await import(new URL('../../admin/src/views/routes.ts', import.meta.url).href)

/** The paths of all views; those of the settings stand for all of their groups. */
export const viewPaths: readonly string[] = (views as readonly { path: string }[]).flatMap(({ path }) =>
  path === '/settings/:group?' ? ['/settings', '/settings/design'] : [path],
)

/** The paths with the ids of known records; without any, the views of single records are left out. */
export const pathsWith = (known: Known | undefined): readonly string[] =>
  viewPaths
    .filter((path) => known !== undefined || !path.includes(':'))
    .map((path) =>
      path.replace(/:\w+/, () => {
        const kind = path.split('/')[1] ?? ''
        return String(known?.[kind] ?? assert.fail(`Let tests/admin/town.ts make a record for ${path}.`))
      }),
    )

/** Opens the admin as somebody who has logged in, in a context of the browser; other pages of it are logged in too. */
export const enter = async (context: BrowserContext, site: AdminSite, name = 'admin'): Promise<void> => {
  const page = await context.newPage()
  await page.goto(`${site.address}/admin/`)
  await logIn(page, name)
  // Once the name is known, no other page asks for it.
  await page.getByRole('button', { name: /^\S.* Account and view$/ }).waitFor()
  await page.close()
}

/** Opens a view, and waits until it shows what it has read, or why it cannot. */
export const openView = async (page: Page, site: AdminSite, path: string): Promise<void> => {
  await page.goto(`${site.address}/admin${path}`)
  await settle(page)
}

/** Waits until a view reads no more. */
export const settle = async (page: Page): Promise<void> => {
  await page.locator('main h1, main [role=alert]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
}
