import assert from 'node:assert/strict'
import type { Ask, Login } from './calendar.ts'

/** Every record of a list, walked page by page along `next_rest_url`; the totals must hold on each page. */
export const walkPages = async (
  ask: Ask,
  resource: 'events' | 'venues' | 'organizers' | 'categories' | 'tags',
  query: string,
  as: Login = 'none',
  // biome-ignore lint/suspicious/noExplicitAny: records of every resource.
): Promise<any[]> => {
  const records = []
  let path: string | undefined = `/${resource}?${query}`
  let total: number | undefined
  while (path !== undefined) {
    const { status, body, text } = await ask('GET', path, { as })
    assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`)
    total ??= body.total
    assert.equal(body.total, total, `the total changed at ${path}`)
    records.push(...body[resource])
    path = body.next_rest_url?.replace(/^.*\/calendar\/events\/v1/, '')
  }
  const ids = records.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, `a record came twice in ${resource}?${query}`)
  assert.equal(ids.length, total, `records and total differ in ${resource}?${query}`)
  return records
}
