import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { startProvider, testClient } from '../support/oidc-provider.ts'
import { findFaults } from '../web/axe.ts'
import { startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

describe('the page to log in', { skip }, () => {
  it('leads to the provider and back to the page that was asked for, or says why not', async (test) => {
    const port = await freePort()
    const provider = await startProvider(`http://127.0.0.1:${port}/session/oidc/callback`)
    test.after(() => provider.close())
    provider.people.set('ines', { preferred_username: 'Ines', groups: ['editor'] })
    const site = await startAdminSite(browser as Browser, [], {
      port,
      environment: {
        KALENDS_OIDC_ISSUER: provider.issuer,
        KALENDS_OIDC_CLIENT_ID: testClient.id,
        KALENDS_OIDC_SECRET: testClient.secret,
      },
    })
    test.after(() => site.calendar.close())
    const logInAs = async (name: string) => {
      const context = await (browser as Browser).newContext({ locale: 'en-US' })
      context.setDefaultTimeout(hangMilliseconds)
      test.after(() => context.close())
      const page = await context.newPage()
      await page.goto(`${site.address}/admin/calendar`)
      await page.getByRole('heading', { name: 'Log in' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('link', { name: 'Log in with single sign-on' }).click()
      await page.locator('input[name=login]').fill(name)
      await page.locator('input[name=password]').fill('any')
      await page.locator('[type=submit]').click()
      await page.locator('[type=submit]', { hasText: 'Continue' }).click()
      return page
    }
    const page = await logInAs('ines')
    await page.waitForURL(`${site.address}/admin/calendar`)
    await page.getByRole('heading', { name: 'Calendar' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Users' }).count(), 0)

    const guest = await logInAs('nobody')
    await guest.getByRole('alert').getByText('nobody has given you a role').waitFor()
    assert.deepEqual(await findFaults(guest), [])
  })

  it('sends a link for a forgotten password, if there is mail', async (test) => {
    const site = await startAdminSite(browser as Browser, [], {
      environment: { KALENDS_SMTP_URL: 'smtp://127.0.0.1:9' },
    })
    test.after(() => site.calendar.close())
    const context = await (browser as Browser).newContext({ locale: 'en-US' })
    context.setDefaultTimeout(hangMilliseconds)
    test.after(() => context.close())
    const page = await context.newPage()
    await page.goto(`${site.address}/admin/`)
    await page.getByText('Forgotten your password?').click()
    await page.getByLabel('Your user name or e-mail address').fill('editor')
    assert.deepEqual(await findFaults(page), [])
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText('a link is on its way').waitFor()
    assert.deepEqual(await findFaults(page), [])
  })
})
