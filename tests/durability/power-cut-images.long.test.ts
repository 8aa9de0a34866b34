import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newCalendar } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { choose } from './chance.ts'
import { cutsWithin, findLosses, surviveCuts } from './power-cut.ts'
import { createUploads } from './uploads.ts'
import { noDisk } from './volatile-disk.ts'

/** What a disk must not lie about, by the paths that it flushes: what images hold, and the months that name them. */
const promises = { content: '/media/.spool/', names: '/media/2' }

describe('a power cut', { skip: noDisk }, () => {
  it('takes away no image that was acknowledged', async (test) => {
    const calendar = await newCalendar()
    await surviveCuts(test, calendar, createUploads(calendar.secret), choose(test, rounds(2, 40), cutsWithin(10)))

    for (const [promise, lies] of Object.entries(promises)) {
      const unsafe = await newCalendar()
      const losses = await findLosses(test, unsafe, createUploads(unsafe.secret), { lies })
      assert.ok(losses.length >= 5, promise)
      for (const loss of losses) assert.match(loss, /lacks its file|^half-written: /)
    }
  })
})
