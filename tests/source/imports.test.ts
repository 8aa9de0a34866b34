import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
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

/** For each folder of the source, and each file beside them, what it imports: only what stands below it, as in ARCHITECTURE.md. */
const below: Readonly<Record<string, readonly string[]>> = {
  main: ['cli'],
  cli: [
    'app',
    'export',
    'site',
    'http',
    'import/run',
    'import/apply',
    'import/read',
    'accounts',
    'media',
    'core',
    'config',
    'db',
    'settings',
    'i18n',
    'lib',
  ],
  app: ['process-caches', 'export', 'site', 'http', 'import/run', 'jobs', 'resources', 'media', 'core', 'lib'],
  'process-caches': ['http', 'jobs', 'resources', 'accounts', 'core', 'cache'],
  export: [
    'site',
    'import/run',
    'import/apply',
    'import/read',
    'resources',
    'core',
    'config',
    'recurrence',
    'db',
    'lib',
  ],
  site: ['http', 'resources', 'accounts', 'media', 'core', 'cache', 'config', 'recurrence', 'db', 'i18n', 'lib'],
  http: ['accounts', 'media', 'core', 'cache', 'config', 'db', 'i18n', 'lib'],
  'import/run': [
    'import/undo',
    'import/apply',
    'import/match',
    'import/read',
    'resources',
    'media',
    'core',
    'db',
    'lib',
  ],
  'import/undo': ['resources', 'core', 'db', 'lib'],
  'import/apply': [
    'import/match',
    'import/read',
    'resources',
    'accounts',
    'media',
    'query',
    'core',
    'config',
    'db',
    'lib',
  ],
  'import/match': ['import/read', 'resources', 'core', 'db', 'lib'],
  'import/read': ['resources', 'accounts', 'core', 'config', 'recurrence', 'lib'],
  jobs: ['resources', 'core', 'cache', 'db', 'lib'],
  resources: ['accounts', 'media', 'query', 'core', 'cache', 'config', 'recurrence', 'db', 'lib'],
  accounts: ['core', 'cache', 'config', 'db', 'lib'],
  media: ['query', 'core', 'config', 'db', 'lib'],
  query: ['core', 'cache', 'db', 'lib'],
  core: ['cache', 'config', 'db', 'i18n', 'lib'],
  cache: ['db', 'lib'],
  config: ['db', 'settings', 'i18n', 'lib'],
  recurrence: ['lib'],
  db: ['lib'],
  settings: [],
  i18n: [],
  lib: [],
}

/** Asks other servers, as media does. */
const client = 'src/lib/guarded-request.ts'

/** The folders that answer requests; `media` asks other servers, as a client. */
const answering = ['http', 'site', 'process-caches', 'app', 'cli', 'main', 'media']

/** The folder of a file, or its own name; imports have several, one for each of their steps. */
const placeOf = (file: string): string => /^src\/(import\/[^/]+|[^/.]+)/.exec(file)?.[1] ?? ''

/** What the folders import of each other, as `resources > core`. */
const pairsIn = (imports: Imports): ReadonlySet<string> =>
  new Set(
    [...imports].flatMap(([file, found]) =>
      found
        .filter((path) => path.startsWith('src/') && placeOf(path) !== placeOf(file))
        .map((path) => `${placeOf(file)} > ${placeOf(path)}`),
    ),
  )

const allowed = new Set(
  Object.entries(below).flatMap(([place, others]) => others.map((other) => `${place} > ${other}`)),
)

const without = (pairs: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...pairs].filter((pair) => !others.has(pair))

/** The files of a folder of sources that are not of these kinds: what a program has left there is published with them. */
const strayIn = (folder: string, kinds: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !kinds.includes(extname(entry.name)))
    .map(({ parentPath, name }) => join(parentPath, name))

describe('the folders of the source', () => {
  it('have only files of the kinds that belong there', () => {
    assert.deepEqual(strayIn('src', ['.ts', '.md', '.sql', '.css', '.js', '.svg']), [])
    assert.deepEqual(strayIn('admin/src', ['.ts', '.tsx', '.css', '.md']), [])
  })

  it('would be seen to have others (negative control)', () => {
    assert.ok(strayIn('src/db', ['.ts', '.md']).every((file) => file.endsWith('.sql')))
    assert.ok(strayIn('src/db', ['.ts', '.md']).length > 0)
  })
})

describe('imports of the source', () => {
  it('point one way, as the table has it', () => {
    const pairs = pairsIn(readImports(sources, 'all'))
    assert.deepEqual(without(pairs, allowed), [], 'imports that the table does not have')
    assert.deepEqual(without(allowed, pairs), [], 'what the table has for nothing')
    const places = Object.keys(below)
    for (const [at, others] of Object.values(below).entries())
      for (const other of others) assert.ok(places.indexOf(other) > at, `${places[at]} stands below ${other}`)
  })

  it('would be seen to point the other way (negative control)', () => {
    const imports: Imports = new Map([['src/lib/text.ts', ['src/core/policy.ts']]])
    assert.deepEqual(without(pairsIn(imports), allowed), ['lib > core'])
  })

  it('name what answers requests only where they are answered', () => {
    const own = sources.filter((file) => !answering.includes(placeOf(file)) && file !== client)
    const pattern = /from '(?:fastify|@fastify\/[^']*|node:http)'/
    assert.deepEqual(
      own.filter((file) => pattern.test(readFileSync(file, 'utf8'))),
      [],
    )
    const media = sources.filter(
      (file) => placeOf(file) === 'media' && /from '@?fastify/.test(readFileSync(file, 'utf8')),
    )
    assert.deepEqual(media, [])
    assert.ok(sources.some((file) => pattern.test(readFileSync(file, 'utf8'))))
  })

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
