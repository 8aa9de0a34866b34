import assert from 'node:assert/strict'
import { ownRoutes } from '../../src/app.ts'
import type { Calendar } from '../support/calendar.ts'
import { type Cell, refused, show } from './cells.ts'
import { idOf, payloadOf } from './fixture.ts'
import { callers, type MatrixCaller, mayEver } from './table.ts'

const root = '//kalends/v1'

/** What a caller asks for, and what is expected. */
type Attempt = readonly [method: string, path: string, expected: string, body?: object]

const administered = (caller: MatrixCaller, done = '200'): string => (caller === 'admin' ? done : refused(caller))

/** The documents below `kalends/v1` (contract C6), each with what every caller gets; a route without one is an error. */
const attempts: Readonly<Record<string, (caller: MatrixCaller, calendar: Calendar) => Promise<readonly Attempt[]>>> = {
  '': async () => [['GET', '', '200']],
  '/links': async (caller) => [
    ['GET', '/links', administered(caller)],
    ['POST', '/links', administered(caller, '201'), { kind: 'invitation', role: 'subscriber' }],
    ['POST', '/links', administered(caller, '201'), { kind: 'reset', user: idOf('author2') }],
  ],
  '/links/{id}': async (caller, calendar) => {
    const body = { kind: 'invitation', role: 'administrator' }
    const made = await calendar.ask('POST', `${root}/links`, { as: 'admin', body })
    return [
      ['POST', `/links/${made.body.id}`, administered(caller, '201')],
      ['DELETE', `/links/${made.body.id}`, administered(caller)],
    ]
  },
  '/welcome': async (_, calendar) => {
    const body = { kind: 'reset', user: idOf('author2') }
    const made = await calendar.ask('POST', `${root}/links`, { as: 'admin', body })
    const token = made.body.url.split('#')[1]
    return [
      ['POST', '/welcome', '404 kalends_link_not_found', { token: 'unknown' }],
      ['POST', '/welcome', '200', { token }],
      ['PUT', '/welcome', '404 kalends_link_not_found', { token: 'unknown', password: 'a long password' }],
      ['PUT', '/welcome', '201', { token, password: 'a long password' }],
      ['PUT', '/welcome', '404 kalends_link_not_found', { token, password: 'a long password' }],
    ]
  },
  '/second-factor': async (caller) => {
    const isUser = callers.filter((it) => it !== 'none')
    const refusedTo = (code: string) => (caller === 'none' ? refused(caller) : code)
    const body = { current_password: 'not the password', code: '123456' }
    return [
      ['GET', '/second-factor', allowed(caller, isUser)],
      ['POST', '/second-factor', refusedTo('403 rest_user_invalid_password'), body],
      ['PUT', '/second-factor', refusedTo('404 kalends_second_factor_not_found'), body],
      ['DELETE', '/second-factor', refusedTo('403 rest_user_invalid_password'), body],
    ]
  },
  '/second-factor/recovery-codes': async (caller) => [
    [
      'POST',
      '/second-factor/recovery-codes',
      caller === 'none' ? refused(caller) : '403 rest_user_invalid_password',
      { current_password: 'not the password', code: '123456' },
    ],
  ],
  '/passkeys': async (caller) => [
    [
      'POST',
      '/passkeys',
      caller === 'none' ? refused(caller) : '403 kalends_passkey_wrong',
      { name: 'Phone', response: { id: 'a', response: {} } },
    ],
  ],
  '/passkeys/options': async (caller) => [
    [
      'POST',
      '/passkeys/options',
      caller === 'none' ? refused(caller) : '409 kalends_no_passkeys',
      { current_password: 'not the password' },
    ],
  ],
  '/passkeys/{uuid}': async (caller) => [
    [
      'DELETE',
      '/passkeys/5f0ff1f8-7a5c-4b5c-9d3f-3d1f4dbb7c11',
      caller === 'none' ? refused(caller) : '403 rest_user_invalid_password',
      { current_password: 'not the password' },
    ],
  ],
  '/second-factors': async (caller) => [['GET', '/second-factors', administered(caller)]],
  '/second-factors/{id}': async (caller) => [
    ['DELETE', `/second-factors/${idOf('author2')}`, administered(caller, '404 kalends_second_factor_not_found')],
    ['DELETE', `/second-factors/${idOf('admin')}`, refused(caller)],
  ],
  '/forgotten': async () => [['POST', '/forgotten', '503 kalends_no_mail', { name: 'editor' }]],
  '/site': async () => [['GET', '/site', '200']],
  '/activity': async (caller) => [['GET', '/activity', allowed(caller, mayReview)]],
  '/changes': async (caller) => [
    ['GET', '/changes', '200'],
    ['GET', '/changes?view=edit', allowed(caller, mayReview)],
  ],
  // It never ends: a number of the future shows that everybody may ask.
  '/changes/stream': async () => [['GET', '/changes/stream?afterChangeNumber=999999999', '400 rest_invalid_param']],
  '/counts': async (caller) => [['GET', '/counts', allowed(caller, mayEver.post)]],
  '/directory': async (caller) => [['GET', '/directory?kind=venues', allowed(caller, mayEver.post)]],
  '/calendar': async (caller) => [
    ['GET', '/calendar?start_date=2027-01-01&end_date=2027-03-01', allowed(caller, mayEver.post)],
  ],
  '/recurrence-preview': async (caller) => [
    [
      'POST',
      '/recurrence-preview',
      allowed(caller, mayEver.post),
      { start_date: '2027-01-05', recurrence: 'RRULE:FREQ=WEEKLY' },
    ],
  ],
  '/reviews': async (caller) => [['GET', '/reviews?include=1', allowed(caller, mayEver.post)]],
  '/reviews/{id}': async (caller, calendar) => {
    const [own, foreign] = await makeDrafts(calendar, caller)
    return [
      ['GET', `/reviews/${own}`, allowed(caller, mayEver.post)],
      ['GET', `/reviews/${foreign}`, allowed(caller, mayReview)],
      ['POST', `/reviews/${own}`, allowed(caller, mayReview), { decision: 'return' }],
      ['POST', `/reviews/${foreign}`, allowed(caller, mayReview), { decision: 'approve' }],
    ]
  },
  '/reviews/{id}/comments': async (caller, calendar) => {
    const [own, foreign] = await makeDrafts(calendar, caller)
    return [
      ['POST', `/reviews/${own}/comments`, allowed(caller, mayEver.post, '201'), { note: 'When do doors open?' }],
      ['POST', `/reviews/${foreign}/comments`, allowed(caller, mayReview, '201'), { note: 'When do doors open?' }],
    ]
  },
  '/reviews/{id}/picture': async (caller, calendar) => {
    const [own, foreign] = await makeDrafts(calendar, caller)
    const unsent = (who: readonly MatrixCaller[]) =>
      who.includes(caller) ? '400 rest_upload_no_data' : refused(caller)
    return [
      ['GET', `/reviews/${own}/picture`, allowed(caller, mayEver.post)],
      ['GET', `/reviews/${foreign}/picture`, allowed(caller, mayReview)],
      // Without an image, everybody who may edit is told so before the event is looked at.
      ['PUT', `/reviews/${own}/picture`, unsent(mayEver.post)],
      ['DELETE', `/reviews/${own}/picture`, allowed(caller, mayEver.post)],
      ['DELETE', `/reviews/${foreign}/picture`, allowed(caller, mayReview)],
    ]
  },
  '/submissions': async (caller) => [['GET', '/submissions?include=1', allowed(caller, mayReview)]],
  '/submissions/{id}': async (caller) => [
    ['DELETE', '/submissions/999', mayReview.includes(caller) ? '404 kalends_submission_not_found' : refused(caller)],
  ],
  '/image-uses': async (caller) => [['GET', '/image-uses?include=1', allowed(caller, mayEver.post)]],
  '/fonts': async (caller) => [['GET', '/fonts', allowed(caller, ['admin'])]],
  '/fonts/{type}': async (caller) => [
    ['PUT', '/fonts/regular', caller === 'admin' ? '400 rest_upload_no_data' : refused(caller)],
    ['DELETE', '/fonts/regular', allowed(caller, ['admin'])],
  ],
  '/duplicates': async (caller) => [['GET', '/duplicates?kind=venues', allowed(caller, mayReview)]],
  '/merges': async (caller, calendar) => {
    const [into, from] = await Promise.all(
      ['one', 'other'].map(async (name) => {
        const body = { venue: `${name} to merge for ${caller}` }
        return (await calendar.ask('POST', '/venues', { as: 'admin', body })).body.id
      }),
    )
    return [['POST', '/merges', allowed(caller, mayReview), { kind: 'venues', into, from: [from] }]]
  },
  '/imports': async (caller) => [
    ['GET', '/imports', allowed(caller, ['admin'])],
    ['POST', '/imports', caller === 'admin' ? '415 rest_unsupported_media_type' : refused(caller)],
  ],
  '/imports/{id}': async (caller) => [
    ['GET', '/imports/1', caller === 'admin' ? '404 rest_import_not_found' : refused(caller)],
    ['DELETE', '/imports/1', caller === 'admin' ? '404 rest_import_not_found' : refused(caller)],
  ],
  '/sources': async (caller) => [
    ['GET', '/sources', allowed(caller, ['admin'])],
    ['POST', '/sources', caller === 'admin' ? '400 rest_missing_callback_param' : refused(caller), {}],
  ],
  '/sources/{id}': async (caller) => [
    ['GET', '/sources/999', unknownSource(caller)],
    ['PUT', '/sources/999', unknownSource(caller), { every: '1h' }],
    ['PATCH', '/sources/999', unknownSource(caller), { every: '1h' }],
    ['DELETE', '/sources/999', unknownSource(caller)],
  ],
  '/sources/{id}/runs': async (caller) => [
    ['GET', '/sources/999/runs', unknownSource(caller)],
    ['POST', '/sources/999/runs', unknownSource(caller)],
  ],
  '/sources/{id}/confirm': async (caller) => [['POST', '/sources/999/confirm', unknownSource(caller)]],
  '/export.ndjson': async (caller) => [['GET', '/export.ndjson', allowed(caller, ['admin'])]],
  '/export.csv': async (caller) => [['GET', '/export.csv', allowed(caller, ['admin'])]],
  '/export.ics': async (caller) => [['GET', '/export.ics', allowed(caller, ['admin'])]],
  '/state': async (caller) => [['GET', '/state', allowed(caller, ['admin'])]],
  '/page-preview': async (caller) => [['POST', '/page-preview', allowed(caller, ['admin']), { title: 'Other' }]],
  '/previews/{id}': async (caller, calendar) => {
    const [own, foreign] = await makeDrafts(calendar, caller)
    const mayAsk = mayReview.includes(caller)
    const hidden = mayEver.post.includes(caller) ? notAccessible : refused(caller)
    return [
      ['POST', `/previews/${foreign}`, mayAsk ? '200' : hidden],
      ['POST', `/previews/${own}`, mayEver.post.includes(caller) ? '200' : hidden],
    ]
  },
}

const unknownSource = (caller: MatrixCaller): string =>
  caller === 'admin' ? '404 kalends_source_not_found' : refused(caller)

const mayReview: readonly MatrixCaller[] = ['editor', 'admin']

const notAccessible = '403 event-not-accessible'

const allowed = (caller: MatrixCaller, who: readonly MatrixCaller[], status = '200'): string =>
  who.includes(caller) ? status : refused(caller)

/** A draft of the caller, and one of another author. */
const makeDrafts = (calendar: Calendar, caller: MatrixCaller): Promise<number[]> =>
  Promise.all(
    [caller === 'none' ? 'author2' : caller, 'author2'].map(async (owner, at) => {
      const body = { ...payloadOf('events', `draft ${at} of ${owner}`), status: 'draft', author: idOf(owner) }
      return (await calendar.ask('POST', '/events', { as: 'admin', body })).body.id
    }),
  )

/** Asks for every document below `kalends/v1` as every caller. */
export async function* ownCells(calendar: Calendar): AsyncGenerator<Cell> {
  assert.deepEqual(Object.keys(attempts).sort(), ownRoutes.map(({ path }) => path).sort())
  for (const caller of callers) {
    yield* revisionCells(calendar, caller)
    for (const make of Object.values(attempts)) {
      await calendar.database.transact(({ kysely }) => kysely.deleteFrom('throttle').execute())
      for (const [method, path, expected, body] of await make(caller, calendar)) {
        const reply = await calendar.ask(method, `${root}${path}`, { as: caller, ...(body ? { body } : {}) })
        yield { name: `${caller} ${method} kalends/v1${path}`, expected, actual: show(reply) }
      }
    }
  }
}

/** Versions are for those who may edit the record. */
async function* revisionCells(calendar: Calendar, caller: MatrixCaller): AsyncGenerator<Cell> {
  const [own, foreign] = await makeDrafts(calendar, caller)
  for (const [whose, id, who] of [
    ['own', own, mayEver.post],
    ['foreign', foreign, mayReview],
  ] as const) {
    const list = `//wp-json/wp/v2/tribe_events/${id}/revisions`
    const { body } = await calendar.ask('GET', list, { as: 'admin' })
    for (const path of [list, `${list}/${body[0].id}`]) {
      const reply = await calendar.ask('GET', path, { as: caller })
      const name = `${caller} GET ${whose} ${path === list ? 'revisions' : 'revision'}`
      yield { name, expected: allowed(caller, who), actual: show(reply) }
    }
  }
}
