import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { drawPicture } from '../media/pictures.ts'
import { startBrowser } from '../support/browser.ts'
import { startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

describe('the logo in the settings', { skip }, () => {
  it('is chosen from the images, shown on pages at once, and taken away again', async () => {
    const { calendar, visit } = await startAdminSite(browser as Browser, ['admin'])
    const payload = await drawPicture({ width: 300, height: 100 }).png().toBuffer()
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=crest.png' }
    const image = await calendar.ask('POST', '//wp/v2/media', { as: 'admin', payload, headers })
    assert.equal(image.status, 201)
    const logoOnPage = async (): Promise<boolean> =>
      /<img class="logo"/.test((await calendar.ask('GET', '//events/', { headers: { accept: 'text/html' } })).text)
    await visit('admin', '/settings/design', async (page) => {
      const field = page.getByRole('group', { name: 'Logo' })
      const save = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Saved.').first().waitFor()
      }
      await field.getByRole('button', { name: 'Choose from the images' }).click()
      await page.getByRole('dialog').getByRole('button', { name: /crest/ }).click()
      await field.getByRole('img', { name: 'crest' }).waitFor()
      assert.equal(await logoOnPage(), false, 'nothing is saved yet')
      await save()
      await field.getByRole('img', { name: 'crest' }).waitFor()
      assert.equal(await logoOnPage(), true)
      await field.getByRole('button', { name: 'Remove the picture' }).click()
      await field.getByRole('img').waitFor({ state: 'detached' })
      const saved = page.waitForResponse(
        (response) => response.url().includes('wp/v2/settings') && response.request().method() === 'POST',
      )
      await page.getByRole('button', { name: 'Save' }).click()
      await saved
      assert.equal(await logoOnPage(), false)
    })
    await calendar.close()
  })
})
