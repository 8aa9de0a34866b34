import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { migrations } from '../../src/db/migrations/list.ts'

/**
 * The files of released migrations, with their SHA-256. A database in which a migration has run never runs it again, so a change of
 * its text would reach new databases only: a change of the schema is a new file, which gets a line here when it is released.
 */
const released: Readonly<Record<string, string>> = {
  // These may be changed until the first release is published; databases made before such a change have to be made anew.
  '0001-initial.postgres.sql': '1a73bf8e26d752a0714d2be1af5bafd6c936293a005088b14f5cf58872cd34bb',
  '0001-initial.sqlite.sql': '00f6d3842c59ee96610e56d7b50e09d3cbdecb2fee8b0389ce89dd5963547778',
  '0002-search-blocks.postgres.sql': '9566b47556ff088b44079d6cab74a8630629deb8035d9a28a3f20f46ef1cb9cc',
  '0002-search-blocks.sqlite.sql': 'db6c85f26fceea966052734ae0102d52419e203df7d7d1f60757ed8360e87f3b',
  '0003-people.postgres.sql': 'e4ac8d3c937121da45481914fadcab1a902b8f58845f2970e7dda88b8a1c908f',
  '0003-people.sqlite.sql': '794635412593a0aad18231b317938f541d4e51c1de8806bfdf4fc3e06a6f05b6',
  '0004-people-links.postgres.sql': 'f0011aab3ac8536b4917466f406b8e69820f17dc5148061c6259a5b26020c29c',
  '0004-people-links.sqlite.sql': '43de25052c5477549d4161d6590e3630c96dd5aa32324fa3713424dc774dc5ba',
}

const directory = join(import.meta.dirname, '../../src/db/migrations')

const readFiles = (): Map<string, Buffer> => {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'))
  return new Map(names.sort().map((name) => [name, readFileSync(join(directory, name))]))
}

/** What differs from the list, in one line each. */
const findChanges = (files: ReadonlyMap<string, Buffer>): string[] =>
  Object.entries(released).flatMap(([name, expected]) => {
    const file = files.get(name)
    if (file === undefined) return [`${name} is missing`]
    const found = createHash('sha256').update(file).digest('hex')
    return found === expected ? [] : [`${name} has changed: its SHA-256 is ${found}`]
  })

describe('the files of migrations', () => {
  it('are those of the list, unchanged', () => {
    assert.deepEqual(findChanges(readFiles()), [])
  })

  it('are noticed where one is changed or missing', () => {
    const files = readFiles()
    const [changed = '', missing = ''] = Object.keys(released)
    files.set(changed, Buffer.concat([files.get(changed) ?? Buffer.alloc(0), Buffer.from('\n')]))
    files.delete(missing)
    const [first = '', ...others] = findChanges(files)
    assert.match(first, /^0001-initial\.postgres\.sql has changed: its SHA-256 is [0-9a-f]{64}$/)
    assert.deepEqual(others, ['0001-initial.sqlite.sql is missing'])
  })

  it('are one for each migration, or one for each database', () => {
    const files = readFiles()
    const expected = migrations.flatMap(({ name }) =>
      files.has(`${name}.sql`) ? [`${name}.sql`] : [`${name}.postgres.sql`, `${name}.sqlite.sql`],
    )
    assert.deepEqual([...files.keys()], expected)
    for (const { name, read } of migrations)
      for (const dialect of ['postgres', 'sqlite'] as const) {
        const file = files.get(`${name}.sql`) ?? files.get(`${name}.${dialect}.sql`)
        assert.equal(read(dialect), file?.toString())
      }
  })
})
