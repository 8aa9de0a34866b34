import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSkewed, sizes } from '../sql/skewed-calendar.ts'
import { createCalendar } from '../support/calendar.ts'

describe('a long sitemap', () => {
  it('has each page once, and is made again only after a change', async () => {
    const statements: string[] = []
    const calendar = await createCalendar({ sqlite: { onStatement: (text) => void statements.push(text) } })
    const { ask } = calendar
    const { known } = await fillSkewed(calendar)
    const read = async (): Promise<{ addresses: readonly string[]; isMade: boolean }> => {
      statements.length = 0
      const { text, status } = await ask('GET', '//sitemap-venues-1.xml', {
        headers: { 'accept-encoding': 'identity' },
      })
      assert.equal(status, 200)
      const addresses = [...text.matchAll(/<loc>(.*?\/venue\/.*?)<\/loc>/g)].map(([, url = '']) => url)
      return { addresses, isMade: statements.some((statement) => statement.includes('"slug"')) }
    }
    const { addresses, isMade } = await read()
    assert.equal(new Set(addresses).size, sizes.venue)
    assert.equal(addresses.length, sizes.venue)
    assert.equal(isMade, true)
    // What is asked for twice is kept.
    await read()
    assert.deepEqual(await read(), { addresses, isMade: false })
    await ask('PATCH', `/venues/${known.venues[0]}`, { as: 'admin', body: { status: 'draft' } })
    const later = await read()
    assert.equal(later.isMade, true)
    assert.equal(later.addresses.length, sizes.venue - 1)
    await calendar.close()
  })

  it('has no part beyond its end', async () => {
    const calendar = await createCalendar()
    await fillSkewed(calendar)
    assert.equal((await calendar.ask('GET', '//sitemap-venues-2.xml')).status, 404)
    await calendar.close()
  })
})
