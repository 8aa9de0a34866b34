import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadScript } from './load-script.ts'

type Round = { sqlite: string[]; postgres: string[] }
type Plan = { missing: string[]; rounds: Iterable<Round> }

const { planTests, groupFiles, onBothDatabases, onBothInTheLongRun, inEverySubmission, byChance } = await loadScript<{
  groupFiles: (files: readonly string[], rootDirectory: string) => string[][]
  planTests: (args: readonly string[], rootDirectory: string) => Plan
  onBothDatabases: readonly string[]
  onBothInTheLongRun: readonly string[]
  inEverySubmission: readonly string[]
  byChance: readonly string[]
}>('test-plan.mjs')

const root = join(import.meta.dirname, '../..')
const plan = (...args: string[]): Round & { missing: string[] } => {
  const { rounds, missing } = planTests(args, root)
  const [{ sqlite, postgres } = { sqlite: [], postgres: [] }] = rounds
  return { missing, sqlite, postgres }
}
const isLong = (file: string): boolean => file.endsWith('.long.test.ts')
const inTests = (path: string): string => join(root, 'tests', path)

/** The files that run, where one at full length runs what it is named after. */
const whatRuns = (...files: readonly string[][]): string[] =>
  [...new Set(files.flat().map((file) => file.replace('.long.test.ts', '.test.ts')))].sort()

/** A pattern for each of the names in braces. */
const expand = (pattern: string): string[] => {
  const [, before = '', names, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
  return names === undefined ? [pattern] : names.split(',').map((name) => before + name + after)
}

const findUnmatched = (patterns: readonly string[]): string[] =>
  patterns.flatMap(expand).filter((pattern) => globSync(`${pattern}.ts`, { cwd: root }).length === 0)

describe('which tests run', () => {
  const [short, all, rest] = [plan(), plan('--all'), plan('--all', '--only-long')]

  it('is nothing long by itself', () => {
    assert.ok(short.sqlite.length > 50)
    assert.deepEqual([...short.sqlite, ...short.postgres].filter(isLong), [])
  })

  it('is everything in all, each file once', () => {
    const files = globSync('tests/**/*.test.ts', { cwd: root, exclude: ['tests/**/node_modules'] })
    assert.deepEqual(
      all.sqlite.map((file) => file.replace('.long.test.ts', '.test.ts')).sort(),
      whatRuns(files.map((file) => join(root, file))),
    )
  })

  it('is each file once, several in one process unless they are long or have a hook that holds for all of it', () => {
    const groups = groupFiles(all.sqlite, root)
    assert.deepEqual(groups.flat().sort(), [...all.sqlite].sort())
    const together = groups.filter((files) => files.length > 1).flat()
    assert.ok(together.includes(inTests('contract/filters.test.ts')))
    assert.ok(!together.includes(inTests('contract/images.test.ts')))
    assert.deepEqual(together.filter(isLong), [])
  })

  it('is everything in the two parts of a continuous integration', () => {
    assert.deepEqual(whatRuns(short.sqlite, rest.sqlite), whatRuns(all.sqlite))
    assert.deepEqual(whatRuns(short.postgres, rest.postgres), whatRuns(all.postgres))
    assert.deepEqual(
      rest.sqlite.filter((file) => !isLong(file)),
      [],
    )
  })

  it('is what names say, long ones too, on one database or both', () => {
    const durability = plan('tests/durability')
    assert.ok(durability.sqlite.includes(inTests('durability/kill.long.test.ts')))
    assert.deepEqual(plan('tests/properties/fuzz.test.ts').postgres, [inTests('properties/fuzz.test.ts')])
    assert.deepEqual(plan('--sqlite', 'tests/contract').postgres, [])
    assert.deepEqual(plan('--postgres', 'tests/contract').sqlite, [])
    assert.deepEqual(plan('tests/contract', 'tests/nothing').missing, ['tests/nothing'])
  })

  it('names no suite that is not there, which a renamed directory would lead to', () => {
    assert.deepEqual(findUnmatched([...onBothDatabases, ...onBothInTheLongRun, ...inEverySubmission, ...byChance]), [])
    assert.deepEqual(findUnmatched(['tests/contract/{lists,list}.*']), ['tests/contract/list.*'])
  })
})
