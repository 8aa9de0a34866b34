import assert from 'node:assert/strict'
import { ownRoutes } from '../../src/app.ts'
import type { Calendar } from '../support/calendar.ts'
import { type Cell, show } from './cells.ts'
import { callers, type MatrixCaller } from './table.ts'

const root = '//kalends/v1'

/** What a caller asks for, and what is expected. */
type Attempt = readonly [method: string, path: string, expected: string, body?: object]

/** The documents below `kalends/v1` (contract C6), each with what every caller gets; a route without one is an error. */
const attempts: Readonly<Record<string, (caller: MatrixCaller, calendar: Calendar) => Promise<readonly Attempt[]>>> = {
  '': async () => [['GET', '', '200']],
  '/site': async () => [['GET', '/site', '200']],
}

/** Asks for every document below `kalends/v1` as every caller. */
export async function* ownCells(calendar: Calendar): AsyncGenerator<Cell> {
  assert.deepEqual(Object.keys(attempts).sort(), ownRoutes.map(({ path }) => path).sort())
  for (const caller of callers) {
    for (const make of Object.values(attempts)) {
      for (const [method, path, expected, body] of await make(caller, calendar)) {
        const reply = await calendar.ask(method, `${root}${path}`, { as: caller, ...(body ? { body } : {}) })
        yield { name: `${caller} ${method} kalends/v1${path}`, expected, actual: show(reply) }
      }
    }
  }
}
