import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Json, JsonObject } from '../../src/lib/json.ts'
import { type Calendar, createCalendar, type Login, type Reply } from '../support/calendar.ts'

/** What is asked, in this order; `path` in the document and, where it has a variable, what stands there. */
type Case = {
  readonly ask: string
  readonly value?: string | number
  readonly query?: string
  readonly as?: Login
  readonly body?: unknown
  readonly status: number
}

const venue = {
  venue: 'Café & Hall',
  description: 'A hall.',
  address: 'High Street 1',
  city: 'Springfield',
  country: 'United States',
  state: 'Oregon',
  zip: '97477',
  phone: '+1 541 555 0100',
  website: 'https://hall.example/',
  geo_lat: 44.05,
  geo_lng: -123.02,
}

const event = {
  title: 'Concert <live>',
  start_date: '2026-12-01 20:00:00',
  end_date: '2026-12-01 22:00:00',
  timezone: 'America/Los_Angeles',
  description: 'Music',
  cost: ['$10', '$20'],
  website: 'https://concert.example/',
  categories: ['Music'],
  tags: ['Jazz'],
  venue,
  organizer: [{ organizer: 'Club', email: 'club@example.org', phone: '1' }, { organizer: 'Band' }],
}

const bare = { title: 'Bare', start_date: '2026-12-02', end_date: '2026-12-02', all_day: true }

const cases: readonly Case[] = [
  { ask: 'POST /events', as: 'admin', body: event, status: 201 },
  { ask: 'POST /events', as: 'admin', body: bare, status: 201 },
  { ask: 'POST /events', as: 'contributor', body: bare, status: 201 },
  { ask: 'POST /events', body: bare, status: 401 },
  { ask: 'POST /events', as: 'subscriber', body: bare, status: 403 },
  { ask: 'POST /events', as: 'admin', body: { title: 'Nothing else' }, status: 400 },
  { ask: 'POST /events', as: 'admin', body: { ...bare, start_date: 'gibberish' }, status: 400 },
  { ask: 'GET /events', status: 200 },
  { ask: 'GET /events', query: '?per_page=1&page=2', as: 'admin', status: 200 },
  { ask: 'GET /events', query: '?page=9', status: 404 },
  { ask: 'GET /events', query: '?categories=unknown', status: 400 },
  { ask: 'GET /events/by-slug/{slug}', value: 'concert', status: 200 },
  { ask: 'GET /events/by-slug/{slug}', value: 'unknown', status: 404 },
  { ask: 'GET /events/by-slug/{slug}', value: 'bare', status: 200 },
  { ask: 'PATCH /events/by-slug/{slug}', value: 'bare', as: 'admin', body: { featured: true }, status: 200 },
  { ask: 'POST /venues', as: 'editor', body: venue, status: 201 },
  { ask: 'POST /venues', as: 'editor', body: { venue: 'Bare' }, status: 201 },
  { ask: 'GET /venues', status: 200 },
  { ask: 'GET /venues', query: '?page=9', status: 404 },
  { ask: 'GET /venues/by-slug/{slug}', value: 'cafe-hall', status: 200 },
  { ask: 'GET /organizers', status: 200 },
  { ask: 'GET /organizers/by-slug/{slug}', value: 'club', status: 200 },
  { ask: 'POST /categories', as: 'author', body: { name: 'Jazz', parent: 1, description: 'All of it' }, status: 201 },
  { ask: 'POST /categories', as: 'author', body: { name: 'Jazz', parent: 1 }, status: 400 },
  { ask: 'GET /categories', query: '?hide_empty=false', status: 200 },
  { ask: 'GET /categories/{id}', value: 1, status: 200 },
  { ask: 'PUT /categories/{id}', value: 1, as: 'editor', body: { description: 'Sound' }, status: 200 },
  { ask: 'GET /tags', status: 200 },
  { ask: 'GET /tags/{id}', value: 2, status: 200 },
  { ask: 'GET /tags/{id}', value: 999, status: 404 },
  { ask: 'DELETE /tags/{id}', value: 2, as: 'editor', status: 200 },
  { ask: 'DELETE /events/by-slug/{slug}', value: 'bare', as: 'admin', status: 200 },
  { ask: 'DELETE /events/by-slug/{slug}', value: 'bare__trashed', as: 'admin', status: 410 },
  { ask: 'GET /events/by-slug/{slug}', value: 'bare__trashed', status: 403 },
  { ask: 'GET /', status: 200 },
  { ask: 'GET /', query: '?namespace=other', status: 404 },
  { ask: 'GET /doc', status: 200 },
]

let calendar: Calendar
let doc: JsonObject
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)

before(async () => {
  calendar = await createCalendar()
  doc = (await calendar.ask('GET', '/doc')).body
  ajv.addSchema(doc, 'doc')
})

after(() => calendar.close())

const escapeStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')

const at = (pointer: string): JsonObject | undefined =>
  pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>(
      (value, step) => (value as JsonObject | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      doc,
    ) as JsonObject | undefined

/** The place of an answer in the document. */
const responsePointer = (method: string, path: string, status: number): string => {
  const own = `/paths/${escapeStep(path)}/${method.toLowerCase()}/responses/${status}`
  const reference = at(own)?.['$ref']
  return typeof reference === 'string' ? reference.slice(1) : own
}

/** What is wrong with a body as an answer under that status; undefined when it fits. */
const faultsOf = (method: string, path: string, status: number, body: unknown): unknown => {
  const pointer = responsePointer(method, path, status)
  assert.ok(at(pointer), `${method} ${path} has no ${status}`)
  const schema = `doc#${pointer}/content/${escapeStep('application/json')}/schema`
  const validate = ajv.getSchema(encodeURI(schema)) ?? ajv.compile({ $ref: encodeURI(schema) })
  return validate(body) ? undefined : validate.errors
}

const assertHeaders = (method: string, path: string, { status, headers }: Reply): void => {
  const declared = Object.keys(at(`${responsePointer(method, path, status)}/headers`) ?? {})
  for (const name of declared) assert.ok(headers[name.toLowerCase()], `${method} ${path} ${status} lacks ${name}`)
}

describe('answers are as the documentation says', () => {
  for (const { ask, value, query = '', as = 'none', body, status } of cases) {
    const [method = '', path = ''] = ask.split(' ')
    it(`${ask} ${value ?? ''}${query} by ${as}: ${status}`, async () => {
      const actual = path === '/' ? '' : path.replace(/\{\w+\}/, String(value))
      const reply = await calendar.ask(method, `${actual}${query}`, { as, body })
      assert.equal(reply.status, status, reply.text)
      assert.deepEqual(faultsOf(method, path, status, reply.body), undefined)
      assertHeaders(method, path, reply)
    })
  }

  it('and an answer that lacks a field, or has one too many, would be found', async () => {
    const { body } = await calendar.ask('GET', '/venues/by-slug/cafe-hall')
    const { venue: _, ...nameless } = body
    assert.ok(faultsOf('GET', '/venues/by-slug/{slug}', 200, nameless))
    assert.ok(faultsOf('GET', '/venues/by-slug/{slug}', 200, { ...body, surprise: 1 }))
    assert.ok(
      faultsOf('GET', '/venues/by-slug/{slug}', 404, {
        code: 'rest-event-not-found',
        message: '',
        data: { status: 404 },
      }),
    )
  })
})
