import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { until } from '../cli/program.ts'
import { hangMilliseconds, startBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { fill, type SmallDisk, serveOn, smallDisks } from '../support/small-disk.ts'
import { findFaults } from '../web/axe.ts'
import { noteFaults, password, pressSave, savedText } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** What the server says of a disk that takes nothing more, as the message of its errors. */
const messages = { 503: 'cannot answer right now', 507: 'has no disk space left' } as const

const linkIn = (text: string): string => /https?:\S+\/admin\/welcome#[\w-]+/.exec(text)?.[0] ?? ''

const setUp = async (page: Page, link: string): Promise<void> => {
  await page.goto(link)
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Name of the calendar').fill('Springfield')
  await page.getByRole('button', { name: 'Open the calendar' }).click()
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
}

/** The status that the server answers when an event is written. */
const written = async (page: Page, id: number): Promise<number> => {
  const isWrite = (url: string, method: string): boolean => method === 'POST' && url.endsWith(`/events/${id}`)
  const response = await page.waitForResponse((it) => isWrite(it.url(), it.request().method()))
  return response.status()
}

/** Types titles until one is not stored: a full disk takes small writes for a while. Answers the stored title and the one that is not. */
const typeUntilRefused = async (page: Page, id: number, refusal: number, send: () => Promise<void>) => {
  const title = page.getByLabel('Title')
  let stored = await title.inputValue()
  for (let turn = 1; ; turn++) {
    const typed = `Choir without room ${turn}`
    const answered = written(page, id)
    await title.fill(typed)
    await send()
    const status = await answered
    if (status !== 200) {
      assert.equal(status, refusal)
      return { stored, typed }
    }
    stored = typed
    await page
      .getByText(/^(“.*” is saved\.|Saved as a draft at .*)$/)
      .first()
      .waitFor()
  }
}

const prove = async (disk: SmallDisk): Promise<void> => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = await serveOn(disk, address, port)
  const link = () => linkIn(server.stdout() + server.stderr())
  await until(() => link() !== '' && /application password: /.test(server.stdout()))
  const secret = /application password: (.*)/.exec(server.stdout())?.[1] ?? ''
  const context = await (browser as Browser).newContext({ locale: 'en-US' })
  context.setDefaultTimeout(hangMilliseconds)
  const page = await context.newPage()
  const faults = noteFaults(page, address)
  await setUp(page, link())
  const create = async (status: string): Promise<number> => {
    const body = { title: `Choir (${status})`, status, start_date: '2027-06-01 19:00', end_date: '2027-06-01 21:00' }
    const reply = await server.ask('POST', '/events', { as: secret, body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id
  }
  const read = async (id: number) => (await server.ask('GET', `/events/${id}`, { as: secret })).body.title
  const [shown, draft] = [await create('publish'), await create('draft')]
  const save = () => pressSave(page)
  const open = async (id: number): Promise<void> => {
    await page.goto(`${address}/admin/events/${id}`)
    await page.getByLabel('Title').waitFor()
  }
  const saved = () => page.getByText(savedText).first().waitFor()

  await open(shown)
  await page.getByLabel('Price').fill('12')
  await fill(disk, server, secret)
  const edit = await typeUntilRefused(page, shown, disk.refusal, save)
  await page.locator('.notice.failed', { hasText: messages[disk.refusal] }).waitFor()
  assert.deepEqual(await findFaults(page), [])
  assert.equal(await read(shown), edit.stored)

  await open(draft)
  const started = await typeUntilRefused(page, draft, disk.refusal, async () => undefined)
  await page.getByText(`The draft is not saved: The server ${messages[disk.refusal]}`).waitFor()
  await page.goto(`${address}/admin/events?span=all`)
  await page.getByRole('link', { name: edit.stored, exact: true }).waitFor()
  assert.equal(await read(draft), started.stored)

  await open(shown)
  await page.getByText('was not saved').waitFor()
  assert.equal(await page.getByLabel('Title').inputValue(), edit.typed)
  disk.makeRoom(server)
  await save()
  await saved()
  await open(draft)
  assert.equal(await page.getByLabel('Title').inputValue(), started.typed)
  await save()
  await saved()
  assert.deepEqual([await read(shown), await read(draft)], [edit.typed, started.typed])
  assert.deepEqual(faults, [])
  await context.close()
  assert.equal((await server.stop()).code, 0)
}

describe('what is typed while the disk is full', { skip }, () => {
  // Below a limit for each file, the log of the database is written from its beginning again, so that a small calendar is never refused for long.
  for (const [kind, openDisk] of Object.entries(smallDisks).filter(([kind]) => kind.startsWith('a file system'))) {
    it(`is kept, and saved when there is room again: ${kind}`, async (test) => {
      const disk = await openDisk()
      if (!disk) return test.skip('this system does not let this user have one')
      test.after(() => disk.close())
      await prove(disk)
    })
  }
})
