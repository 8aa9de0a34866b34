import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { testNow } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'
import { findFaults } from '../web/axe.ts'
import { logIn, logOut, noteFaults, password, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** Gives a page an authenticator of its own, as a phone has one; `isPresent` says whether its owner agrees. */
const addAuthenticator = async (page: Page) => {
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    recognize: (isUserVerified: boolean) => tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

describe('passkeys in the admin', { skip }, () => {
  it('are added, log in without a password, and are removed', async (test) => {
    const port = await freePort()
    // Browsers have no passkeys for an IP address.
    const address = `http://localhost:${port}`
    const site = await startAdminSite(browser as Browser, ['editor'], {
      port,
      environment: { KALENDS_PUBLIC_URL: address, KALENDS_TWO_FACTORS: 'editor' },
    })
    test.after(() => site.calendar.close())
    const context = await (browser as Browser).newContext({ locale: 'en-US' })
    test.after(() => context.close())
    context.setDefaultTimeout(hangMilliseconds)
    const page = await context.newPage()
    const faults = noteFaults(page, address)
    const device = await addAuthenticator(page)
    await page.goto(`${address}/admin/account`)
    await page.getByRole('button', { name: 'Use a passkey', exact: true }).waitFor()
    assert.deepEqual(await findFaults(page), [])
    await logIn(page, 'editor')
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    assert.deepEqual(await findFaults(page), [])
    await page.getByLabel('Name of the passkey').fill('Phone')
    await page.getByLabel('Your password').fill(password)
    await device.recognize(false)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The passkey was not used.').waitFor()
    await device.recognize(true)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const [code = ''] = await page.locator('.codes li').allInnerTexts()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()
    await page.getByText('Phone').waitFor()
    assert.deepEqual(await findFaults(page), [])
    await logOut(page)

    site.calendar.setClock(testNow + 60_000)
    const enter = page.getByRole('button', { name: 'Use a passkey', exact: true })
    await enter.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await page
      .getByText(/last used .*Phone|Phone.*last used/s)
      .first()
      .waitFor()
    await logOut(page)

    // The password alone logs nobody in any more; a recovery code helps without the phone.
    await logIn(page, 'editor')
    await page.getByLabel('Code of your authenticator app').fill(code)
    await page.keyboard.press('Enter')
    await page.getByText('9 recovery codes are left.').waitFor()
    await page.getByRole('button', { name: 'Remove Phone' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(password)
    assert.deepEqual(await findFaults(page), [])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    site.calendar.setClock(testNow + 120_000)
    await enter.click()
    await page.getByRole('alert').getByText('The passkey was not accepted.').waitFor()
    assert.deepEqual(faults, [])
  })
})
