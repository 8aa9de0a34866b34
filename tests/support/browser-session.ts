import assert from 'node:assert/strict'
import type { Reply } from './calendar.ts'

/** A browser that has logged in: its cookie and nonce. */
export type BrowserSession = { readonly cookie: string; readonly 'x-wp-nonce': string }

/** The browser that has got the answer to a log-in. */
export const browserOf = ({ headers, body, status, text }: Reply): BrowserSession => {
  assert.equal(status, 201, text)
  return { cookie: headers['set-cookie']?.split(';')[0] ?? '', 'x-wp-nonce': body.nonce }
}

/** An answer is this error. */
export const assertRefused = ({ status, body, text }: Reply, expected: number, code: string): void =>
  assert.deepEqual([status, body?.code], [expected, code], text)
