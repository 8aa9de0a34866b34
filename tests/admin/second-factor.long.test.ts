import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { codeAt, stepAt } from '../../src/accounts/totp.ts'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { testNow } from '../support/calendar.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, assertNoOverflow, logIn, logOut, noteFaults, password, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** The code that an app with the key shows, some steps after the time of the tests. */
const codeOf = (key: string, by = 0): string => codeAt(key.replaceAll(' ', ''), stepAt(testNow) + by)

/** A browser that nobody has logged in with, of the width of a phone. */
const openPhone = async (site: AdminSite, path = '/'): Promise<{ page: Page; close: () => Promise<void> }> => {
  const context = await (browser as Browser).newContext({ locale: 'en-US', viewport: { width: 360, height: 740 } })
  context.setDefaultTimeout(hangMilliseconds)
  const page = await context.newPage()
  const faults = noteFaults(page, site.address)
  await page.goto(`${site.address}/admin${path}`)
  return {
    page,
    close: async () => {
      await context.close()
      assert.deepEqual(faults, [])
    },
  }
}

/** Goes through the steps of the set-up by keyboard; returns the key and the recovery codes. */
const setUp = async (page: Page): Promise<{ key: string; codes: string[] }> => {
  await page.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  const key = await page.getByLabel('Key, to type it instead').inputValue()
  const picture = page.getByRole('img', { name: 'QR code for the authenticator app' })
  assert.ok(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0))
  assert.deepEqual(await findFaults(page), [])
  // The field of the code has the focus.
  await page.keyboard.type('12345x')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('The code is wrong').waitFor()
  await page.getByLabel('First code of the app').fill(codeOf(key))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  assert.deepEqual(await findFaults(page), [])
  await assertNoOverflow(page)
  const codes = await page.locator('.codes li').allInnerTexts()
  assert.equal(codes.length, 10)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as a file' }).click()
  assert.equal((await saving).suggestedFilename(), 'recovery-codes.txt')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  return { key, codes }
}

describe('a second factor in the admin', { skip }, () => {
  it('is set up in the account, asked for by the log-in, and turned off', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    let found = { key: '', codes: [''] }
    await site.visit('editor', '/account', async (page) => {
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
      assert.deepEqual(await findFaults(page), [])
      found = await setUp(page)
      await page.getByText('From now on, you need a code to log in.').waitFor()
      await page.getByText('10 recovery codes are left.').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await logOut(page)
      await logIn(page, 'editor')
      await page.getByLabel('Code of your authenticator app').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.keyboard.type(codeOf(found.key))
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('The code is wrong, or was used before.').waitFor()
      await page.getByLabel('Code of your authenticator app').fill(codeOf(found.key, 1))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your account' }).waitFor()
    })
    const phone = await openPhone(site, '/account')
    await logIn(phone.page, 'editor')
    await phone.page.getByLabel('Code of your authenticator app').fill(found.codes[0] ?? '')
    await phone.page.keyboard.press('Enter')
    await phone.page.getByText('9 recovery codes are left.').waitFor()
    await assertNoOverflow(phone.page)

    await phone.page.getByRole('button', { name: 'Make new recovery codes' }).click()
    const dialog = phone.page.getByRole('dialog')
    await dialog.getByLabel('Code of your authenticator app').fill(found.codes[1] ?? '')
    await dialog.getByLabel('Your password').fill(password)
    await phone.page.keyboard.press('Enter')
    await dialog.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const [fresh = ''] = await dialog.locator('.codes li').allInnerTexts()
    assert.ok(!found.codes.includes(fresh))
    await dialog.getByRole('button', { name: 'I have kept them' }).click()

    await phone.page.getByRole('button', { name: 'Turn it off' }).click()
    await dialog.getByLabel('Code of your authenticator app').fill(fresh)
    await dialog.getByLabel('Your password').fill('not the password')
    await phone.page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('The current password is wrong.').waitFor()
    assert.deepEqual(await findFaults(phone.page), [])
    await dialog.getByLabel('Your password').fill(password)
    await phone.page.keyboard.press('Enter')
    await phone.page.getByText('You no longer need a code to log in.').waitFor()
    await phone.close()
  })

  it('comes before everything else for a role that needs it', async (test) => {
    const environment = { KALENDS_TWO_FACTORS: 'editor' }
    const site = await startAdminSite(browser as Browser, ['admin', 'editor'], { environment })
    test.after(() => site.calendar.close())
    const phone = await openPhone(site, '/events')
    await logIn(phone.page, 'editor')
    await phone.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    assert.deepEqual(await findFaults(phone.page), [])
    await phone.page.reload()
    await phone.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await setUp(phone.page)
    await phone.page.getByRole('heading', { name: 'Events', exact: true }).waitFor()
    await phone.close()

    await site.visit('admin', '/users', async (page) => {
      await page.getByRole('button', { name: 'Remove the second factor of editor' }).click()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('dialog').getByRole('button', { name: 'Remove the second factor of editor' }).click()
      await page.getByText('editor logs in with the password alone now.').waitFor()
      await page.getByRole('button', { name: 'Remove the second factor of editor' }).waitFor({ state: 'detached' })
    })
    const again = await openPhone(site)
    await logIn(again.page, 'editor')
    await again.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await again.page.getByRole('button', { name: 'Log out' }).click()
    await again.page.getByRole('heading', { name: 'Log in' }).waitFor()
    await again.close()
  })
})
