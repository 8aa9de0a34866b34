import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { drawPicture } from '../media/pictures.ts'
import { startBrowser } from '../support/browser.ts'
import { testNow } from '../support/calendar.ts'
import { findFaults } from '../web/axe.ts'
import { type AdminSite, assertNoOverflow, pressSave, savedText, startAdminSite } from './site.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

after(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const inThreeDays = new Date(testNow + 3 * 86_400_000).toISOString().slice(0, 10)

const createEvent = async ({ calendar }: AdminSite, title: string, more = {}) => {
  const dates = { start_date: `${inThreeDays} 19:00:00`, end_date: `${inThreeDays} 21:00:00` }
  const reply = await calendar.ask('POST', '/events', { as: 'editor', body: { title, ...dates, ...more } })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

const imageOf = async ({ calendar }: AdminSite, id: number) =>
  (await calendar.ask('GET', `/events/${id}`, { as: 'editor' })).body.image

const pictureOf = async (name: string, width: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await drawPicture({ width, height: 300 }).png().toBuffer(),
})

/** A photo of twelve megapixels as phones store it: as the sensor lies, with a note how it is to be turned. */
const photoOf = ({ sigma, quality }: { readonly sigma: number; readonly quality: number }): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma } as const
  const picture = sharp({ create: { width: 4032, height: 3024, channels: 3, background: 'gray', noise } })
  return picture.withMetadata({ orientation: 6 }).jpeg({ quality }).toBuffer()
}

const dialog = (page: Page): Locator => page.getByRole('dialog')

const button = (of: Page | Locator, name: string): Locator => of.getByRole('button', { name, exact: true })

/** Drops files as a person does from another window. */
const drop = async (page: Page, place: string, files: readonly { name: string; buffer: Buffer }[]): Promise<void> => {
  const sent = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }))
  const data = await page.evaluateHandle((all) => {
    // biome-ignore lint/suspicious/noExplicitAny: the function runs in the browser, whose types are not those of these tests.
    const window = globalThis as any
    const transfer = new window.DataTransfer()
    for (const { name, base64 } of all) {
      const bytes = Uint8Array.from(window.atob(base64) as string, (byte) => byte.charCodeAt(0))
      transfer.items.add(new window.File([bytes], name, { type: 'image/png' }))
    }
    return transfer
  }, sent)
  await page.dispatchEvent(place, 'drop', { dataTransfer: data })
}

describe('images in the admin', { skip }, () => {
  it('are made smaller where they have more pixels than the server takes, as phones make them', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const buffer = await sharp({ create: { width: 9000, height: 6000, channels: 3, background: 'teal' } })
      .jpeg({ quality: 90 })
      .toBuffer()
    await site.visit('editor', '/images', async (page) => {
      const field = page.getByLabel('Upload images', { exact: true }).last()
      await field.setInputFiles([{ name: 'large.jpg', mimeType: 'image/jpeg', buffer }])
      await page.getByText('1 image has been uploaded.').waitFor()
    })
    // One colour takes few bytes, and as many pixels.
    const flat = await sharp({ create: { width: 9000, height: 6000, channels: 3, background: 'teal' } })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer()
    assert.ok(flat.length < 300_000, String(flat.length))
    await site.visit('editor', '/images', async (page) => {
      const field = page.getByLabel('Upload images', { exact: true }).last()
      await field.setInputFiles([{ name: 'flat.png', mimeType: 'image/png', buffer: flat }])
      await page.getByText('1 image has been uploaded.').waitFor()
    })
    const images = (await site.calendar.ask('GET', '//wp-json/wp/v2/media')).body
    assert.equal(images.length, 2)
    for (const { media_details: size } of images) assert.deepEqual([size.width, size.height], [4096, 2731])
  })

  it('are uploaded by drop, described, found, replaced while their uses stay, and deleted', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const [poster, stage] = [await pictureOf('poster.png', 400), await pictureOf('stage.png', 500)]
    await site.visit('editor', '/images', async (page) => {
      await page.getByText('There are no images yet.').waitFor()
      assert.deepEqual(await findFaults(page), [])
      const list = '**/wp/v2/media?*'
      await page.route(list, (route) => route.abort())
      await page.getByRole('searchbox').fill('poster')
      await page.getByRole('alert').waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.unroute(list)
      await page.getByRole('searchbox').fill('')
      await page.getByText('There are no images yet.').waitFor()
      await page.getByLabel('Upload images', { exact: true }).last().setInputFiles([poster, stage])
      await page.getByText('2 images have been uploaded.').waitFor()
      await page
        .getByLabel('Upload images', { exact: true })
        .last()
        .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') }])
      await page.locator('.notice.failed', { hasText: 'notes.txt: It is not a picture that pages can show' }).waitFor()
      // A picture for a camera or for print.
      await page
        .getByLabel('Upload images', { exact: true })
        .last()
        .setInputFiles([{ name: 'camera.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') }])
      await page
        .locator('.notice.failed', { hasText: 'camera.heic: It is not a picture that pages can show' })
        .waitFor()
      await button(page.locator('.notice.failed', { hasText: 'notes.txt' }), 'Close').click()
      await button(page.locator('.notice.failed', { hasText: 'camera.heic' }), 'Close').click()

      await button(page, 'poster not used no alternative text').click()
      assert.deepEqual(await findFaults(page), [])
      await dialog(page).getByLabel('Alternative text').fill('A poster of the fair')
      await dialog(page).getByLabel('Title').fill('Fair & market')
      await button(dialog(page), 'Save').click()
      await dialog(page).waitFor({ state: 'detached' })
      await page.getByRole('searchbox').fill('no such thing')
      await page.getByText('No image has these words.').waitFor()
      await page.getByRole('searchbox').fill('poster market')
      await button(page, 'Fair & market not used').waitFor()
      await page.getByText('1 image', { exact: true }).waitFor()
    })
    const [image] = (await site.calendar.ask('GET', '//wp-json/wp/v2/media?search=poster')).body
    const event = await createEvent(site, 'Fair', { image: image.id })
    const phone = { viewport: { width: 320, height: 600 }, colorScheme: 'dark' }
    await site.visit(
      'editor',
      '/images',
      async (page) => {
        await button(page, 'Fair & market used once').click()
        await dialog(page).getByRole('link', { name: 'Fair', exact: true }).waitFor()
        await assertNoOverflow(page)
        assert.deepEqual(await findFaults(page), [])
        await site.calendar.ask('POST', `//wp-json/wp/v2/media/${image.id}`, { as: 'editor', body: { caption: 'x' } })
        await dialog(page).getByLabel('Replace the file').last().setInputFiles(stage)
        await dialog(page).getByText('Somebody else has changed this image.').waitFor()
        await button(dialog(page), 'Cancel').click()
        await button(page, 'Fair & market used once').click()
        await dialog(page).getByLabel('Replace the file').last().setInputFiles(stage)
        await page.getByText('The file has been replaced.').waitFor()
        const shown = await imageOf(site, event.id)
        assert.deepEqual([shown.id, shown.width], [image.id, 500])

        await button(dialog(page), 'Delete').click()
        await dialog(page).getByText('1 record shows it, and will have no image.').waitFor()
        assert.deepEqual(await findFaults(page), [])
        await button(dialog(page), 'Delete the image').click()
        await page.getByText('1 image', { exact: true }).waitFor()
      },
      phone,
    )
    assert.equal(await imageOf(site, event.id), false)
  })

  it('of other users are shown to authors, who may change only their own', async (test) => {
    const site = await startAdminSite(browser as Browser, ['author'])
    test.after(() => site.calendar.close())
    const { buffer: payload } = await pictureOf('theirs.png', 200)
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="theirs.png"' }
    await site.calendar.ask('POST', '//wp-json/wp/v2/media', { as: 'editor', payload, headers })
    await site.visit('author', '/images', async (page) => {
      await drop(page, '.drop', [await pictureOf('own.png', 300)])
      await page.getByText('1 image has been uploaded.').waitFor()
      await page.getByRole('button', { name: /^own/ }).click()
      await button(dialog(page), 'Save').waitFor()
      await button(dialog(page), 'Cancel').click()
      await page.getByRole('button', { name: /^theirs/ }).click()
      await dialog(page).getByText('It has no alternative text.').waitFor()
      assert.equal(await button(dialog(page), 'Delete').count(), 0)
      assert.deepEqual(await findFaults(page), [])
    })
  })
})

describe('the picture of an event', { skip }, () => {
  it('may be a large photo from a phone, is described in place, and cropped by the keyboard', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const event = await createEvent(site, 'Open day')
    const photo = await photoOf({ sigma: 35, quality: 92 })
    assert.ok(photo.length > 8_000_000 && photo.length <= 10 * 1024 * 1024, `${photo.length} bytes`)
    const file = { name: 'IMG_2041.JPG', mimeType: 'image/jpeg', buffer: photo }
    await site.visit('editor', `/events/${event.id}`, async (page) => {
      await page.getByLabel('Upload a picture').last().setInputFiles(file)
      await button(page, 'Remove the picture').waitFor()
      await page.getByLabel('Alternative text').fill('The yard, full of people')
      await page.getByLabel('Alternative text').press('Tab')
      await page.getByRole('img', { name: 'The yard, full of people' }).waitFor()
      await button(page, 'Undo').click()
      await page.getByText('Undone.').waitFor()
      await page.locator('.picture img[alt=""]').waitFor()
      assert.equal(await page.getByLabel('Alternative text').inputValue(), '')
      await page.getByLabel('Alternative text').fill('The yard, full of people')
      await page.getByLabel('Alternative text').press('Tab')
      await page.getByRole('img', { name: 'The yard, full of people' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await pressSave(page)
      await page.getByText(savedText).waitFor()
    })
    const whole = await imageOf(site, event.id)
    assert.deepEqual([whole.width, whole.height], [3024, 4032])

    await site.visit('editor', `/events/${event.id}`, async (page) => {
      await button(page, 'Crop the picture').press('Enter')
      await page.getByRole('img', { name: 'The part that is kept' }).waitFor()
      assert.deepEqual(await findFaults(page), [])
      await page.getByRole('slider', { name: 'Vertical position' }).press('Home')
      await page.getByRole('slider', { name: 'Zoom' }).press('PageUp')
      await page.getByRole('slider', { name: 'Horizontal position' }).press('End')
      await button(dialog(page), 'Use this part').press('Enter')
      await dialog(page).waitFor({ state: 'detached' })
      await pressSave(page)
      await page.getByText(savedText).waitFor()
    })
    const cropped = await imageOf(site, event.id)
    assert.notEqual(cropped.id, whole.id)
    assert.equal(Math.round((cropped.width / cropped.height) * 100), 178)
    const { body } = await site.calendar.ask('GET', `//wp-json/wp/v2/media/${cropped.id}`)
    assert.equal(body.alt_text, 'The yard, full of people')

    await site.visit('editor', `/events/${event.id}`, async (page) => {
      await button(page, 'Choose from the images').click()
      await dialog(page)
        .getByRole('button', { name: /^IMG_2041/ })
        .first()
        .waitFor()
      assert.deepEqual(await findFaults(page), [])
      await dialog(page)
        .getByRole('button', { name: /^IMG_2041/ })
        .last()
        .click()
      await pressSave(page)
      await page.getByText(savedText).waitFor()
    })
    assert.equal((await imageOf(site, event.id)).id, whole.id)
  })

  it('may be a photo that is larger than the server takes: it is made smaller first', async (test) => {
    const site = await startAdminSite(browser as Browser)
    test.after(() => site.calendar.close())
    const event = await createEvent(site, 'Open day')
    const photo = await photoOf({ sigma: 40, quality: 97 })
    assert.ok(photo.length > 10 * 1024 * 1024, `${photo.length} bytes`)
    await site.visit('editor', `/events/${event.id}`, async (page) => {
      const file = { name: 'IMG_2042.JPG', mimeType: 'image/jpeg', buffer: photo }
      await page.getByLabel('Upload a picture').last().setInputFiles(file)
      await button(page, 'Crop the picture').waitFor()
      await pressSave(page)
      await page.getByText(savedText).waitFor()
    })
    const { width, height } = await imageOf(site, event.id)
    assert.deepEqual([width, height], [3024, 4032])
  })
})
