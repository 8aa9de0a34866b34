import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type ErrorCode, errorCatalogue } from '../../src/core/errors.ts'
import { listStatuses } from '../../src/http/openapi/errors.ts'

type Row = { readonly code: string; readonly status: string; readonly when: string; readonly remedy: string }

/** The rows of the tables of a page whose first column is a code. */
const rowsOf = (page: string): Row[] =>
  page.split('\n').flatMap((line) => {
    const [code, status = '', when = '', remedy = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const name = /^`(.+)`$/.exec(code ?? '')?.[1]
    return name === undefined ? [] : [{ code: name, status, when, remedy }]
  })

const rows = rowsOf(readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8'))
const codes = Object.keys(errorCatalogue) as ErrorCode[]

describe('the page of errors', () => {
  it('has every code of the catalogue once, and no other', () => {
    assert.deepEqual(rows.map(({ code }) => code).sort(), [...codes].sort())
  })

  for (const code of codes) {
    it(`gives the status of ${code}, when it occurs and what to do`, () => {
      const row = rows.find((it) => it.code === code)
      assert.ok(row)
      assert.equal(row.status, listStatuses(code).join(', '))
      assert.match(row.when, /\w.*\.$/)
      assert.match(row.remedy, /\w.*\.$/)
    })
  }

  it('is read row by row', () => {
    const page = 'text\n| Code | Status |\n|---|---|\n| `a_b` | 404 | When. | What. |\n| plain | 400 | x | y |'
    assert.deepEqual(rowsOf(page), [{ code: 'a_b', status: '404', when: 'When.', remedy: 'What.' }])
  })
})
