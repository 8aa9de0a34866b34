import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { newCalendar } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { choose } from './chance.ts'
import { createLoad } from './load.ts'
import { cutsWithin, findLosses, surviveCuts } from './power-cut.ts'
import { noDisk } from './volatile-disk.ts'

const neverFlush = pathToFileURL(join(import.meta.dirname, 'never-flush.ts'))

describe('a power cut', { skip: noDisk }, () => {
  it('takes away nothing that was acknowledged', async (test) => {
    const calendar = await newCalendar()
    await surviveCuts(test, calendar, createLoad(calendar.secret), choose(test, rounds(4, 200), cutsWithin(150)))

    const unsafe = await newCalendar()
    const settings = { NODE_OPTIONS: `--import ${neverFlush}` }
    const losses = await findLosses(test, unsafe, createLoad(unsafe.secret), { settings })
    assert.ok(losses.length >= 5)
    for (const loss of losses) assert.match(loss, /^lost: /)
  })
})
