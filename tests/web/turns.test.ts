import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSkewed } from '../sql/skewed-calendar.ts'
import { createCalendar } from '../support/calendar.ts'
import { allPages } from '../support/read-paths.ts'

/** Records that are read in one turn of the event loop at most, and addresses of a sitemap. */
const most = { record: 50, address: 500 }

describe('pages of many records', () => {
  it('are rendered a few records at a time, so that other requests are answered in between', async () => {
    const lists: { readonly isWhole: boolean; readonly count: number }[] = []
    const onStatement = (text: string, parameters: readonly unknown[]): void => {
      const ids = parameters.find((value) => typeof value === 'string' && /^\[\d/.test(value))
      if (ids === undefined || !text.startsWith('select ')) return
      lists.push({ isWhole: text.includes('"event".*'), count: JSON.parse(String(ids)).length })
    }
    const calendar = await createCalendar({ environment: allPages, sqlite: { onStatement } })
    await fillSkewed(calendar)
    for (const path of ['/events/week/2026-12-07/', '/events/map/', '/sitemap-events-1.xml']) {
      lists.length = 0
      assert.equal((await calendar.ask('GET', `/${path}`)).status, 200)
      assert.ok(lists.reduce((sum, { count }) => sum + count, 0) >= most.record, path)
      for (const { isWhole, count } of lists) assert.ok(count <= (isWhole ? most.record : most.address), path)
    }
    await calendar.close()
  })
})
