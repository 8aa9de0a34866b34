import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { drawPicture } from '../media/pictures.ts'
import type { Calendar } from '../support/calendar.ts'
import { create, withCalendar } from './calendar-pages.ts'

/** The value of a meta element. */
const metaOf = (page: string, name: string): string | undefined =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(page)?.[1]

const pictureOf = async ({ ask }: Calendar, path: string): Promise<string> => {
  const { status, text } = await ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
  assert.equal(status, 200, path)
  return new URL(metaOf(text, 'og:image') ?? '').pathname
}

const bytesOf = async ({ app }: Calendar, path: string): Promise<Buffer> => (await app.inject(path)).rawPayload

const get = ({ ask }: Calendar, path: string, headers: Record<string, string> = {}) =>
  ask('GET', `/${path}`, { headers })

describe('the picture of an event for links from other sites', () => {
  it('is drawn where the event has none, and may be kept for ever', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Fair & Square', '2026-12-01 10:00', '2026-12-01 12:00', { venue: { venue: 'Hall' } })
      const page = (await get(calendar, '/event/fair-square/')).text
      assert.equal(metaOf(page, 'og:image:width'), '1200')
      assert.equal(metaOf(page, 'og:image:height'), '630')
      assert.equal(metaOf(page, 'twitter:card'), 'summary_large_image')
      const path = await pictureOf(calendar, '/event/fair-square/')
      const data = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}')
      assert.equal(new URL(data.image).pathname, path)
      const found = await get(calendar, path)
      assert.equal(found.status, 200)
      assert.equal(found.headers['content-type'], 'image/png')
      assert.equal(found.headers['cache-control'], 'public, max-age=31536000, immutable')
      const { width, height, format } = await sharp(await bytesOf(calendar, path)).metadata()
      assert.deepEqual([width, height, format], [1200, 630, 'png'])
      const known = await get(calendar, path, { 'if-none-match': String(found.headers['etag']) })
      assert.equal(known.status, 304)
    })
  })

  it('shows the title: with another one it is another picture at another address, to which the old one leads', async () => {
    await withCalendar(async (calendar) => {
      const { id } = await create(calendar, 'First', '2026-12-01 10:00')
      const path = await pictureOf(calendar, '/event/first/')
      const first = await bytesOf(calendar, path)
      const body = { title: 'Second' }
      assert.equal((await calendar.ask('PATCH', `/events/${id}`, { as: 'editor', body })).status, 200)
      const other = await pictureOf(calendar, '/event/first/')
      assert.notEqual(other, path)
      const moved = await get(calendar, path)
      assert.deepEqual([moved.status, moved.headers['location']], [302, other])
      assert.ok(!first.equals(await bytesOf(calendar, other)))
    })
  })

  it('has no text that the font lacks, and the date in numerals then', async () => {
    await withCalendar(async (calendar) => {
      for (const [slug, title] of [
        ['one', '東京まつり'],
        ['two', '夏のコンサート'],
        ['three', 'Concert'],
        ['four', 'Concert 🎉'],
      ] as const) {
        await create(calendar, title, '2026-12-01 10:00', '2026-12-01 12:00', { slug })
      }
      const versions = await Promise.all(
        ['/event/one/', '/event/two/', '/event/three/', '/event/four/', '/ja/event/three/', '/nl/event/three/'].map(
          async (path) => (await pictureOf(calendar, path)).split('/').at(-1),
        ),
      )
      const [one, two, three, four, japanese, dutch] = versions
      assert.equal(one, two)
      assert.notEqual(one, three)
      assert.equal(three, four)
      assert.equal(new Set([three, japanese, dutch]).size, 3)
      assert.equal((await get(calendar, `/event/one/${one}`)).status, 200)
      assert.equal((await get(calendar, `/ja/event/three/${japanese}`)).status, 200)
    })
  })

  it('is that of the event where it has one, and no draft has any', async () => {
    await withCalendar(async (calendar) => {
      const payload = await drawPicture({ width: 640, height: 400 }).png().toBuffer()
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=poster.png' }
      const image = (await calendar.ask('POST', '//wp/v2/media', { as: 'admin', payload, headers })).body.id
      await create(calendar, 'Pictured', '2026-12-01 10:00', '2026-12-01 12:00', { image })
      assert.match(await pictureOf(calendar, '/event/pictured/'), /poster/)
      await create(calendar, 'Shown', '2026-12-01 10:00', '2026-12-01 12:00')
      const path = await pictureOf(calendar, '/event/shown/')
      await create(calendar, 'Hidden', '2026-12-01 10:00', '2026-12-01 12:00', { status: 'draft', slug: 'hidden' })
      const hidden = await get(calendar, path.replace('/shown/', '/hidden/'))
      const missing = await get(calendar, path.replace('/shown/', '/nowhere/'))
      assert.equal(hidden.status, 404)
      assert.deepEqual([hidden.status, hidden.text], [missing.status, missing.text])
    })
  })
})

describe('the picture of a list', () => {
  it('says whose it is and of what, and follows their names', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, 'Fair', '2026-12-01 10:00', '2026-12-01 12:00', { categories: ['Markets'] })
      const pictures = new Set<string>()
      for (const [path, title] of [
        ['/', 'Events – Kalends'],
        ['/events/month/2026-12/', 'Events in December 2026 – Kalends'],
        ['/events/category/markets/', 'Markets – Kalends'],
      ] as const) {
        const page = (await get(calendar, path)).text
        assert.equal(metaOf(page, 'og:title'), title)
        assert.equal(metaOf(page, 'twitter:card'), 'summary_large_image')
        const picture = await pictureOf(calendar, path)
        const { width, height, format } = await sharp(await bytesOf(calendar, picture)).metadata()
        assert.deepEqual([width, height, format], [1200, 630, 'png'], picture)
        pictures.add(picture)
      }
      assert.equal(pictures.size, 2)
      assert.equal((await get(calendar, '/events/category/nothing/card-abcdefgh12345678.png')).status, 404)
      const old = await get(calendar, '/events/category/markets/card-abcdefgh12345678.png')
      assert.equal(old.status, 302)
    })
  })
})
