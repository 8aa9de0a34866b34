import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

const media = '//wp-json/wp/v2/media'

const png = (width: number): Promise<Buffer> => drawPicture({ width, height: 30 }).png().toBuffer()

describe('the file of an image', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())

  const send = async (path: string, width: number, as: Login, headers: Record<string, string> = {}) =>
    calendar.ask('POST', path, {
      as,
      payload: await png(width),
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="fair.png"', ...headers },
    })
  const create = async (resource: string, body: object) => {
    const dates = resource === 'events' ? { start_date: '2027-02-01 10:00', end_date: '2027-02-01 11:00' } : {}
    const reply = await calendar.ask('POST', `/${resource}`, { as: 'editor', body: { ...dates, ...body } })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }

  it('is replaced by its author and by editors, while the id and the uses stay', async () => {
    const { body: image } = await send(media, 400, 'author')
    const item = `${media}/${image.id}`
    await calendar.ask('POST', item, { as: 'author', body: { alt_text: 'A fair', title: 'Fair' } })
    const event = await create('events', { title: 'Fair', image: image.id })
    const before = await calendar.ask('GET', item)

    for (const [as, status] of [
      ['contributor', 403],
      ['author2', 403],
      [undefined, 401],
    ] as const)
      assert.equal((await send(`${item}/file`, 50, as as Login)).status, status)
    assert.equal((await send(`${item}/file`, 50, 'author', { 'if-match': '"another"' })).status, 412)
    const text = await calendar.ask('POST', `${item}/file`, { as: 'author', body: { alt_text: 'x' } })
    assert.equal(text.status, 415)
    assert.equal((await send(`${media}/999999/file`, 50, 'editor')).status, 404)
    assert.deepEqual((await calendar.ask('GET', item)).body, before.body)

    const etag = before.headers['etag'] ?? ''
    const replaced = await send(`${item}/file?alt_text=A%20better%20fair`, 500, 'author', { 'if-match': etag })
    assert.equal(replaced.status, 200, replaced.text)
    const { id, media_details, alt_text, title, source_url } = replaced.body
    assert.deepEqual([id, media_details.width, alt_text, title.rendered], [image.id, 500, 'A better fair', 'Fair'])
    assert.notEqual(source_url, image.source_url)
    assert.equal(replaced.headers['etag'], (await calendar.ask('GET', item)).headers['etag'])
    const shown = (await calendar.ask('GET', `/events/${event.id}`)).body.image
    assert.deepEqual([shown.id, shown.url, shown.width], [image.id, source_url, 500])
    const open = (url: string) => calendar.ask('GET', `/${new URL(url).pathname}`)
    assert.deepEqual([(await open(source_url)).status, (await open(image.source_url)).status], [200, 404])
    assert.equal((await send(`${item}/file`, 60, 'editor')).status, 200)
  })

  it('is found in the records that show it, those of them that the caller may read', async () => {
    const [used, unused] = [(await send(media, 20, 'author')).body.id, (await send(media, 21, 'author')).body.id]
    const event = await create('events', { title: 'Open day & more', image: used })
    const venue = await create('venues', { venue: 'Hall', image: used })
    const draft = await create('events', { title: 'Secret', image: used, status: 'draft' })
    const usesFor = (as: Login, query = `include=${used},${unused}`) =>
      calendar.ask('GET', `//kalends/v1/image-uses?${query}`, { as })
    const records = [
      { kind: 'event', id: draft.id, title: 'Secret', status: 'draft' },
      { kind: 'venue', id: venue.id, title: 'Hall', status: 'publish' },
      { kind: 'event', id: event.id, title: 'Open day & more', status: 'publish' },
    ]
    assert.deepEqual((await usesFor('editor')).body, [
      { image: used, total: 3, records },
      { image: unused, total: 0, records: [] },
    ])
    assert.deepEqual((await usesFor('contributor')).body[0], { image: used, total: 2, records: records.slice(1) })
    assert.equal((await usesFor('subscriber')).status, 403)
    for (const query of ['', 'include=x', `include=${Array.from({ length: 101 }, (_, at) => at + 1)}`, 'include=1&x=1'])
      assert.equal((await usesFor('editor', query)).status, 400, query)
  })
})
