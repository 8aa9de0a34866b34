import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isLong } from '../support/lengths.ts'
import { runMatrix } from './matrix.ts'

it('gives every role what the policy table says, and nothing else', async (t) => {
  const { cells, wrong } = await runMatrix({ inTurn: !isLong })
  t.diagnostic(`${cells} cells, ${wrong.length} wrong`)
  assert.deepEqual(
    wrong.slice(0, 40).map(({ name, expected, actual }) => `${name}: ${actual}, not ${expected}`),
    [],
  )
  assert.ok(cells >= (isLong ? 6000 : 3000), `only ${cells} cells`)
})
