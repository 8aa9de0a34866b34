import assert from 'node:assert/strict'
import { copyFileSync, cpSync, existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { findFaults } from '../../src/cli/check.ts'
import { countRows } from '../../src/db/copy.ts'
import type { Database } from '../../src/db/database.ts'
import type { Environment } from '../../src/settings.ts'
import { makeNoise, overwrite, pageSize, pagesOf } from '../durability/broken.ts'
import { choose } from '../durability/chance.ts'
import type { Calendar } from '../durability/kill.ts'
import { administer, newPostgresCalendar } from '../durability/on-postgres.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Drill, type Kind, prepareDrill, readPage } from './drill-page.ts'
import { eventPayload, faultsOf, newCalendar, newDirectory, run, type Server, serve } from './program.ts'
import { openAsIs, readRows, readShape } from './rows.ts'
import { type Answers, addImages, eventKey, fillCalendar, findDifferences, readAnswers } from './whole-calendar.ts'

const postgres = await startPostgres()
const owner = typeof postgres === 'string' ? '' : postgres.url
after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

const publicUrl = { KALENDS_PUBLIC_URL: 'http://calendar.test' }

type Scene = Calendar & { readonly kind: Kind; readonly drill: Drill }

const prepare = async (kind: Kind): Promise<Scene> => {
  const calendar = kind === 'sqlite' ? await newCalendar() : await newPostgresCalendar(owner, 'kalends')
  const servers = kind === 'sqlite' ? 1 : 2
  return { ...calendar, kind, drill: prepareDrill(kind, servers, calendar.environment, `${owner}/postgres`) }
}

const anyServer = ({ drill }: Scene): Server => drill.servers.at(-1) ?? assert.fail()

const readNow = (scene: Scene): Promise<Answers> => readAnswers(anyServer(scene), scene.secret)

/** Reads a database in this process, which is quicker. */
const readHere = async <T>(settings: Environment, read: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openAsIs(settings)
  return read(database).finally(() => database.close())
}

/** Goes to the next release and back: what the servers answer and what the tables hold stays the same. */
const proveUpgrade = async (scene: Scene): Promise<void> => {
  const { drill, environment } = scene
  const theme = join(environment['KALENDS_DATA'] ?? assert.fail(), 'theme.css')
  writeFileSync(theme, '')
  const before = await readNow(scene)
  const shape = await readHere(environment, readShape)
  const rows = await readHere(environment, (database) => readRows(database, shape))
  const assertSame = async (): Promise<void> => {
    assert.deepEqual(findDifferences(before, await readNow(scene)), [])
    assert.deepEqual(await readHere(environment, (database) => readRows(database, shape)), rows)
  }
  await drill.follow('Upgrading')
  await assertSame()
  const late = await drill.runRelease('OLD', ['check'])
  assert.deepEqual([late.code, faultsOf(late.stderr).length], [78, 1])
  assert.match(late.stderr, /a newer Kalends \(migration 9999-next\)/)
  await write(anyServer(scene), scene.secret, 'After the upgrade')
  assert.notDeepEqual(findDifferences(before, await readNow(scene)), [])

  await drill.follow('Going back')
  await assertSame()
  assert.ok(existsSync(theme))
}

const write = async (server: Server, secret: string, title: string): Promise<number> => {
  const body = { ...eventPayload(title), venue: { venue: `Hall of ${title}` } }
  const reply = await server.ask('POST', '/events', { as: secret, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

/** Writes until it is told to stop; knows what was acknowledged. */
const startWriting = ({ drill, secret }: Scene) => {
  const acknowledged: number[] = []
  let isOver = false
  const client = async (server: Server, name: number): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      acknowledged.push(await write(server, secret, `Client ${name} ${turn}`))
      // All the time, and yet with something left for the commands.
      await sleep(20)
    }
  }
  const clients = Promise.all([...drill.servers, ...drill.servers].map(client))
  return {
    acknowledged,
    stop: () => {
      isOver = true
      return clients
    },
  }
}

/** Loses the calendar after a backup was made while it was written to; answers what was restored. */
const proveRestore = async (scene: Scene, test: TestContext): Promise<Answers> => {
  const { drill } = scene
  const before = await readNow(scene)
  const writing = startWriting(scene)
  while (writing.acknowledged.length < 30) await sleep(5)
  const meant = [...writing.acknowledged]
  await drill.follow('Backing up')
  await writing.stop()
  const seen = await readNow(scene)

  await lose(scene)
  await drill.follow('After a loss')
  const restored = await readNow(scene)
  const isThere = (key: string): boolean => restored.has(key)
  assert.deepEqual(
    meant.filter((id) => !isThere(eventKey(id))),
    [],
  )
  assert.deepEqual(
    [...before.keys()].filter((key) => !isThere(key)),
    [],
  )
  const isRecord = (key: string): boolean => key.includes(' ')
  assert.deepEqual(
    [...restored].filter(([key, text]) => isRecord(key) && seen.get(key) !== text),
    [],
  )
  const count = writing.acknowledged.filter((id) => isThere(eventKey(id))).length
  // What came after the backup is missed: a backup that is too old would be, too.
  assert.ok(count < writing.acknowledged.length)
  test.diagnostic(`${meant.length} events before the backup, ${count} in it, ${writing.acknowledged.length} in all`)
  return restored
}

/** Ends the servers and destroys what they had. */
const lose = async ({ kind, drill, environment }: Scene): Promise<void> => {
  for (const server of drill.servers) await server.stop('SIGKILL')
  const data = environment['KALENDS_DATA'] ?? assert.fail()
  rmSync(join(data, 'media'), { recursive: true })
  if (kind === 'sqlite') truncateSync(join(data, 'kalends.sqlite'), 10 * pageSize)
  else await administer(`${owner}/kalends`, 'drop table event cascade')
}

/** Changes a copy of the backup, and restores it into a new place. */
const restoreChanged = async ({ drill }: Scene, change: (file: string) => void) => {
  const file = join(newDirectory(), 'changed.sqlite')
  copyFileSync(drill.backup, file)
  cpSync(`${drill.backup}.media`, `${file}.media`, { recursive: true })
  change(file)
  const environment = { ...publicUrl, KALENDS_DATA: newDirectory() }
  return { environment, restored: await run(['restore', file], environment) }
}

/** A row that is missing in the backup is seen by comparing, also where `check` cannot know of it. */
const proveMissingRowIsNoticed = async (scene: Scene, meant: Answers): Promise<void> => {
  let id = 0
  const { environment, restored } = await restoreChanged(scene, (file) => {
    const backup = new DatabaseSync(file)
    id = Number(backup.prepare('select max(event_id) as id from event_venue').get()?.['id'])
    backup.prepare('delete from event_venue where event_id = ?').run(id)
    backup.close()
  })
  assert.equal(restored.code, 0, restored.stderr)
  await readHere(environment, async (database) => assert.deepEqual(await findFaults(database), []))
  const server = await serve(environment)
  const differences = findDifferences(meant, await readAnswers(server, scene.secret))
  await server.stop()
  assert.deepEqual(
    differences.map((line) => line.split(': ')[0]),
    [eventKey(id)],
  )
}

/** A backup that was damaged is refused, and leaves a calendar without anything in it. */
const proveDamageIsNoticed = async (scene: Scene, test: TestContext): Promise<void> => {
  const [place = 0] = choose(test, 1, fc.nat())
  const { environment, restored } = await restoreChanged(scene, (copy) => {
    overwrite(copy, (place % pagesOf(copy)) * pageSize, makeNoise(place, pageSize))
  })
  assert.notEqual(restored.code, 0)
  assert.match(faultsOf(restored.stderr).join('\n'), /the database is damaged|is not a Kalends backup/)
  assert.ok(!existsSync(join(environment.KALENDS_DATA, 'media')))
  await readHere(environment, async (database) => assert.equal(await countRows(database), 0))
}

describe('docs/upgrade.md', { concurrency: 2 }, () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    const skip = kind === 'postgres' && typeof postgres === 'string' ? postgres : false
    it(`upgrades, goes back and restores as it says, on ${kind}`, { skip }, async (test) => {
      const scene = await prepare(kind)
      await scene.drill.execute('systemctl start kalends')
      await fillCalendar(anyServer(scene), scene.secret)
      await addImages(anyServer(scene), scene.secret)
      await proveUpgrade(scene)
      const restored = await proveRestore(scene, test)
      await write(anyServer(scene), scene.secret, 'After all')
      await scene.drill.execute('systemctl stop kalends')
      await Promise.all([proveMissingRowIsNoticed(scene, restored), proveDamageIsNoticed(scene, test)])
    })
  }

  it('has no other commands than those that were run', () => {
    const sections = [...readPage('postgres')].filter(([, lines]) => lines.length > 0).map(([name]) => name)
    assert.deepEqual(sections, ['Backing up', 'Upgrading', 'Going back', 'After a loss'])
  })
})
