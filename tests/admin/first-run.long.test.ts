import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Environment } from '../../src/settings.ts'
import { newDirectory, run, serve, until } from '../cli/program.ts'
import { administer } from '../durability/on-postgres.ts'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { findFaults } from '../web/axe.ts'
import { noteFaults } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

let places = 0

/** A place for a calendar that nobody has started yet. */
const newPlace = async (): Promise<Environment> => {
  const server = process.env['TEST_POSTGRES']
  const place = { KALENDS_DATA: newDirectory() }
  if (server === undefined) return place
  const name = `first_run_${process.pid}_${places++}`
  await administer(`${server}/postgres`, `create database ${name}`)
  return { ...place, KALENDS_DATABASE: `${server}/${name}` }
}

const linkIn = (text: string): string => /https?:\S+\/admin\/welcome#[\w-]+/.exec(text)?.[0] ?? ''

const logIn = async (page: Page, name: string, secret: string): Promise<void> => {
  await page.getByLabel('User name or e-mail address').fill(name)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Starts a server for the first time; answers the link that it prints, and a browser. */
const startFirst = async (test: TestContext, environment: Environment) => {
  const server = await serve(environment)
  test.after(() => server.stop())
  await until(() => linkIn(server.stdout() + server.stderr()) !== '')
  const link = linkIn(server.stdout() + server.stderr())
  const context = await (browser as Browser).newContext({ locale: 'en-US', viewport: { width: 320, height: 640 } })
  context.setDefaultTimeout(hangMilliseconds)
  test.after(() => context.close())
  const page = await context.newPage()
  return { server, link, context, page, faults: noteFaults(page, server.address) }
}

describe('the first start', { skip }, () => {
  it('shows what the environment sets, and asks for the rest', async (test) => {
    const set = { KALENDS_SITE_NAME: 'Springfield', KALENDS_LANGUAGE: 'en-GB' }
    const { server, link, page, faults } = await startFirst(test, { ...(await newPlace()), ...set })
    await page.goto(link)
    for (const [label, value] of [
      ['Name of the calendar', 'Springfield'],
      ['Language', 'en-GB'],
    ] as const) {
      const field = page.getByLabel(label)
      assert.equal(await field.inputValue(), value)
      assert.equal(await field.isEditable(), false, label)
    }
    await page.getByText('Set on the server by KALENDS_LANGUAGE; it cannot be changed here.').waitFor()
    assert.deepEqual(await findFaults(page), [])
    await page.getByLabel('Password').fill('seven words are better than one')
    await page.getByLabel('Time zone').selectOption('Europe/London')
    await page.getByRole('button', { name: 'Open the calendar' }).click()
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
    const { body } = await server.ask('GET', '//kalends/v1/site')
    assert.deepEqual([body.name, body.language, body.time_zone], ['Springfield', 'en-GB', 'Europe/London'])
    assert.deepEqual(faults, [])
  })

  it('prints a link by which somebody sets up the calendar, works, and comes back with a new password', async (test) => {
    const environment = await newPlace()
    const { server, link, context, page, faults } = await startFirst(test, environment)
    const isTooWide = () => page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

    await page.goto(link)
    await page.getByRole('heading', { name: 'Set up your calendar' }).waitFor()
    assert.deepEqual(await findFaults(page), [])
    assert.equal(await isTooWide(), false)
    await page.getByLabel('User name').fill('Ada')
    await page.getByLabel('Password').fill('short')
    await page.getByLabel('Name of the calendar').fill('Springfield')
    await page.getByLabel('Time zone').selectOption('Europe/Paris')
    await page.getByLabel('E-mail address').fill('ada@town.example')
    await page.getByRole('button', { name: 'Open the calendar' }).click()
    // The browser says at the field that the password is too short, and nothing is sent.
    assert.equal(await page.getByLabel('Password').evaluate((field) => field.matches(':invalid')), true)
    await page.getByLabel('Password').fill('seven words are better than one')
    await page.getByRole('button', { name: 'Open the calendar' }).click()
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
    await page.getByText('Programs log in as “Ada”').waitFor()
    assert.deepEqual(await findFaults(page), [])
    assert.equal(await isTooWide(), false)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('Programs log in as').waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'New event' }).first().click()
    await page.getByLabel('Title').fill('Opening night')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('“Opening night” is published.').waitFor()
    assert.equal(await isTooWide(), false)
    const home = await (await fetch(`${server.address}/`)).text()
    assert.match(home, /<title>[^<]*Springfield/)
    assert.match(home, /Opening night/)
    const [event] = (await server.ask('GET', '/events')).body.events
    assert.equal(event.timezone, 'Europe/Paris')

    // The link worked once.
    const again = await context.newPage()
    await again.goto(link)
    await again.getByRole('alert').waitFor()
    assert.deepEqual(await findFaults(again), [])
    await again.getByRole('link', { name: 'Log in' }).click()
    await again.getByRole('link', { name: 'Opening night', exact: true }).first().waitFor()
    await again.close()

    const { stdout, code } = await run(['user', 'reset', 'Ada'], { ...environment, KALENDS_PUBLIC_URL: server.address })
    assert.equal(code, 0)
    await context.clearCookies()
    await page.goto(linkIn(stdout))
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    assert.deepEqual(await findFaults(page), [])
    await page.getByLabel('Password').fill('eight other words are better still')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()

    await context.clearCookies()
    await page.goto(`${server.address}/admin/`)
    await logIn(page, 'ada@town.example', 'seven words are better than one')
    await page.getByRole('alert').waitFor()
    await logIn(page, 'ada@town.example', 'eight other words are better still')
    await page.getByRole('link', { name: 'Opening night', exact: true }).first().waitFor()
    assert.deepEqual(faults, [])
  })
})
