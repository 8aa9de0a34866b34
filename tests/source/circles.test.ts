import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'

/** The files that each file imports; `only` leaves out what is imported as types alone. */
type Imports = ReadonlyMap<string, readonly string[]>

const importOf = /^(?:import|export) (type )?(\{[^}]*\}|\* as \w+|\w+) from '(\.[^']+)'/gm

const readImports = (files: readonly string[], only: 'values' | 'all'): Imports =>
  new Map(
    files.map((file) => {
      const found = [...readFileSync(file, 'utf8').matchAll(importOf)].flatMap(([, type, names = '', path = '']) => {
        const areTypes =
          type !== undefined ||
          (names.startsWith('{') &&
            names
              .slice(1, -1)
              .split(',')
              .every((name) => /^\s*(type |$)/.test(name)))
        return areTypes && only === 'values' ? [] : [join(dirname(file), path)]
      })
      return [file, found]
    }),
  )

/** The files from which a file can be reached that can be reached from them: those in a circle, in the order of their names. */
const circlesIn = (imports: Imports): string[][] => {
  const reach = new Map<string, ReadonlySet<string>>()
  for (const file of imports.keys()) {
    const seen = new Set<string>()
    const left = [...(imports.get(file) ?? [])]
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      left.push(...(imports.get(next) ?? []))
    }
    reach.set(file, seen)
  }
  const inCircle = [...imports.keys()].filter((file) => reach.get(file)?.has(file)).sort()
  const groups = Map.groupBy(
    inCircle,
    (file) => inCircle.find((other) => reach.get(other)?.has(file) && reach.get(file)?.has(other)) ?? file,
  )
  return [...groups.values()]
}

const sources = globSync('src/**/*.ts')

describe('imports of the source', () => {
  it('run in no circle in the admin, also where types count', () => {
    const files = globSync('admin/src/**/*.{ts,tsx}')
    assert.ok(files.length > 0)
    assert.deepEqual(circlesIn(readImports(files, 'all')), [])
  })

  it('run in no circle', () => assert.deepEqual(circlesIn(readImports(sources, 'values')), []))

  it('run in one circle where types count: the context of pages names their feeds', () => {
    const circles = circlesIn(readImports(sources, 'all'))
    assert.ok(circles.length <= 1, JSON.stringify(circles))
    for (const file of circles.flat()) assert.match(file, /^src\/site\//)
  })

  it('would be seen in a circle (negative control)', () => {
    const circle: Imports = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['a.ts']],
      ['d.ts', ['a.ts']],
    ])
    assert.deepEqual(circlesIn(circle), [['a.ts', 'b.ts', 'c.ts']])
  })
})
