import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ownRoutes } from '../../src/app.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/kalends-v1.md'), 'utf8')

/** The paths in the first table of the page. */
const pathsIn = (text: string): string[] => {
  const [table = ''] = /^\| Below [\s\S]*?\n\n/m.exec(text) ?? []
  const cells = [...table.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => String(cell))
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => String(path)))
}

const routePaths = ownRoutes.flatMap(({ path }) => (path === '' ? [] : [path.slice(1).replace(/\{(\w+)\}/g, '<$1>')]))

describe('the page on the namespace kalends/v1', () => {
  it('lists every path, and no other', () => {
    assert.deepEqual(pathsIn(page).sort(), routePaths.sort())
  })

  it('would be seen to lack one (negative control)', () => {
    assert.notDeepEqual(pathsIn(page.replace('| `site` |', '| `sites` |')).sort(), routePaths.sort())
  })
})
