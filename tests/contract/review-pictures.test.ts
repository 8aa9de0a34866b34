import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

let calendar: Calendar
let jpeg: Buffer
before(async () => {
  calendar = await createCalendar()
  jpeg = await drawPicture({ width: 900, height: 600 }).jpeg().toBuffer()
})
after(() => calendar.close())

const root = '//kalends/v1/reviews'
const times = { start_date: '2027-01-05 20:00:00', end_date: '2027-01-05 22:00:00' }

const make = async (body: object = {}, as: Login = 'contributor'): Promise<number> =>
  (await calendar.ask('POST', '/events', { as, body: { title: 'Lantern walk', status: 'pending', ...times, ...body } }))
    .body.id

const send = (id: number, { as = 'contributor' as Login, payload = jpeg, type = 'image/jpeg' } = {}) => {
  const headers = { 'content-type': type, 'content-disposition': 'attachment; filename="lanterns.jpg"' }
  return calendar.ask('PUT', `${root}/${id}/picture`, { as, payload, headers })
}

/** An image of the library. */
const upload = async (): Promise<number> => {
  const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="chosen.jpg"' }
  return (await calendar.ask('POST', '//wp/v2/media', { as: 'editor', payload: jpeg, headers })).body.id
}

const decide = (id: number, decision = 'approve', scope = 'this') =>
  calendar.ask('POST', `${root}/${id}`, { as: 'editor', body: { decision, scope } })

const read = async (id: number, as: Login = 'none') => (await calendar.ask('GET', `/events/${id}`, { as })).body

const countImages = async (): Promise<number> =>
  (await calendar.ask('GET', '//wp/v2/media', { as: 'admin' })).body.length

describe('the picture of an event that waits for a review (contract C7)', () => {
  it('is nowhere before the event is published, and then one of the images', async () => {
    const id = await make()
    const sent = await send(id)
    assert.equal(sent.status, 200, sent.text)
    assert.match(sent.body.picture, /^data:image\/jpeg;base64,/)
    assert.match(sent.headers['cache-control'] ?? '', /no-store/)
    assert.equal(await countImages(), 0)
    assert.equal((await read(id, 'editor')).image, false)
    for (const as of ['contributor', 'editor'] as const)
      assert.equal((await calendar.ask('GET', `${root}/${id}/picture`, { as })).body.picture, sent.body.picture)
    for (const as of ['author', 'subscriber'] as const)
      assert.equal((await calendar.ask('GET', `${root}/${id}/picture`, { as })).status, 403)
    assert.equal((await calendar.ask('GET', `${root}/${id}/picture`)).status, 401)
    const [waiting] = (await calendar.ask('GET', `//kalends/v1/submissions?include=${id}`, { as: 'editor' })).body
    assert.deepEqual([waiting.event, waiting.name, waiting.picture], [id, '', sent.body.picture])
    assert.equal((await decide(id)).status, 200)
    const { image } = await read(id)
    assert.match(image.url, /\/media\/2026\/11\/lanterns-/)
    const file = await calendar.app.inject({ url: new URL(image.url).pathname })
    assert.equal(file.statusCode, 200)
    assert.equal(await countImages(), 1)
  })

  it('is that of all dates of a series', async () => {
    const first = await make({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    const { series } = await read(first, 'contributor')
    const list = async (as: Login) =>
      (await calendar.ask('GET', `/events?series=${series.id ?? series}&status=publish,pending`, { as })).body.events
    const [, second] = await list('editor')
    assert.equal((await send(second.id)).status, 200)
    assert.equal((await decide(first, 'approve', 'all')).status, 200)
    const urls = new Set((await list('editor')).map(({ image }: { image: { url: string } }) => image.url))
    assert.equal(urls.size, 1)
    assert.match(String([...urls]), /lanterns-/)
  })

  it('can be replaced and taken back', async () => {
    const id = await make()
    const png = await drawPicture({ width: 40, height: 30 }).png().toBuffer()
    await send(id)
    assert.match((await send(id, { payload: png, type: 'image/png' })).body.picture, /^data:image\/png/)
    const removed = await calendar.ask('DELETE', `${root}/${id}/picture`, { as: 'contributor' })
    assert.deepEqual([removed.status, removed.body], [200, { picture: null }])
    await decide(id)
    assert.equal((await read(id)).image, false)
  })

  it('does not take the place of an image that was chosen', async () => {
    const image = await upload()
    const chosen = await make({ image })
    assert.equal((await send(chosen)).status, 409)
    const id = await make()
    await send(id)
    await calendar.ask('POST', `/events/${id}`, { as: 'editor', body: { image } })
    await decide(id)
    assert.equal((await read(id)).image.id, image)
    // Whoever publishes it without an image has refused the picture.
    const refused = await make()
    await send(refused)
    const publish = (body: object) => calendar.ask('POST', `/events/${refused}`, { as: 'editor', body })
    await publish({ status: 'publish', image: '' })
    await publish({ status: 'draft' })
    await publish({ status: 'publish' })
    assert.equal((await read(refused)).image, false)
  })

  it('is given to the dates of a series that are published later, or have none', async () => {
    const dates = async (first: number): Promise<number[]> => {
      const { series } = await read(first, 'editor')
      const path = `/events?series=${series.id}&status=publish,pending`
      return (await calendar.ask('GET', path, { as: 'editor' })).body.events.map(({ id }: { id: number }) => id)
    }
    const shown = async (ids: readonly number[]) =>
      Promise.all(ids.map(async (id) => /lanterns-/.test((await read(id)).image?.url ?? '')))
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=3'
    const first = await make({ recurrence })
    await send(first)
    await decide(first)
    await decide(first, 'approve', 'all')
    assert.deepEqual(await shown(await dates(first)), [true, true, true])
    const other = await make({ recurrence })
    const [, ...others] = await dates(other)
    await calendar.ask('POST', `/events/${other}`, { as: 'editor', body: { image: await upload() } })
    await send(others[0] ?? 0)
    await decide(other, 'approve', 'all')
    assert.deepEqual(await shown([other, ...others]), [false, true, true])
  })

  it('is only with the dates that its sender may change', async () => {
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=3'
    const first = await make({ recurrence, status: 'draft' }, 'author')
    const { series } = await read(first, 'editor')
    const list = await calendar.ask('GET', `/events?series=${series.id}&status=draft`, { as: 'editor' })
    const [, second] = list.body.events.map(({ id }: { id: number }) => id)
    await calendar.ask('POST', `/events/${second}`, { as: 'editor', body: { author: 5 } })
    const picture = async (id: number, as: Login) =>
      (await calendar.ask('GET', `${root}/${id}/picture`, { as })).body.picture !== null
    assert.equal((await send(second)).status, 200)
    assert.deepEqual([await picture(second, 'contributor'), await picture(first, 'author')], [true, false])
    assert.equal((await send(first, { as: 'author' })).status, 200)
    await calendar.ask('DELETE', `${root}/${second}/picture`, { as: 'contributor' })
    assert.deepEqual([await picture(second, 'contributor'), await picture(first, 'author')], [false, true])
    // Nor does it reach a date that is public already.
    const own = await make({ recurrence })
    const dates = await calendar.ask('GET', `/events?series=${(await read(own, 'editor')).series.id}&status=pending`, {
      as: 'editor',
    })
    await decide(own)
    await send(dates.body.events[1].id)
    await calendar.ask('POST', `/events/${own}`, { as: 'editor', body: { status: 'draft' } })
    await decide(own)
    assert.equal((await read(own)).image, false)
  })

  it('stays with what one date of a series has when another takes its own back', async () => {
    const first = await make({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' })
    await send(first)
    const { series } = await read(first, 'editor')
    const list = await calendar.ask('GET', `/events?series=${series.id}&status=pending`, { as: 'editor' })
    const third = list.body.events[2].id
    await calendar.ask('POST', `/events/${third}`, { as: 'contributor', body: { title: 'Late', scope: 'following' } })
    await calendar.ask('DELETE', `${root}/${first}/picture`, { as: 'contributor' })
    assert.equal((await calendar.ask('GET', `${root}/${first}/picture`, { as: 'contributor' })).body.picture, null)
    assert.ok((await calendar.ask('GET', `${root}/${third}/picture`, { as: 'contributor' })).body.picture)
  })

  it('is taken only for an event that waits, from those who may change it', async () => {
    const public_ = await make({ status: 'publish' }, 'editor')
    const refused = await send(public_, { as: 'editor' })
    assert.deepEqual([refused.status, refused.body.code], [409, 'kalends_picture_not_taken'])
    const foreign = await make({}, 'author')
    assert.equal((await send(foreign)).status, 403)
    assert.equal((await send(foreign, { as: 'none' })).status, 401)
    const trashed = await make()
    await calendar.ask('DELETE', `/events/${trashed}`, { as: 'contributor' })
    assert.equal((await send(trashed)).status, 410)
    assert.equal((await send(999_999)).status, 404)
    const id = await make()
    const stale = { as: 'contributor', headers: { 'if-match': '"other"' } } as const
    assert.equal((await calendar.ask('DELETE', `${root}/${id}/picture`, stale)).status, 412)
    assert.equal((await send(id, { payload: Buffer.from('no image') })).status, 415)
    assert.equal((await calendar.ask('GET', `${root}/${id}/picture`, { as: 'contributor' })).body.picture, null)
    // As in WordPress, it is no way into the library.
    const direct = await calendar.ask('POST', '//wp/v2/media', {
      as: 'contributor',
      payload: jpeg,
      headers: { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.jpg"' },
    })
    assert.equal(direct.status, 403)
  })

  it('comes with a list of the events that were sent back', async () => {
    const [sentBack, waiting] = [await make(), await make()]
    const body = { decision: 'return', note: 'Please add a picture.' }
    await calendar.ask('POST', `${root}/${sentBack}`, { as: 'editor', body })
    const list = async (as: Login) =>
      (await calendar.ask('GET', `${root}?include=${sentBack},${waiting}`, { as })).body.map(
        ({ event, note }: { event: number; note: string }) => [event, note],
      )
    assert.deepEqual(await list('contributor'), [[sentBack, 'Please add a picture.']])
    assert.deepEqual(await list('editor'), [[sentBack, 'Please add a picture.']])
    assert.deepEqual(await list('author'), [])
    await calendar.ask('POST', `/events/${sentBack}`, { as: 'contributor', body: { status: 'pending' } })
    assert.deepEqual(await list('contributor'), [])
    const first = await make({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' })
    const { series } = await read(first, 'editor')
    const dates = await calendar.ask('GET', `/events?series=${series.id}&status=pending`, { as: 'editor' })
    const ids = dates.body.events.map(({ id }: { id: number }) => id)
    const returned = async () => {
      const { body } = await calendar.ask('GET', `${root}?include=${ids}`, { as: 'contributor' })
      return body.map(({ event }: { event: number }) => event)
    }
    await calendar.ask('POST', `${root}/${ids[1]}`, { as: 'editor', body: { ...body, scope: 'all' } })
    assert.deepEqual(await returned(), ids)
    const { events } = (await calendar.ask('GET', '//kalends/v1/counts', { as: 'contributor' })).body
    assert.equal(events.returned, 1)
    await calendar.ask('POST', `/events/${first}`, { as: 'contributor', body: { status: 'pending', scope: 'all' } })
    await decide(first, 'approve', 'all')
    await calendar.ask('POST', `/events/${first}`, { as: 'editor', body: { status: 'draft', scope: 'all' } })
    assert.deepEqual(await returned(), [])
  })

  it('is bounded for each author', async () => {
    const png = await drawPicture({ width: 20, height: 20 }).png().toBuffer()
    const ids = await Promise.all(Array.from({ length: 51 }, (_, at) => make({ title: `Idea ${at}` }, 'author2')))
    const statuses = []
    for (const id of ids) statuses.push((await send(id, { as: 'author2', payload: png, type: 'image/png' })).status)
    assert.deepEqual([...new Set(statuses.slice(0, 50)), statuses[50]], [200, 409])
    // What is in the trash may come back.
    await calendar.ask('DELETE', `/events/${ids[1]}`, { as: 'author2' })
    assert.equal((await send(ids[50] ?? 0, { as: 'author2', payload: png, type: 'image/png' })).status, 409)
    // One that takes the place of another takes no more room.
    assert.equal((await send(ids[0] ?? 0, { as: 'author2', payload: png, type: 'image/png' })).status, 200)
  })
})
