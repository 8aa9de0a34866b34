import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { Calendar, Reply } from '../support/calendar.ts'
import { type Cell, refused, show } from './cells.ts'
import { payloadOf, postResources } from './fixture.ts'
import { callers, type MatrixCaller, mayEver } from './table.ts'

type Image = { readonly id: number; readonly source_url: string }

const media = '//wp-json/wp/v2/media'

const uploadHeaders = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="specimen.png"' }

/** Images: who uploads, who changes and deletes whose, and who may name one by its id or by its address (contract B5, B10). */
export async function* imageCells(calendar: Calendar): AsyncGenerator<Cell> {
  const payload = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const upload = (as: MatrixCaller | 'author2'): Promise<Reply> =>
    calendar.ask('POST', media, { as, payload, headers: uploadHeaders })
  for (const caller of callers) {
    const isUploader = mayEver.image.includes(caller)
    const own = await upload(caller)
    yield { name: `${caller} uploads an image`, expected: isUploader ? '201' : refused(caller), actual: show(own) }
    const others = (await upload('author2')).body as Image
    yield* readImageCells(calendar, caller, others)
    yield* fieldCells(calendar, caller, others)
    yield* writeImageCells(calendar, caller, others, caller === 'editor' || caller === 'admin', {
      whose: "another's",
      payload,
    })
    if (own.status === 201) yield* writeImageCells(calendar, caller, own.body, isUploader, { whose: 'own', payload })
  }
}

async function* readImageCells(calendar: Calendar, caller: MatrixCaller, image: Image): AsyncGenerator<Cell> {
  const paths = [media, `${media}/${image.id}`, `/${new URL(image.source_url).pathname}`]
  for (const path of paths) {
    const reply = await calendar.ask('GET', path, { as: caller })
    yield { name: `${caller} reads ${path.replace(/\d+$/, '{id}')}`, expected: '200', actual: String(reply.status) }
  }
}

async function* writeImageCells(
  calendar: Calendar,
  caller: MatrixCaller,
  { id }: Image,
  isAllowed: boolean,
  { whose, payload }: { readonly whose: string; readonly payload: Buffer },
): AsyncGenerator<Cell> {
  const expected = isAllowed ? '200' : refused(caller)
  for (const method of ['POST', 'PUT', 'PATCH']) {
    const reply = await calendar.ask(method, `${media}/${id}`, {
      as: caller,
      body: { alt_text: `${caller} ${method}` },
    })
    yield { name: `${caller} ${method} ${whose} image`, expected, actual: show(reply) }
  }
  const replaced = await calendar.ask('POST', `${media}/${id}/file`, { as: caller, payload, headers: uploadHeaders })
  yield { name: `${caller} replaces the file of ${whose} image`, expected, actual: show(replaced) }
  const reply = await calendar.ask('DELETE', `${media}/${id}?force=true`, { as: caller })
  yield { name: `${caller} DELETE ${whose} image`, expected, actual: show(reply) }
  const after = await calendar.ask('GET', `${media}/${id}`)
  const gone = isAllowed ? '404 rest_post_invalid_id' : '200'
  yield { name: `${caller} DELETE ${whose} image, afterwards`, expected: gone, actual: show(after) }
}

/** An id needs no right; an address does, also that of an image which is here already, and in a nested record. */
async function* fieldCells(calendar: Calendar, caller: MatrixCaller, image: Image): AsyncGenerator<Cell> {
  const isWriter = mayEver.post.includes(caller)
  const isUploader = mayEver.image.includes(caller)
  const forAddress = isUploader ? '201' : refused(caller)
  const ways: [string, unknown, string][] = [
    ['by id', image.id, isWriter ? '201' : refused(caller)],
    ['by an address of ours', image.source_url, forAddress],
    ['by a forbidden address', 'http://127.0.0.1:9/x.png', isUploader ? '400 rest_invalid_param' : refused(caller)],
  ]
  for (const [way, value, expected] of ways) {
    for (const resource of postResources) {
      const body = { ...payloadOf(resource, `${resource} with an image ${way} by ${caller}`), image: value }
      const reply = await calendar.ask('POST', `/${resource}`, { as: caller, body })
      yield { name: `${caller} creates ${resource} with an image ${way}`, expected, actual: show(reply) }
    }
    const venue = { venue: `nested venue with an image ${way} by ${caller}`, image: value }
    const body = { ...payloadOf('events', `nesting an image ${way} ${caller}`), venue }
    const nested = await calendar.ask('POST', '/events', { as: caller, body })
    yield { name: `${caller} creates an event with a venue with an image ${way}`, expected, actual: show(nested) }
    if (isWriter) yield* updateCells(calendar, caller, way, value, expected.replace('201', '200'))
  }
}

async function* updateCells(
  calendar: Calendar,
  caller: MatrixCaller,
  way: string,
  value: unknown,
  expected: string,
): AsyncGenerator<Cell> {
  const draft = { ...payloadOf('venues', `venue of ${caller} to get an image ${way}`), status: 'draft' }
  const { body: venue } = await calendar.ask('POST', '/venues', { as: caller, body: draft })
  assert.ok(venue.id)
  const reply = await calendar.ask('PATCH', `/venues/${venue.id}`, { as: caller, body: { image: value } })
  yield { name: `${caller} gives a venue an image ${way}`, expected, actual: show(reply) }
}
