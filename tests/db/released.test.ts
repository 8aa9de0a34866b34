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
  '0001-schema.postgres.sql': '9125660bde4f0687bc5169919f5730c92fecd03b3fa383280a61768158002f76',
  '0001-schema.sqlite.sql': '1573eb325aafc898bc1e86d87644ae29062720ef534dbc61cf80674d079f611a',
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
    assert.match(first, /^0001-schema\.postgres\.sql has changed: its SHA-256 is [0-9a-f]{64}$/)
    assert.deepEqual(others, ['0001-schema.sqlite.sql is missing'])
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
