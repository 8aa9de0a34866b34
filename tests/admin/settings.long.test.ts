import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { drawPicture } from '../media/pictures.ts'
import { startBrowser } from '../support/browser.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, assertNoOverflow, password, startAdminSite } from './site.ts'

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
    await site.visit('admin', '/settings/design', async (page) => {
      page.setDefaultTimeout(10_000)
      const colour = page.getByLabel('Colour of links and buttons')
      await colour.fill('blau')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('It must be a colour such as #8c2f1b, or empty.').waitFor()
      await page.locator('[aria-invalid=true]:focus').waitFor()
      assert.equal(await page.locator(':focus').inputValue(), 'blau')
      assert.deepEqual(await findFaults(page), [])
      const summary = page.getByRole('alert').filter({ hasText: '1 setting cannot be saved yet:' })
      await page.getByLabel('What it is about').focus()
      await summary.getByRole('link', { name: 'Colour of links and buttons' }).click()
      await page.locator('[aria-invalid=true]:focus').waitFor()
      await colour.fill('#0b5cad')
      await summary.waitFor({ state: 'detached' })
      // The fault was one of the former value.
      await page.getByText('It must be a colour').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved.').waitFor()
    })
  })

  it('keep what was typed and not saved, until it is saved or discarded', async () => {
    await site.visit('admin', '/settings/design', async (page) => {
      page.setDefaultTimeout(10_000)
      await page.getByLabel('What it is about').fill('Everything in town')
      const menu = page.getByRole('navigation', { name: 'Administration' })
      await menu.getByRole('link', { name: 'Events', exact: true }).click()
      await menu.getByRole('link', { name: 'Design', exact: true }).click()
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
    await page.goto(`${site.address}/admin/settings/design`)
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

/** The page that the preview shows now, not the next one behind it. */
const previewOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Preview of the pages"]:not(.behind)')

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').first().waitFor()
}

describe('groups of settings', { skip }, () => {
  let site: AdminSite
  before(async () => {
    const environment = { KALENDS_CURRENCY_SYMBOL: '€' }
    site = await startAdminSite(browser as Browser, ['admin', 'editor'], { environment })
  })
  after(() => site?.calendar.close())

  const read = async () => (await site.calendar.ask('GET', '//wp/v2/settings', { as: 'admin' })).body

  it('have addresses of their own, and one form', async () => {
    await site.visit('admin', '/settings', async (page) => {
      const current = () => page.getByRole('navigation', { name: 'Administration' }).locator('[aria-current]')
      const groups = page.getByRole('navigation', { name: 'Groups of settings' })
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
      assert.equal(await groups.locator('[aria-current]').innerText(), 'Language and time')
      assert.equal(await current().innerText(), 'Settings')
      await page.getByLabel('The week begins on').selectOption('Saturday')
      await groups.getByRole('link', { name: 'Events' }).click()
      assert.equal(new URL(page.url()).pathname, '/admin/settings/events')
      // What the environment sets is shown with its variable, and cannot be changed.
      await page.getByText('Set on the server by KALENDS_CURRENCY_SYMBOL').first().waitFor()
      assert.equal(await page.getByLabel('Symbol of prices').isEditable(), false)
      await page.getByLabel('Events that repeat, in lists').selectOption('Each of their dates')
      await page.getByText('2 settings changed').waitFor()
      await groups.getByRole('link', { name: 'Design' }).click()
      await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor()
      assert.equal(await current().innerText(), 'Design')
      await page.getByLabel('Name of the calendar').fill('Springfield')
      await page.getByText('3 settings changed').waitFor()
      assert.equal(await page.getByText('was not saved').count(), 0, 'it is one form')
      await save(page)
      assert.match((await page.getByRole('link', { name: 'View site' }).last().getAttribute('href')) ?? '', /\/$/)
      await page.locator('.save-bar').waitFor({ state: 'hidden' })
    })
    const { start_of_week, repeated_events, title } = await read()
    assert.deepEqual([start_of_week, repeated_events, title], [6, 'each', 'Springfield'])
  })

  it('are found by words, in the page and from everywhere', async () => {
    await site.visit('admin', '/settings/maps', async (page) => {
      const search = page.getByLabel('Search the settings')
      await search.fill('imprint')
      await page.getByText('2 settings found').waitFor()
      await page.getByRole('group', { name: 'Links at the end of pages' }).waitFor()
      assert.equal(await page.getByLabel('Server of map tiles').count(), 0)
      assert.deepEqual(await findFaults(page), [])
      await search.fill('nothing of the kind')
      await page.getByText('No setting has these words.').waitFor()
      await search.fill('')
      await page.getByLabel('Server of map tiles').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search everywhere' }).fill('24 hours')
      await page.getByRole('option', { name: /Clock/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.locator('[data-setting=clock] select:focus').waitFor()
      assert.equal(new URL(page.url()).pathname, '/admin/settings/time')
    })
  })

  it('are closed to editors', async () => {
    await site.visit('editor', '/settings/design', async (page) => {
      await page.getByRole('heading', { name: 'Your role does not open this page' }).waitFor()
    })
  })

  it('say how well a colour can be read, and offer a shade that can', async () => {
    await site.visit('admin', '/settings/design', async (page) => {
      const colour = page.getByLabel('Colour of links and buttons')
      await colour.fill('#ffc400')
      await page.getByText('Light pages: contrast 1.4:1 – too weak for text, so pages show #8a6a00').waitFor()
      await page.getByText('Dark pages: contrast 8.4:1 – good for text').waitFor()
      await page.getByRole('button', { name: 'Use the readable shade #8a6a00' }).click()
      assert.equal(await colour.inputValue(), '#8a6a00')
      await page.getByText(/Light pages: contrast 4\.\d:1 – good for text/).waitFor()
      await page.getByLabel('Pick a colour').fill('#0b5cad')
      assert.equal(await colour.inputValue(), '#0b5cad')
      await save(page)
    })
    assert.equal((await read()).accent_color, '#0b5cad')
  })

  it('have links as rows, which keys alone add, move and remove', async () => {
    await site.visit('admin', '/settings/design', async (page) => {
      const links = page.getByRole('group', { name: 'Links at the head of pages' })
      const add = links.getByRole('button', { name: 'Add a link' })
      await add.focus()
      for (const [text, address] of [
        ['Museum', 'museum.example.org'],
        ['Shop', 'https://shop.example.org/'],
        ['', ''],
      ] as const) {
        await add.press('Enter')
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
        await page.keyboard.type(address)
      }
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await links.getByText('Link 3 needs a text.').waitFor()
      await page.locator('[aria-invalid=true]:focus').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await links.getByRole('button', { name: 'Remove: Link 3' }).press('Enter')
      await links.locator('[data-add]:focus').waitFor()
      await links.getByRole('button', { name: 'Move up: Shop' }).press('Enter')
      await links.getByRole('listitem', { name: 'Link 1' }).getByRole('button', { name: 'Move down: Shop' }).waitFor()
      await page.locator('[aria-label="Move down: Shop"]:focus').waitFor()
      await save(page)
    })
    assert.deepEqual((await read()).header_links, [
      { label: 'Shop', url: 'https://shop.example.org/' },
      { label: 'Museum', url: 'https://museum.example.org' },
    ])
  })

  it('can be read and used on the narrowest phone, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await site.visit(
        'admin',
        '/settings/design',
        async (page) => {
          await page.getByLabel('What it is about').fill(`All in ${colorScheme}`)
          await page.getByText('1 setting changed').waitFor()
          await page.getByRole('button', { name: 'Show the preview' }).click()
          await previewOf(page).getByRole('link', { name: 'Springfield' }).first().waitFor()
          await assertNoOverflow(page)
          assert.deepEqual(await findFaults(page), [])
          await page.getByRole('button', { name: 'Discard the changes' }).click()
          await page.locator('.save-bar').waitFor({ state: 'hidden' })
          await page.getByRole('link', { name: 'Language and time' }).click()
          await page.getByLabel('Clock').waitFor()
          await assertNoOverflow(page)
          assert.deepEqual(await findFaults(page), [])
        },
        { viewport: { width: 320, height: 640 }, colorScheme },
      )
    }
  })
})

describe('the preview of the pages', { skip }, () => {
  it('shows what is typed and not saved, and changes nothing', async (test) => {
    const { calendar, address, visit } = await startAdminSite(browser as Browser, ['admin'])
    test.after(() => calendar.close())
    const event = { title: 'Village fair', start_date: 'tomorrow 10:00', end_date: 'tomorrow 12:00' }
    assert.equal((await calendar.ask('POST', '/events', { as: 'admin', body: event })).status, 201)
    const home = async (): Promise<string> => (await fetch(`${address}/`)).text()
    const before = await home()
    const options = { viewport: { width: 1400, height: 900 }, colorScheme: 'light' }
    await visit(
      'admin',
      '/settings/design',
      async (page) => {
        const shown = previewOf(page)
        /** What the frame that is shown answers. */
        const ask = (question: string) =>
          page.evaluate(`document.querySelector('.window > iframe:not(.behind)').${question}`)
        const scheme = () =>
          page.evaluate(
            `{ const { contentWindow: shown } = document.querySelector('.window > iframe:not(.behind)'); shown.getComputedStyle(shown.document.documentElement).colorScheme }`,
          )
        await shown.getByText('Village fair').first().waitFor()
        await page.getByLabel('Name of the calendar').fill('Springfield & around')
        await shown.getByText('Springfield & around').first().waitFor()
        await page.getByLabel('Colour of links and buttons').fill('#00aa88')
        await shown.locator('link[href*="accent-00aa88"]').waitFor({ state: 'attached' })
        // What is being typed and cannot be shown yet does not hold up the rest.
        await page.getByLabel('Colour of links and buttons').fill('#00')
        await page.getByText('Not in the preview yet: Colour of links and buttons').waitFor()
        await page.getByLabel('Text above the upcoming events').fill('Come in.')
        await shown.getByText('Come in.').waitFor()
        const payload = await drawPicture({ width: 300, height: 100 }).png().toBuffer()
        await page
          .getByRole('group', { name: 'Logo' })
          .getByLabel('Upload a picture')
          .last()
          .setInputFiles({ name: 'crest.png', mimeType: 'image/png', buffer: payload })
        await shown.locator('img.logo').waitFor()

        await page.getByLabel('Page', { exact: true }).selectOption('Event')
        await shown.getByRole('heading', { level: 1, name: 'Village fair', includeHidden: true }).waitFor()
        await page.getByLabel('Page', { exact: true }).selectOption('Month')
        await shown.locator('table').first().waitFor()
        assert.equal(await ask('contentWindow.innerWidth'), 1280)
        await page.getByRole('button', { name: 'Phone', exact: true }).click()
        await page.waitForFunction(`document.querySelector('.window > iframe:not(.behind)').clientWidth === 390`)
        assert.equal(await scheme(), 'light')
        await page.getByRole('button', { name: 'Dark', exact: true }).click()
        await shown.locator('html[data-theme=dark]').waitFor()
        assert.equal(await scheme(), 'dark')

        // It is a picture: nothing in it runs, sends or leads away.
        assert.equal(await shown.locator('script').count(), 0)
        assert.equal(await shown.locator('body[inert]').count(), 1)
        assert.equal(await page.locator('iframe').first().getAttribute('sandbox'), 'allow-same-origin')
        assert.deepEqual(await findFaults(page), [])
        assert.equal(await home(), before, 'nothing is saved')
        await page.getByRole('button', { name: 'Discard the changes' }).click()
        await shown.getByText('Springfield & around').first().waitFor({ state: 'detached' })
      },
      options,
    )
    assert.equal(await home(), before)
  })
})
