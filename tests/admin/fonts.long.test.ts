import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { readDejaVu, toWoff2 } from '../support/woff2.ts'
import { startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'font/woff2', buffer })

/** The fonts of a page that have been loaded, as `family weight style`. */
const loadedFonts = (page: Page): Promise<string[]> =>
  page.evaluate(
    `document.fonts.ready.then(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family, weight, style }) => [family.replaceAll('"', ''), weight, style].join(' ')).sort())`,
  )

describe('the font in the settings', { skip }, () => {
  it('is uploaded, tried before it is saved, used by the pages, and removed', async () => {
    const { calendar, address, visit } = await startAdminSite(browser as Browser, ['admin'])
    const context = await (browser as Browser).newContext()
    const site = await context.newPage()
    const shifts = async (): Promise<number> => {
      await site.goto(`${address}/events/`)
      await loadedFonts(site)
      return site.evaluate(
        `new Promise((done) => { let sum = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value }).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => done(sum), 200) })`,
      )
    }
    await visit('admin', '/settings/design', async (page) => {
      const files = page.getByRole('group', { name: 'Files of your font' })
      assert.equal(await files.count(), 0)
      await page.getByLabel('Font', { exact: true }).selectOption('own')
      await files
        .getByLabel('Regular', { exact: true })
        .setInputFiles(fileOf('Brand.ttf', readDejaVu('DejaVuSansMono')))
      await files.getByText(/Brand\.ttf is no WOFF2 file\. .*woff2_compress/).waitFor()
      await files
        .getByLabel('Regular', { exact: true })
        .setInputFiles(fileOf('Brand.woff2', toWoff2(readDejaVu('DejaVuSansMono'))))
      await files.getByText('Brand.woff2, not saved yet').waitFor()
      await files.getByText('This is how titles look').waitFor()
      assert.deepEqual(await loadedFonts(page), ['Font preview 400 normal'])
      await files
        .getByLabel('Bold', { exact: true })
        .setInputFiles(fileOf('Brand-Bold.woff2', toWoff2(readDejaVu('DejaVuSansMono-Bold'))))
      await files.getByText('Brand-Bold.woff2, not saved yet').waitFor()
      await shifts()
      assert.deepEqual(await loadedFonts(site), [], 'nothing is saved yet')

      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').first().waitFor()
      await files
        .getByText(/^\d+(?:\.\d)? kB$/)
        .first()
        .waitFor()
      await files.getByText('This is how titles look').waitFor()
      assert.deepEqual(await loadedFonts(page), ['Font preview 400 normal', 'Font preview 700 normal'])

      assert.equal(await shifts(), 0, 'nothing moves')
      assert.deepEqual(await loadedFonts(site), ['Site font 400 normal', 'Site font 700 normal'])
      const family = await site.evaluate('getComputedStyle(document.querySelector("h1")).fontFamily')
      assert.match(String(family), /^"Site font", system-ui/)

      await files.getByRole('button', { name: 'Remove Bold' }).last().click()
      await files.getByText('Removed when you save').waitFor()
      const saved = page.waitForResponse((response) => response.request().method() === 'DELETE')
      await page.getByRole('button', { name: 'Save' }).click()
      assert.equal((await saved).status(), 200)
      await files.getByText('Removed when you save').waitFor({ state: 'detached' })
      await shifts()
      assert.deepEqual(await loadedFonts(site), ['Site font 400 normal'])
    })
    await context.close()
    await calendar.close()
  })
})
