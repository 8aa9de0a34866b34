import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { findFaults } from '../web/axe.ts'
import { logIn, logOut, noteFaults, openPersonMenu, pressSave, savedText, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

describe('people in the admin', { skip }, () => {
  it('come in by an invitation, and change their password', async (test) => {
    const site = await startAdminSite(browser as Browser, ['admin'])
    test.after(() => site.calendar.close())
    let url = ''
    await site.visit('admin', '/users', async (page) => {
      await page.getByRole('rowheader', { name: 'contributor' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('button', { name: 'Invite somebody' }).click()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('radio', { name: /^Author/ }).check()
      await page.getByRole('button', { name: 'Make a link' }).click()
      url = await page.getByLabel('Link', { exact: true }).inputValue()
      assert.deepEqual(await findFaults(page), [])
    })
    assert.ok(url.startsWith(`${site.address}/admin/welcome#`), url)
    const context = await (browser as Browser).newContext({ locale: 'en-US' })
    const page = await context.newPage()
    const faults = noteFaults(page, site.address)
    await page.goto(url)
    await page.getByRole('heading', { name: 'Create your account' }).waitFor()
    assert.deepEqual(await findFaults(page), [])
    await page.getByLabel('User name').fill('Grace')
    await page.getByLabel('Password').fill('four plain random words')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Users' }).count(), 0)

    await openPersonMenu(page)
    await page.getByRole('link', { name: 'Your account' }).click()
    await page.getByText('this device').waitFor()
    assert.deepEqual(await findFaults(page), [])
    await page.getByLabel('Present password').fill('four plain random words')
    await page.getByLabel('New password').fill('another four random words')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Your password has changed.').waitFor()
    await logOut(page)
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    assert.deepEqual(await findFaults(page), [])
    await context.close()
    assert.deepEqual(faults, [])

    const used = await (browser as Browser).newContext({ locale: 'en-US' })
    const again = await used.newPage()
    await again.goto(url)
    await again.getByRole('alert').waitFor()
    await used.close()
  })

  it('are invited by mail or link, and invitations are sent again and withdrawn', async (test) => {
    const environment = { KALENDS_SMTP_URL: 'smtp://127.0.0.1:9' }
    const site = await startAdminSite(browser as Browser, ['admin'], { environment })
    test.after(() => site.calendar.close())
    const welcome = async (url: string): Promise<number> => {
      const body = { token: url.split('#')[1] }
      return (await site.calendar.ask('POST', '//kalends/v1/welcome', { body })).status
    }
    await site.visit('admin', '/users', async (page) => {
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Invite somebody' }).click()
      // The keyboard moves among the roles, each of which says what it sees.
      await dialog.getByRole('radio', { name: 'Contributor' }).press('ArrowUp')
      assert.ok(await dialog.getByRole('radio', { name: 'Author' }).isChecked())
      await dialog.getByText('Sees own events besides the public ones, and publishes them').waitFor()
      await dialog.getByLabel('E-mail address').fill('anna@example.org')
      await dialog.getByRole('button', { name: 'Send the invitation' }).click()
      // The mail server of this test takes nothing.
      const first = await dialog.getByLabel('Link', { exact: true }).inputValue()
      await dialog.getByText('Send this link to the person by a safe way.').waitFor()
      await dialog.getByRole('button', { name: 'Done' }).click()
      const row = page.getByRole('row', { name: /anna@example\.org/ })
      await row.getByText('Author').waitFor()
      assert.match(await row.innerText(), /admin/)
      assert.deepEqual(await findFaults(page), [])

      await row.getByRole('button', { name: 'Send again: anna@example.org' }).click()
      const second = await dialog.getByLabel('Link', { exact: true }).inputValue()
      assert.deepEqual([await welcome(first), await welcome(second)], [404, 200])
      await dialog.getByRole('button', { name: 'Done' }).click()

      await row.getByRole('button', { name: 'Withdraw the invitation: anna@example.org' }).click()
      assert.deepEqual(await findFaults(page), [])
      await dialog.getByRole('button', { name: 'Withdraw the invitation: anna@example.org' }).click()
      await page.getByText('The invitation is withdrawn.').waitFor()
      await page.getByRole('heading', { name: 'Open invitations' }).waitFor({ state: 'detached' })
      assert.equal(await welcome(second), 404)
    })
  })

  it('log in again when their session ends, and go on where they were', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    await site.visit('editor', '/events/new', async (page) => {
      await page.getByLabel('Title').fill('Long evening')
      await page.context().clearCookies()
      await pressSave(page)
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
      await logIn(page, 'editor')
      await page.getByText(savedText).waitFor()
      assert.equal(await page.getByLabel('Title').inputValue(), 'Long evening')
    })
  })

  it('choose what they are told by mail, and in which language', async (test) => {
    const environment = { KALENDS_SMTP_URL: 'smtp://127.0.0.1:9' }
    const site = await startAdminSite(browser as Browser, ['editor', 'contributor'], { environment })
    test.after(() => site.calendar.close())
    await site.visit('editor', '/account', async (page) => {
      await page.getByLabel('When something waits for review').selectOption('At once')
      await page.getByLabel('When an event of mine').uncheck()
      assert.equal(await page.getByLabel('When a source fails').count(), 0)
      await page.getByLabel('Name', { exact: true }).fill('Grace Editor')
      await page.getByLabel('Language of the administration').selectOption('Deutsch')
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('button', { name: 'Save the profile' }).click()
      await page.getByLabel('Wenn etwas auf Prüfung wartet').waitFor()
      assert.equal(await page.getByLabel('Wenn etwas auf Prüfung wartet').inputValue(), 'now')
    })
    const { body } = await site.calendar.ask('GET', '//wp-json/wp/v2/users/me?context=edit', { as: 'editor' })
    const { name, locale, review_mail, own_mail, trouble_mail } = body
    assert.deepEqual([name, locale, review_mail, own_mail, trouble_mail], ['Grace Editor', 'de', 'now', false, true])
    await site.visit('contributor', '/account', async (page) => {
      await page.getByLabel('When an event of mine').waitFor()
      assert.equal(await page.getByLabel('When something waits for review').count(), 0)
    })
  })

  it('log another device out', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    await site.visit('editor', '/account', (other) =>
      site.visit('editor', '/account', async (page) => {
        await page.getByRole('button', { name: /^Log out [^e]/ }).click()
        await page.getByText('The device has been logged out.').waitFor()
        await page.getByRole('button', { name: /^Log out [^e]/ }).waitFor({ state: 'detached' })
        await other.reload()
        await other.getByRole('heading', { name: 'Log in' }).waitFor()
      }),
    )
  })

  it('make passwords for programs, and revoke them', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    await site.visit('editor', '/account', async (page) => {
      await page.getByLabel('Name of the program').fill('Newsletter')
      await page.getByRole('button', { name: 'Make a password' }).click()
      const secret = await page.getByLabel('The new password').inputValue()
      const ask = () =>
        fetch(`${site.address}/wp-json/wp/v2/users/me`, { headers: { authorization: `Bearer ${secret}` } })
      assert.equal((await ask()).status, 200)
      await page.getByRole('button', { name: 'Revoke the password of Newsletter' }).click()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke the password of Newsletter' }).click()
      await page.getByText('The password no longer works.').waitFor()
      assert.equal((await ask()).status, 401)
    })
  })
})
