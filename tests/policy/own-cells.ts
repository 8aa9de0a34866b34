import assert from 'node:assert/strict'
import { ownRoutes } from '../../src/app.ts'
import type { Calendar } from '../support/calendar.ts'
import { type Cell, refused, show } from './cells.ts'
import { idOf } from './fixture.ts'
import { callers, type MatrixCaller } from './table.ts'

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
    return [['DELETE', `/links/${made.body.id}`, administered(caller)]]
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
  '/forgotten': async () => [['POST', '/forgotten', '503 kalends_no_mail', { name: 'editor' }]],
  '/site': async () => [['GET', '/site', '200']],
}

/** Asks for every document below `kalends/v1` as every caller. */
export async function* ownCells(calendar: Calendar): AsyncGenerator<Cell> {
  assert.deepEqual(Object.keys(attempts).sort(), ownRoutes.map(({ path }) => path).sort())
  for (const caller of callers) {
    for (const make of Object.values(attempts)) {
      await calendar.database.transact(({ kysely }) => kysely.deleteFrom('throttle').execute())
      for (const [method, path, expected, body] of await make(caller, calendar)) {
        const reply = await calendar.ask(method, `${root}${path}`, { as: caller, ...(body ? { body } : {}) })
        yield { name: `${caller} ${method} kalends/v1${path}`, expected, actual: show(reply) }
      }
    }
  }
}
