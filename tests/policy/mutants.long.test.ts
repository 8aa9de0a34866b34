import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { mutants } from './mutants.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'run-mutant.ts')

describe('the policy matrix fails (negative control) when', () => {
  for (const [index, { name }] of mutants.entries()) {
    it(name, async (t) => {
      const { stdout } = await run(process.execPath, [script, String(index)])
      const { isApplied, cells, wrong } = JSON.parse(stdout)
      assert.ok(isApplied, 'the text to replace is no longer in the source: mend the mutant')
      assert.ok(wrong.length > 0, `all ${cells} cells are right although the policy is broken`)
      t.diagnostic(`noticed after ${cells} cells: ${wrong[0]}`)
    })
  }
})
