import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, assertNoOverflow, logOut, openPersonMenu, savedText, startAdminSite } from './site.ts'
import { fillTown, townNow } from './town.ts'
import { settle } from './views.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const phone = { viewport: { width: 390, height: 844 } } as const

/** What has the focus, as screen readers name it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()',
  )

/** Opens the search over all pages by its keys, and types. */
const searchFor = async (page: Page, text: string): Promise<void> => {
  await settle(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everywhere' }).waitFor()
  await page.keyboard.type(text)
}

describe('the frame of the admin', { skip }, () => {
  let site: AdminSite

  before(async () => {
    site = await startAdminSite(browser as Browser, ['admin', 'contributor'], { now: townNow })
    await fillTown(site.calendar)
  })

  after(() => site?.calendar.close())

  it('has the pages in groups, of which the open one is marked, and keys alone lead to them', () =>
    site.visit('admin', '/events', async (page) => {
      // Without the change of colours, which takes a moment.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const menu = page.getByRole('navigation', { name: 'Administration' })
      assert.deepEqual(await menu.getByRole('list', { name: /./ }).evaluateAll(namesOf), [
        'Calendar',
        'Places and people',
        'Topics and images',
        'In and out',
        'This site',
      ])
      const current = menu.locator('[aria-current=page]')
      assert.equal(await current.innerText(), 'Events')
      await menu.getByRole('link', { name: 'Events' }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor()
      assert.equal(await current.innerText(), 'Calendar')
      assert.equal(await menu.getByRole('link', { name: 'Review' }).innerText(), 'Review\n1')
      // What the pointer rests on does not look like what is open.
      const groundOf = (which: string): Promise<string> =>
        page.evaluate(`getComputedStyle(document.querySelector('.menu ${which}')).backgroundColor`)
      await menu.getByRole('link', { name: 'Venues' }).hover()
      const [plain, hovered, open] = [
        await groundOf('li:last-child a'),
        await groundOf('a:hover'),
        await groundOf('[aria-current]'),
      ]
      assert.equal(new Set([plain, hovered, open]).size, 3, `${plain} ${hovered} ${open}`)
    }))

  it('shows people only what their role opens', () =>
    site.visit('contributor', '/events', async (page) => {
      const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
      assert.deepEqual(await links.allInnerTexts(), ['Home', 'Events', 'Calendar', 'Venues', 'Organizers', 'View site'])
      await searchFor(page, 'set')
      await page.getByText('Nothing found').waitFor()
      await page.keyboard.press('Escape')
    }))

  it('can be folded to its icons, and remembers that', () =>
    site.visit('admin', '/events', async (page) => {
      const side = page.locator('.side')
      const before = (await side.boundingBox())?.width ?? 0
      await page.getByRole('button', { name: 'Fold the menu' }).click()
      await page.getByRole('button', { name: 'Unfold the menu' }).waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Unfold the menu' }).waitFor()
      assert.ok(((await side.boundingBox())?.width ?? before) < before / 2)
      // The names are still said, and shown as tips.
      assert.equal(await page.getByRole('link', { name: 'Organizers' }).getAttribute('title'), 'Organizers')
      assert.deepEqual(await findFaults(page), [])
    }))

  it('has the density that a person chooses, and remembers it', () =>
    site.visit('admin', '/events', async (page) => {
      const row = page.getByRole('row', { name: /Chess for beginners/ })
      const before = (await row.boundingBox())?.height ?? 0
      await openPersonMenu(page)
      await page.getByLabel('Density').selectOption('Compact')
      await page.reload()
      await row.waitFor()
      assert.ok(((await row.boundingBox())?.height ?? before) < before)
    }))

  it('has a menu below the name, which Escape closes, and which logs out', () =>
    site.visit('admin', '/events', async (page) => {
      await openPersonMenu(page)
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('link', { name: 'Your account' }).focus()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Your account' }).waitFor({ state: 'detached' })
      assert.match(await focused(page), /admin Account and view$/)
      await logOut(page)
      await page.getByRole('heading', { name: 'Log in' }).waitFor()
    }))

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no faults that axe finds, ${colorScheme}, also in its search and on a phone`, () =>
      site.visit(
        'admin',
        '/',
        async (page) => {
          assert.deepEqual(await findFaults(page), [])
          await searchFor(page, 'market')
          await page.getByRole('option', { name: /Flea market/ }).waitFor()
          assert.deepEqual(await findFaults(page), [])
          await page.keyboard.press('Escape')
          await page.setViewportSize(phone.viewport)
          await page.getByRole('button', { name: 'More', exact: true }).waitFor()
          assert.deepEqual(await findFaults(page), [])
          await page.getByRole('button', { name: 'More', exact: true }).click()
          await page.getByRole('heading', { name: 'All pages' }).waitFor()
          assert.deepEqual(await findFaults(page), [])
        },
        { colorScheme },
      ))
  }

  it('has on a phone a bar with the most used pages and a new event, and the others behind "More"', () =>
    site.visit(
      'admin',
      '/',
      async (page) => {
        const bar = page.getByRole('navigation', { name: 'Most used' })
        assert.deepEqual(await bar.locator('.name').allInnerTexts(), ['Home', 'Events', 'New', 'Calendar', 'More'])
        await bar.getByRole('link', { name: 'New event' }).click()
        await page.getByRole('heading', { name: 'New event', level: 1 }).waitFor()
        await bar.getByRole('button', { name: 'More' }).click()
        await page.getByRole('dialog').getByRole('link', { name: 'Venues' }).click()
        await page.getByRole('heading', { name: 'Venues', level: 1 }).waitFor()
        assert.equal(await page.getByRole('dialog').count(), 0)
        await page.setViewportSize({ width: 320, height: 640 })
        await assertNoOverflow(page)
        await bar.getByRole('button', { name: 'More' }).click()
        await page.getByRole('dialog').waitFor()
        await assertNoOverflow(page)
      },
      phone,
    ))

  it('speaks German, and fits where words are long', () =>
    site.visit(
      'admin',
      '/',
      async (page) => {
        await page.evaluate("localStorage.setItem('kalends:language', 'de')")
        await page.reload()
        await page
          .getByRole('link', { name: 'Neu', exact: true })
          .or(page.getByText('Neu', { exact: true }))
          .waitFor()
        await assertNoOverflow(page)
        await page.getByRole('button', { name: 'Überall suchen' }).click()
        await page.keyboard.type('einst')
        await page.getByRole('option', { name: 'Einstellungen' }).waitFor()
        await assertNoOverflow(page)
      },
      { viewport: { width: 320, height: 640 } },
    ))
})

describe('the forms of the admin', { skip }, () => {
  it('are saved by Ctrl S, and what went wrong does not follow into another view', async (test) => {
    const site = await startAdminSite(browser as Browser, ['admin'], { now: townNow })
    test.after(() => site.calendar.close())
    await fillTown(site.calendar)
    await site.visit('admin', '/venues/new', async (page) => {
      await page.getByLabel('Name').fill('Bandstand')
      await page.keyboard.press('Control+s')
      await page.getByText(savedText).waitFor()
      await page.getByLabel('Name').fill('Bandstand in the park')
      await page.keyboard.press('Control+s')
      await page.getByRole('heading', { name: 'Bandstand in the park' }).waitFor()
      // The same text is not there twice.
      assert.ok((await page.getByText('“Bandstand in the park” is saved.').count()) < 2)
      await page.route(/venues/, (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({ status: 500, json: { message: 'Out of order.' } }),
      )
      await page.getByLabel('Name').fill('Old bandstand')
      await page.keyboard.press('Control+s')
      await page.getByText('Out of order.').waitFor()
      await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Tags' }).click()
      await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
      await page.getByText('Out of order.').waitFor({ state: 'detached' })
    })
  })
})

describe('the search over all pages', { skip }, () => {
  let site: AdminSite

  before(async () => {
    site = await startAdminSite(browser as Browser, ['admin'], { now: townNow })
    await fillTown(site.calendar)
  })

  after(() => site?.calendar.close())

  it('finds an event by its title, opens it, and gives the focus back where it is closed', () =>
    site.visit('admin', '/events', async (page) => {
      await page.getByLabel('Dates').focus()
      await searchFor(page, 'chess')
      await page.getByRole('option', { name: /Chess for beginners/ }).waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await page.evaluate('document.activeElement.tagName'), 'SELECT')
      await searchFor(page, 'chess')
      await page.getByRole('option', { name: /Chess for beginners/, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Chess for beginners' }).waitFor()
      assert.equal(await focused(page), 'Chess for beginners')
    }))

  it('finds events by their venue, and venues by their name alone', () =>
    site.visit('admin', '/events', async (page) => {
      await searchFor(page, 'riverside')
      await page.getByRole('option', { name: /Run along the river/ }).waitFor()
      await page
        .getByRole('group', { name: 'Venues' })
        .getByRole('option', { name: /Riverside park/ })
        .waitFor()
      assert.equal(await page.getByRole('option', { name: /Chess for beginners/ }).count(), 0)
    }))

  it('finds a setting, whose field has the focus then', () =>
    site.visit('admin', '/events', async (page) => {
      await searchFor(page, 'map tiles')
      await page.getByRole('option', { name: 'Server of map tiles', selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.locator('main input:focus').waitFor()
      assert.equal(await page.evaluate('document.activeElement.labels[0].textContent'), 'Server of map tiles')
    }))

  it('does actions, and moves through what it has found in a circle', () =>
    site.visit('admin', '/venues', async (page) => {
      await page.getByRole('button', { name: 'Search everywhere' }).click()
      const selected = page.getByRole('option', { selected: true })
      assert.equal(await selected.innerText(), 'New event')
      await page.keyboard.press('ArrowUp')
      assert.equal(await selected.innerText(), 'Your account')
      await page.keyboard.press('ArrowDown')
      assert.equal(await selected.innerText(), 'New event')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'New event', level: 1 }).waitFor()
    }))

  it('asks the server for few of the letters that are typed fast, and for nothing at a single one', () =>
    site.visit('admin', '/venues', async (page) => {
      const asked: string[] = []
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url())
        if (pathname.endsWith('/venues') && searchParams.has('search')) asked.push(searchParams.get('search') ?? '')
      })
      await searchFor(page, 'c')
      await page.getByRole('option', { name: 'Categories' }).waitFor()
      await page.keyboard.type('hess')
      await page.getByRole('option', { name: /Chess for beginners/ }).waitFor()
      assert.ok(!asked.includes('c'))
      assert.ok(asked.length < 4, asked.join())
      assert.equal(asked.at(-1), 'chess')
    }))
})

describe('dates in the admin', { skip }, () => {
  it('are written as in the region of the browser, and times in one way', async (test) => {
    const site = await startAdminSite(browser as Browser, ['admin'], { now: townNow })
    test.after(() => site.calendar.close())
    await fillTown(site.calendar)
    const when = { 'en-GB': 'Wed 12 May, 16:00–17:30', 'en-US': 'Wed, May 12, 4:00 – 5:30 PM' }
    for (const [locale, text] of Object.entries(when)) {
      await site.visit(
        'admin',
        '/events?search=chess',
        async (page) => {
          const row = page.getByRole('row', { name: /Chess for beginners/ })
          assert.equal((await row.locator('.when').innerText()).replace(/\s/g, ' '), text)
        },
        { locale },
      )
    }
  })
})

describe('the tokens of the admin', () => {
  const tokensOf = (file: string): ReadonlyMap<string, string> => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const root = /:root \{([^}]*)\}/.exec(text)?.[1] ?? ''
    return new Map([...root.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
  }

  it('have the names and values of those of the pages', () => {
    const [own, pages] = [tokensOf('admin/src/style/tokens.css'), tokensOf('src/site/client/style.css')]
    assert.ok(own.size > 20)
    for (const [name, value] of own) assert.equal(value, pages.get(name), name)
  })
})

/** The names of elements that name themselves. */
const namesOf = (all: readonly { readonly ariaLabel?: string | null }[]): (string | null | undefined)[] =>
  all.map(({ ariaLabel }) => ariaLabel)
