import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/list.ts'
import { makePicture } from '../media/pictures.ts'
import { upload } from '../media/uploading.ts'
import { startPostgres } from '../support/postgres.ts'
import { eventPayload, faultsOf, newCalendar, newDirectory, nextRelease, run, type Server, serve } from './program.ts'

const postgres = await startPostgres()
const skip = typeof postgres === 'string' ? postgres : false
after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

/** The databases, each new; those of PostgreSQL by the names that it has from the start. */
const unused = ['postgres', 'template1']
const newEnvironment = (kind: 'sqlite' | 'postgres') => ({
  KALENDS_DATA: newDirectory(),
  ...(kind === 'postgres' && typeof postgres !== 'string'
    ? { KALENDS_DATABASE: `${postgres.url}/${unused.pop() ?? assert.fail()}` }
    : {}),
})

/** Writes events until it is told to stop; answers which were acknowledged. */
const writeOn = (server: Server, secret: string) => {
  const written: string[] = []
  let isOver = false
  const over = (async () => {
    while (!isOver) {
      const { status, body } = await server.ask('POST', '/events', { as: secret, body: eventPayload('Concert') })
      assert.equal(status, 201)
      written.push(body.slug)
    }
  })()
  const stop = async (): Promise<void> => {
    isOver = true
    await over
  }
  return { written, stop }
}

const slugsOf = async (server: Server): Promise<Set<string>> => {
  const slugs = new Set<string>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await server.ask('GET', `/events?per_page=50&page=${page}`)
    pages = body.total_pages
    for (const { slug } of body.events) slugs.add(slug)
  }
  return slugs
}

describe('a backup that is made while the server writes', () => {
  for (const [from, to] of [
    ['sqlite', 'sqlite'],
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ] as const) {
    const needsPostgres = from === 'postgres' || to === 'postgres'
    it(`of ${from} is restored to ${to} with every write before it`, { skip: needsPostgres && skip }, async (test) => {
      const environment = newEnvironment(from)
      const added = await run(['user', 'add', 'admin', '--role', 'administrator'], environment)
      const secret = added.stdout.trim().split('\n').at(-1) ?? ''
      const server = await serve(environment)
      const image = await upload({ address: server.address, secret }, await makePicture('png'))
      await server.ask('POST', '/venues', { as: secret, body: { venue: 'Hall', image: image.body.id } })
      const writer = writeOn(server, secret)
      while (writer.written.length < 30) await new Promise((resolve) => setImmediate(resolve))
      const before = [...writer.written]
      const file = join(newDirectory(), 'copy.sqlite')
      const made = await run(['backup', file], environment)
      assert.deepEqual([made.code, made.stderr], [0, ''])
      await writer.stop()
      await server.stop()

      const target = newEnvironment(to)
      const restored = await run(['restore', file], target)
      assert.equal(restored.code, 0, restored.stderr)
      assert.deepEqual(
        readdirSync(target.KALENDS_DATA).filter((name) => name.startsWith('.restore')),
        [],
      )
      assert.equal((await run(['check'], target)).stdout, 'The database is intact.\n')
      const other = await serve(target)
      const slugs = await slugsOf(other)
      assert.deepEqual(
        before.filter((slug) => !slugs.has(slug)),
        [],
      )
      assert.ok([...slugs].every((slug) => writer.written.includes(slug)))
      test.diagnostic(
        `${before.length} written before, ${slugs.size} in the backup, ${writer.written.length} at its end`,
      )
      const { body } = await other.ask('GET', '/venues')
      const shown = await fetch(`${other.address}${new URL(body.venues[0].image.url).pathname}`)
      assert.equal(shown.status, 200)
      assert.equal((await other.ask('POST', '/venues', { as: secret, body: { venue: 'More' } })).status, 201)
      await other.stop()
      const again = await run(['restore', file], target)
      assert.deepEqual([again.code, again.stdout], [1, ''])
      assert.match(
        again.stderr,
        /already has data: 1 user and \d+ events\. Restore before the first start of the server/,
      )
      assert.equal(again.stderr.includes(`${target.KALENDS_DATA}/kalends.sqlite already`), to === 'sqlite')
    })
  }
})

describe('restore', () => {
  it('restores the backup of an older release without changing it', async () => {
    const file = join(newDirectory(), 'older.sqlite')
    const older = openSqlite(file)
    await migrate(older, 0)
    await older.transact(({ kysely }) => kysely.insertInto('setting').values({ name: 'of old', value: 'x' }).execute())
    await older.close()
    const environment = { ...newEnvironment('sqlite'), ...nextRelease }
    const { code, stdout, stderr } = await run(['restore', file], environment)
    assert.deepEqual([code, stdout], [0, 'Restored 1 rows and 0 image files.\n'], stderr)
    const same = openSqlite(file)
    assert.equal((await same.kysely.selectFrom('migration').selectAll().execute()).length, migrations.length)
    await same.close()
  })

  it('refuses the file of a server, whose log holds more', async () => {
    const { environment, directory, secret } = await newCalendar()
    const server = await serve(environment)
    assert.equal((await server.ask('POST', '/venues', { as: secret, body: { venue: 'Hall' } })).status, 201)
    await server.stop('SIGKILL')
    const { code, stdout, stderr } = await run(['restore', join(directory, 'kalends.sqlite')], newEnvironment('sqlite'))
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(faultsOf(stderr).join(), /is the database of a server, not a backup/)
  })

  it('reports in one line what cannot be restored', async () => {
    const text = join(newDirectory(), 'text')
    const empty = join(newDirectory(), 'empty')
    writeFileSync(empty, '')
    writeFileSync(text, 'No database, and long enough for whoever looks at it to see that.\n'.repeat(20))
    for (const [file, says] of [
      [join(newDirectory(), 'nothing'), /There is no /],
      [text, /text is not a Kalends backup/],
      [empty, /empty is not a Kalends backup/],
      [newDirectory(), /is a directory; give the file/],
    ] as const) {
      const { code, stdout, stderr } = await run(['restore', file], newEnvironment('sqlite'))
      assert.deepEqual([code !== 0, stdout, faultsOf(stderr).length], [true, '', 1])
      assert.match(stderr, says)
    }
  })
})
