import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { groupFiles, planTests } from '../../scripts/test-plan.ts'
import {
  byChance,
  inEverySubmission,
  onBothDatabases,
  onBothInTheLongRun,
  onSqliteInEverySubmission,
} from '../suites.ts'

const root = join(import.meta.dirname, '../..')
process.chdir(root)
const plan = (...args: string[]) => planTests(args)
const isLong = (file: string): boolean => file.endsWith('.long.test.ts')
const inTests = (path: string): string => join('tests', path)

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
    assert.ok(short.SQLite.length > 50)
    assert.deepEqual([...short.SQLite, ...short.PostgreSQL].filter(isLong), [])
  })

  it('is everything in all, each file once', () => {
    const files = globSync('tests/**/*.test.ts', { cwd: root, exclude: ['tests/**/node_modules'] })
    assert.deepEqual(all.SQLite.map((file) => file.replace('.long.test.ts', '.test.ts')).sort(), whatRuns(files))
  })

  it('is each file once, several in one process unless they are long or have a hook that holds for all of it', () => {
    const groups = groupFiles(all.SQLite, 6)
    assert.deepEqual(groups.flat().sort(), [...all.SQLite].sort())
    const together = groups.filter((files) => files.length > 1).flat()
    assert.ok(together.includes(inTests('contract/filters.test.ts')))
    assert.ok(!together.includes(inTests('contract/images.test.ts')))
    assert.deepEqual(together.filter(isLong), [])
  })

  it('is everything in the two parts of a continuous integration', () => {
    assert.deepEqual(whatRuns(short.SQLite, rest.SQLite), whatRuns(all.SQLite))
    assert.deepEqual(whatRuns(short.PostgreSQL, rest.PostgreSQL), whatRuns(all.PostgreSQL))
    assert.deepEqual(
      rest.SQLite.filter((file) => !isLong(file)),
      [],
    )
  })

  it('is what names say, long ones too, on one database or both', () => {
    const durability = plan('tests/durability')
    assert.ok(durability.SQLite.includes(inTests('durability/kill.long.test.ts')))
    assert.deepEqual(plan('tests/properties/fuzz.test.ts').PostgreSQL, [inTests('properties/fuzz.test.ts')])
    assert.deepEqual(plan('--sqlite', 'tests/contract').PostgreSQL, [])
    assert.deepEqual(plan('--postgres', 'tests/contract').SQLite, [])
    assert.deepEqual(plan('tests/contract', 'tests/nothing').missing, ['tests/nothing'])
  })

  it('names no suite that is not there, which a renamed directory would lead to', () => {
    const lists = [onBothDatabases, onBothInTheLongRun, inEverySubmission, onSqliteInEverySubmission, byChance]
    assert.deepEqual(findUnmatched(lists.flat()), [])
    assert.deepEqual(findUnmatched(['tests/contract/{lists,list}.*']), ['tests/contract/list.*'])
  })
})
