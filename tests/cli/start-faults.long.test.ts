import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Environment } from '../../src/settings.ts'
import { faultsOf, newDirectory, nextRelease, run, serve } from './program.ts'

const directory = newDirectory()
const path = (...names: string[]): string => join(directory, ...names)

/** Settings of a calendar of its own, with what a case changes. */
const environmentOf = (changes: Environment): Environment => ({
  KALENDS_DATA: path('data'),
  KALENDS_PORT: '0',
  ...changes,
})

describe('what the settings name and cannot be used is one line and exit code 78', { concurrency: 2 }, () => {
  const taken = createServer()
  before(async () => {
    writeFileSync(path('file'), '')
    writeFileSync(path('text.md'), 'A text that is no database.\n'.repeat(100))
    const newer = openSqlite(path('newer.sqlite'))
    await migrate(newer, 0)
    await newer.transact(({ kysely }) =>
      sql`insert into migration values ('0999-later', '2030-01-01 00:00:00')`.execute(kysely),
    )
    await newer.close()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  })
  after(() => taken.close())

  const portTaken = (): string => {
    const address = taken.address()
    return String(typeof address === 'object' && address?.port)
  }

  const cases: [name: string, changes: () => Environment, says: RegExp][] = [
    [
      'a file for the directory',
      () => ({ KALENDS_DATA: path('file') }),
      /^KALENDS_DATA: .*file is a file, not a directory/,
    ],
    [
      'a directory below a file',
      () => ({ KALENDS_DATA: path('file', 'data') }),
      /^KALENDS_DATA: .*file is a file, not a directory/,
    ],
    [
      'a database below a file',
      () => ({ KALENDS_DATABASE: `sqlite:${path('file', 'deep', 'a.sqlite')}` }),
      /^KALENDS_DATABASE: a part of its path is a file, not a directory/,
    ],
    [
      'a directory that nobody can make',
      () => ({ KALENDS_DATA: '/proc/x' }),
      /^KALENDS_DATA: .*\/proc\/x cannot be made/,
    ],
    [
      'a file of another kind',
      () => ({ KALENDS_DATABASE: `sqlite:${path('text.md')}` }),
      /^text\.md is not a SQLite file; check KALENDS_DATABASE\./,
    ],
    ['a newer schema', () => ({ KALENDS_DATABASE: `sqlite:${path('newer.sqlite')}` }), /newer Kalends .*0999-later/],
    ['a port in use', () => ({ KALENDS_PORT: portTaken() }), /^it cannot listen .*EADDRINUSE/],
    ['an address of another machine', () => ({ KALENDS_HOST: '192.0.2.1' }), /^it cannot listen .*EADDRNOTAVAIL/],
    ['no address', () => ({ KALENDS_HOST: 'a b' }), /^it cannot listen /],
  ]
  for (const [name, changes, says] of cases) {
    it(name, async () => {
      const environment = environmentOf(changes())
      const { code, stderr } = await run(['serve'], environment)
      const faults = faultsOf(stderr)
      assert.equal(code, 78)
      assert.equal(faults.length, 1, stderr)
      assert.match(faults[0] ?? '', says)
      if (environment['KALENDS_DATABASE']) assert.ok(!stderr.includes(directory), 'the secret is told')
    })
  }
})

it('a schema of an older release is brought up to date by the server alone', async () => {
  const environment = environmentOf({ ...nextRelease, KALENDS_DATABASE: `sqlite:${path('older.sqlite')}` })
  const older = openSqlite(path('older.sqlite'))
  await migrate(older, 0)
  await older.close()
  for (const command of [['user', 'list'], ['check'], ['backup', path('copy.sqlite')]]) {
    const { code, stderr } = await run(command, environment)
    assert.deepEqual([code, faultsOf(stderr).length], [78, 1])
    assert.match(stderr, /older Kalends: restart the server/)
  }
  const server = await serve(environment)
  await server.stop()
  assert.equal((await run(['user', 'list'], environment)).code, 0)
})
