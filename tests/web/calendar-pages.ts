import assert from 'node:assert/strict'
import { type Calendar, createCalendar } from '../support/calendar.ts'

/**
 * Does something with a calendar of its own, which lives on 20 November 2026; without a country, the weeks of its English pages begin on
 * Sunday.
 */
export const withCalendar = async (
  work: (calendar: Calendar) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> => {
  const calendar = await createCalendar({ environment })
  await work(calendar).finally(() => calendar.close())
}

/** Publishes an event, and returns its record. */
export const create = async ({ ask }: Calendar, title: string, start: string, end = start, more: object = {}) => {
  const body = { title, status: 'publish', start_date: start, end_date: end, ...more }
  const reply = await ask('POST', '/events', { as: 'editor', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

/** The main element of a page. */
export const read = async ({ ask }: Calendar, path: string): Promise<string> => {
  const { status, text } = await ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
  assert.equal(status, 200, path)
  return /<main.*<\/main>/s.exec(text)?.[0] ?? ''
}
