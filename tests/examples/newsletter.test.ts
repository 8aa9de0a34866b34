import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'

const script = join(import.meta.dirname, '../../examples/newsletter/newsletter.mjs')

it('the newsletter lists the events of the next days, also those of later pages', async () => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const calendar = await createCalendar({ environment: { KALENDS_MAX_PER_PAGE: '2', KALENDS_PUBLIC_URL: address } })
  await calendar.app.listen({ port, host: '127.0.0.1' })
  for (let n = 1; n <= 5; n++) {
    const date = `2026-11-2${n} 19:30:00`
    const body = {
      title: `Tom & Jerry ${n}`,
      status: 'publish',
      start_date: date,
      end_date: date,
      venue: { venue: 'Hall' },
    }
    assert.equal((await calendar.ask('POST', '/events', { as: 'editor', body })).status, 201)
  }
  const { stdout } = await promisify(execFile)(process.execPath, [script, address, '3'])
  const lines = [1, 2, 3].map(
    (n) => `\n## 2026-11-2${n}\n\n- 19:30 [Tom & Jerry ${n}](${address}/event/tom-jerry-${n}/), Hall\n`,
  )
  assert.equal(stdout, lines.join(''))
  await calendar.close()
})
