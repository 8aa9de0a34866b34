import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, password, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

describe('settings in the admin', { skip }, () => {
  let site: AdminSite
  before(async () => {
    site = await startAdminSite(browser as Browser, ['admin'])
  })
  after(() => site?.calendar.close())

  const read = async () => (await site.calendar.ask('GET', '//wp/v2/settings', { as: 'admin' })).body

  it('lead to a field that the server refuses', async () => {
    await site.visit('admin', '/settings', async (page) => {
      page.setDefaultTimeout(10_000)
      const colour = page.getByLabel('Colour of links and buttons')
      await colour.fill('blau')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('It must be a colour such as #8c2f1b, or empty.').waitFor()
      await page.locator('[aria-invalid=true]:focus').waitFor()
      assert.equal(await page.locator(':focus').inputValue(), 'blau')
      assert.deepEqual(await findFaults(page), [])
      await colour.fill('')
      // The fault was one of the former value.
      await page.getByText('It must be a colour').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved.').waitFor()
    })
  })

  it('keep what was typed and not saved, until it is saved or discarded', async () => {
    await site.visit('admin', '/settings', async (page) => {
      page.setDefaultTimeout(10_000)
      await page.getByLabel('What it is about').fill('Everything in town')
      await page.getByRole('link', { name: 'Events', exact: true }).click()
      await page.getByRole('link', { name: 'Settings', exact: true }).click()
      await page.getByText('was not saved. It is still in the form.').waitFor()
      assert.equal(await page.getByLabel('What it is about').inputValue(), 'Everything in town')
      await page.reload()
      await page.getByText('was not saved. It is still in the form.').waitFor()
      await page.getByRole('button', { name: 'Discard it' }).click()
      assert.equal(await page.getByLabel('What it is about').inputValue(), (await read()).description)
      // Nothing differs from what is saved, so there is nothing to restore.
      const former = await page.getByLabel('What it is about').inputValue()
      await page.getByLabel('What it is about').fill('Something else')
      await page.getByLabel('What it is about').fill(former)
      await page.reload()
      await page.getByLabel('What it is about').waitFor()
      assert.equal(await page.getByText('was not saved').count(), 0)
      await page.getByLabel('What it is about').fill('All in town')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved.').waitFor()
      await page.reload()
      await page.getByLabel('What it is about').waitFor()
      assert.equal(await page.getByText('was not saved').count(), 0)
    })
    assert.equal((await read()).description, 'All in town')
  })

  it('and the form to log in say in German what the server refuses', async () => {
    const context = await (browser as Browser).newContext({ locale: 'de-DE' })
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    await page.goto(`${site.address}/admin/settings`)
    await page.getByLabel('Benutzername oder E-Mail-Adresse').fill('admin')
    await page.getByLabel('Passwort', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByText('Der Benutzername oder das Passwort ist falsch.').waitFor()
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByLabel('Farbe von Links und Schaltflächen').fill('blau')
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await page.getByText('Es muss eine Farbe wie #8c2f1b sein oder leer.').waitFor()
    await context.close()
  })
})
