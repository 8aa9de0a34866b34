import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { drawPicture } from '../media/pictures.ts'
import { basic, type Calendar, createCalendar, type Login, type Reply } from '../support/calendar.ts'

const media = '//wp-json/wp/v2/media'
const dates = { start_date: '2027-01-01 10:00', end_date: '2027-01-01 12:00' }

/** A payload of each post-like resource. */
const payloads = {
  events: { title: 'With an image', ...dates },
  venues: { venue: 'With an image' },
  organizers: { organizer: 'With an image' },
} as const
const resources = Object.keys(payloads) as (keyof typeof payloads)[]

let calendar: Calendar
let png: Buffer
/** A server from which images may be fetched, and what was asked of it. */
let site: Server
let base: string
const asked: string[] = []
/** Answers that it still owes. */
const held: ServerResponse[] = []

before(async () => {
  png = await drawPicture({ width: 400, height: 200 }).png().toBuffer()
  site = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url?.startsWith('/held')) return void held.push(response)
    const isImage = request.url?.includes('.png')
    response.writeHead(isImage ? 200 : 404, { 'content-type': 'text/html' })
    response.end(request.url?.includes('html.png') ? '<html>' : isImage ? png : '')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
})
after(() => site.close())

beforeEach(async () => {
  asked.length = 0
  calendar = await createCalendar({
    environment: { KALENDS_FETCH_NETWORKS: '127.0.0.1', KALENDS_FETCH_PORTS: new URL(base).port },
  })
})
afterEach(() => calendar.close())

const upload = async (as: Login = 'author'): Promise<{ id: number; source_url: string }> => {
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="A picture.png"' }
  const reply = await calendar.ask('POST', media, { as, payload: png, headers })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

const create = (resource: keyof typeof payloads, image: unknown, as: Login = 'author'): Promise<Reply> =>
  calendar.ask('POST', `/${resource}`, { as, body: { ...payloads[resource], image } })

const faultOf = ({ status, body }: Reply): string => `${status} ${body?.data?.params?.image ?? body?.code}`

/** The files of the library. */
const files = (): string[] => {
  const root = join(dirname(calendar.databasePath), 'media')
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}

const countImages = async (): Promise<number> => (await calendar.ask('GET', media)).body.length

describe('the image of a record', () => {
  for (const resource of resources) {
    it(`of ${resource} is given by its id, as a number or a text, and shown as F2.6 has it`, async () => {
      const { id, source_url } = await upload()
      for (const image of [id, String(id)]) {
        const { status, body } = await create(resource, image, 'contributor')
        assert.equal(status, 201)
        const { filesize, sizes, ...others } = body.image
        assert.deepEqual(others, { url: source_url, id, extension: 'png', width: 400, height: 200 })
        assert.ok(filesize > 0)
        assert.deepEqual(Object.keys(body.image), ['url', 'id', 'extension', 'width', 'height', 'filesize', 'sizes'])
        assert.deepEqual(Object.keys(sizes), ['medium', 'thumbnail'])
        const medium = source_url.replace('.png', '-300x150.png')
        const { filesize: own, ...size } = sizes.medium
        assert.deepEqual(size, { width: 300, height: 150, 'mime-type': 'image/png', url: medium })
        assert.ok(own > 0)
        const single = await calendar.ask('GET', `/${resource}/${body.id}`, { as: 'admin' })
        assert.deepEqual([single.body.image, single.body.json_ld.image], [body.image, source_url])
        const { body: bySlug } = await calendar.ask('GET', `/${resource}/by-slug/${body.slug}`, { as: 'admin' })
        assert.deepEqual(bySlug.image, body.image)
        const list = await calendar.ask('GET', `/${resource}?status=draft`, { as: 'admin' })
        assert.deepEqual(list.body[resource][0].image, body.image)
      }
    })

    it(`of ${resource} is kept by updates that do not send it, and cleared by null, an empty text or false`, async () => {
      const { id } = await upload()
      for (const empty of [null, '', false]) {
        const { body } = await create(resource, id)
        const path = `/${resource}/${body.id}`
        const kept = await calendar.ask('PATCH', path, { as: 'author', body: { description: 'x' } })
        assert.equal(kept.body.image.id, id)
        const cleared = await calendar.ask('PATCH', path, { as: 'author', body: { image: empty } })
        assert.deepEqual([cleared.status, cleared.body.image], [200, resource === 'events' ? false : undefined])
        assert.equal('image' in cleared.body, resource === 'events')
      }
    })

    for (const image of [
      0,
      '0',
      -1,
      1.5,
      '1.0',
      '01x',
      true,
      'garbage',
      999999,
      '999999',
      [],
      [1],
      {},
      { id: 1 },
      'x'.repeat(3000),
      'ftp://example.org/x.png',
      'data:image/png;base64,AAAA',
      '//example.org/x.png',
      'http://',
      'https:///',
      '9'.repeat(30),
    ]) {
      it(`of ${resource} is not ${JSON.stringify(image).slice(0, 40)}`, async () => {
        const reply = await create(resource, image, 'admin')
        assert.deepEqual([reply.status, reply.body.code], [400, 'rest_invalid_param'], reply.text)
        assert.ok(reply.body.data.params.image.length > 10)
      })
    }

    it(`of ${resource} is not another kind of record`, async () => {
      const venue = await calendar.ask('POST', '/venues', { as: 'admin', body: { venue: 'No image' } })
      assert.equal(faultOf(await create(resource, venue.body.id)), `400 No image has the id ${venue.body.id}.`)
    })
  }

  it('leaves every record when it is deleted, and changes their ETags', async () => {
    const { id } = await upload()
    const venue = (await create('venues', id)).body.id
    const organizer = (await create('organizers', id)).body.id
    const body = { ...payloads.events, image: id, venue, organizer }
    const event = (await calendar.ask('POST', '/events', { as: 'author', body })).body
    assert.deepEqual([event.image.id, event.venue.image.id, event.organizer[0].image.id], [id, id, id])
    const path = `/events/${event.id}`
    const before = await calendar.ask('GET', path)
    assert.equal(files().length, 3)
    assert.equal((await calendar.ask('DELETE', `${media}/${id}?force=true`, { as: 'author' })).status, 200)
    const after = await calendar.ask('GET', path, { headers: { 'if-none-match': `${before.headers['etag']}` } })
    assert.equal(after.status, 200)
    assert.deepEqual(
      [after.body.image, 'image' in after.body.venue, 'image' in after.body.organizer[0]],
      [false, false, false],
    )
    assert.equal('image' in after.body.json_ld, false)
    assert.deepEqual(files(), [])
  })

  it('counts when a namesake is looked for (B7.5)', async () => {
    const [first, second] = [await upload(), await upload()]
    const one = await create('venues', first.id)
    assert.equal((await create('venues', first.id)).body.id, one.body.id)
    assert.notEqual((await create('venues', second.id)).body.id, one.body.id)
  })
})

describe('the address of an image', () => {
  it('is fetched, stored and served, and fetched once', async () => {
    const url = `${base}/pictures/Summer%20fair.png?size=large`
    const { status, body } = await create('events', `${url}#top`)
    assert.equal(status, 201)
    assert.match(body.image.url, /^http:\/\/calendar\.test\/media\/2026\/11\/summer-fair-\w{8}\.png$/)
    const file = await calendar.app.inject({ url: new URL(body.image.url).pathname })
    assert.equal(file.statusCode, 200)
    const again = [await create('venues', url), await create('organizers', url), await create('events', url, 'admin')]
    assert.deepEqual(
      again.map((reply) => reply.body.image.id),
      Array(3).fill(body.image.id),
    )
    assert.deepEqual(asked, ['GET /pictures/Summer%20fair.png?size=large'])
    const image = await calendar.ask('GET', `${media}/${body.image.id}`)
    assert.deepEqual([image.body.title.rendered, image.body.author], ['Summer fair', 3])
    assert.equal(await countImages(), 1)
  })

  it('of our own names the image that it belongs to, in every size, and fetches nothing', async () => {
    const { id, source_url } = await upload()
    const spellings = [`${source_url}#x`, `${source_url}?v=2`, source_url.replace('http:', 'https:')]
    for (const url of [source_url, source_url.replace('.png', '-150x150.png'), ...spellings]) {
      const { status, body } = await create('venues', url)
      assert.deepEqual([status, body.image.id], [201, id], url)
    }
    assert.equal(await countImages(), 1)
  })

  it('may be given on an update, and in records that an event creates', async () => {
    const { body: event } = await create('events', '')
    const body = {
      image: `${base}/a.png`,
      venue: { venue: 'Hall', image: `${base}/b.png` },
      organizer: [
        { organizer: 'Club', image: `${base}/a.png` },
        { organizer: 'Band', image: `${base}/c.png` },
      ],
    }
    const reply = await calendar.ask('PUT', `/events/${event.id}`, { as: 'author', body })
    assert.equal(reply.status, 200, reply.text)
    const { image, venue, organizer } = reply.body
    assert.equal(new Set([image.id, venue.image.id, organizer[1].image.id]).size, 3)
    assert.equal(organizer[0].image.id, image.id)
    assert.deepEqual([...asked].sort(), ['GET /a.png', 'GET /b.png', 'GET /c.png'])
    assert.equal(files().length, 9)
  })

  it('leaves nothing behind when the write fails', async () => {
    const bad = { ...payloads.events, venue: { venue: 'Hall', image: `${base}/a.png` }, image: `${base}/html.png` }
    const reply = await calendar.ask('POST', '/events', { as: 'author', body: bad })
    assert.match(faultOf(reply), /^400 http:.*\/html\.png: The file is not a JPEG/)
    assert.deepEqual([await countImages(), files()], [0, []])
    const { body: event } = await create('events', '', 'admin')
    asked.length = 0
    const options = { as: 'author', body: { image: `${base}/a.png` } } as const
    assert.equal((await calendar.ask('PUT', `/events/${event.id}`, options)).status, 403)
    assert.equal((await calendar.ask('PUT', '/events/999', options)).status, 404)
    assert.equal((await create('events', `${base}/a.png`, 'subscriber')).status, 403)
    assert.equal((await create('events', `${base}/a.png`, 'contributor')).status, 403)
    const invalid = { ...payloads.events, end_date: 'x', image: `${base}/a.png` }
    assert.equal((await calendar.ask('POST', '/events', { as: 'author', body: invalid })).status, 400)
    const early = { as: 'admin', body: { image: `${base}/a.png`, end_date: '2026-01-01' } } as const
    assert.equal((await calendar.ask('PUT', `/events/${event.id}`, early)).status, 400)
    const stale = { as: 'admin', headers: { 'if-match': '"x"' }, body: { image: `${base}/a.png` } } as const
    assert.equal((await calendar.ask('PUT', `/events/${event.id}`, stale)).status, 412)
    assert.deepEqual([asked, await countImages(), files()], [[], 0, []])
  })

  it('that fails is reported at the field of the payload that contains it', async () => {
    const venue = { venue: 'Hall', image: `${base}/gone` }
    const reply = await calendar.ask('POST', '/events', { as: 'author', body: { ...payloads.events, venue } })
    const reason = 'The image cannot be fetched. The answer has status 404.'
    assert.equal(reply.body.data.params.venue, `${base}/gone: ${reason}`)
  })

  it('gets the same answer where it is blocked and where it is dead', async () => {
    const dead = createServer()
    await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve))
    const { port } = dead.address() as AddressInfo
    await new Promise((resolve) => dead.close(resolve))
    const own = await createCalendar({
      environment: { KALENDS_FETCH_NETWORKS: '127.0.0.1', KALENDS_FETCH_PORTS: `${port}` },
    })
    const texts = []
    for (const url of [
      `http://127.0.0.1:${port}/x.png`,
      `http://127.0.0.2:${port}/x.png`,
      'http://10.0.0.1/x.png',
      'http://[::1]/',
    ]) {
      const body = { ...payloads.venues, image: url }
      texts.push((await own.ask('POST', '/venues', { as: 'author', body })).text.replaceAll(url, 'URL'))
    }
    await own.close()
    assert.equal(new Set(texts).size, 1)
    assert.match(texts[0] ?? '', /"image":"URL: The image cannot be fetched from this URL: nothing answers there, /)
  })

  it('is fetched for one user whatever another one waits for', async () => {
    const waiting = Array.from({ length: 8 }, (_, at) => create('venues', `${base}/held/${at}.png`))
    while (held.length < 8) await new Promise((resolve) => setImmediate(resolve))
    const refused = await create('venues', `${base}/a.png`)
    assert.deepEqual(
      [refused.status, refused.body.code, refused.headers['retry-after']],
      [503, 'rest_service_unavailable', '5'],
    )
    assert.equal((await create('venues', `${base}/b.png`, 'admin')).status, 201)
    assert.equal((await calendar.ask('POST', '/venues', { as: 'author', body: payloads.venues })).status, 201)
    for (const response of held.splice(0)) response.writeHead(200).end(png)
    assert.deepEqual(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([201]))
    assert.equal((await create('venues', `${base}/a.png`)).status, 201)
  })

  it('is not fetched on for a client that has gone', async () => {
    const address = await calendar.app.listen({ port: 0 })
    const headers = { authorization: basic('author', calendar.secrets.author), 'content-type': 'application/json' }
    const client = request(`${address}/calendar/events/v1/venues`, { method: 'POST', headers })
    client.on('error', () => undefined).end(JSON.stringify({ ...payloads.venues, image: `${base}/held.png` }))
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const [response] = held.splice(0)
    assert.ok(response)
    const left = once(response, 'close')
    client.destroy()
    await left
    while (!calendar.log.join('').includes('Nobody waits')) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual([await countImages(), files()], [0, []])
  })

  it('is stored once by writes that come together', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => create(at % 2 ? 'venues' : 'events', `${base}/a.png`)),
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      Array(8).fill(201),
    )
    assert.equal(new Set(replies.map(({ body }) => body.image.id)).size, 1)
    assert.deepEqual([await countImages(), files().length], [1, 3])
  })

  it('is one of at most five that one request may have fetched', async () => {
    const organizer = Array.from({ length: 6 }, (_, at) => ({ organizer: `Club ${at}`, image: `${base}/${at}.png` }))
    const reply = await calendar.ask('POST', '/events', { as: 'author', body: { ...payloads.events, organizer } })
    assert.match(reply.body.data.params.organizer, /^At most 5/)
    assert.deepEqual([await countImages(), files()], [0, []])
  })
})

describe('images by their addresses in a batch (C4.2)', () => {
  const operationWith = (image: string) => ({ method: 'POST', body: { ...payloads.events, image } })
  const batch = async (images: readonly string[], more: object = {}): Promise<Reply> => {
    const body = { operations: images.map((image) => operationWith(image)), ...more }
    return calendar.ask('POST', '/events/batch', { as: 'author', body })
  }
  const statusesOf = ({ body }: Reply) => body.responses.map(({ status }: { status: number }) => status)

  it('are fetched once each, and one that cannot be fetched is the fault of its event', async () => {
    const images = ['/a.png', '/b.png', '/none', '/html.png', '/a.png'].map((path) => `${base}${path}`)
    const reply = await batch(images)
    assert.deepEqual(statusesOf(reply), [201, 201, 400, 400, 201])
    const [one, two, , , again] = reply.body.responses
    assert.notEqual(one.body.image.id, two.body.image.id)
    assert.equal(again.body.image.id, one.body.image.id)
    assert.deepEqual(asked.filter((line) => line.startsWith('GET /a.png')).length, 1)
    assert.equal((await calendar.ask('GET', '/events?search=image')).body.total, 3)
  })

  it('are five at most', async () => {
    const reply = await batch(Array.from({ length: 7 }, (_, n) => `${base}/${n}.png`))
    assert.deepEqual(statusesOf(reply), [201, 201, 201, 201, 201, 400, 400])
    assert.match(reply.body.responses[6].body.data.params.image, /At most 5/)
  })

  it('leave nothing behind where the batch is all or nothing', async () => {
    const refused = await batch([`${base}/a.png`, `${base}/none`], { atomic: true })
    assert.deepEqual([refused.status, refused.body.data.operation], [400, 1])
    assert.equal((await calendar.ask('GET', '/events?search=image')).body.total, 0)
    assert.equal((await calendar.ask('GET', media, { as: 'editor' })).body.length, 0)
    const done = await batch([`${base}/a.png`, `${base}/b.png`], { atomic: true })
    assert.deepEqual(statusesOf(done), [201, 201])
  })
})
