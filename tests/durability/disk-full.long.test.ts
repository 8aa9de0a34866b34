import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventPayload, faultsOf, type Reply, type Server } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { assertRefusal, fill, type SmallDisk, serveOn, smallDisks, writeFiller } from '../support/small-disk.ts'
import { createLoad, type Load } from './load.ts'
import { createDueSoon } from './scheduled.ts'

const program = join(import.meta.dirname, '../../src/main.ts')

const start = (disk: SmallDisk): Promise<Server> => serveOn(disk, 'http://calendar.test')

const runThere = (disk: SmallDisk, ...args: string[]) => disk.start(process.execPath, [program, ...args]).ended

/** A server as the writers see it, with somebody who looks at every answer. */
const watch = (server: Server, look: (reply: Reply, path: string) => Reply): Server => ({
  ...server,
  ask: async (...request) => look(await server.ask(...request), request[1]),
})

/** Writes until something was refused `refusals` times since the beginning; answers how much was acknowledged. */
const writeUntilFull = (disk: SmallDisk, server: Server, load: Load, refusals: number): Promise<number> => {
  const full = new AbortController()
  let refused = 0
  const look = (reply: Reply): Reply => {
    if (reply.status >= 500) {
      assertRefusal(disk, reply)
      if (++refused === refusals) full.abort()
    }
    return reply
  }
  return load.write(watch(server, look), { signal: full.signal })
}

const writeSome = (server: Server, load: Load, writes: number): Promise<number> => {
  const done = new AbortController()
  return load.write(server, { signal: done.signal, onAcknowledged: (count) => void (count === writes && done.abort()) })
}

/** Writes to a server that acknowledges what it could not store, until a new event is among it. */
const writeToLiar = async (server: Server, load: Load): Promise<void> => {
  const done = new AbortController()
  let lies = 0
  const lie = (reply: Reply, path: string): Reply => {
    if (reply.status < 300) return reply
    // Its writer stops here: later it would delete the event, and nothing would be lost.
    if (path === '/events') done.abort()
    return { ...reply, status: 200, body: { id: 1_000_000 + ++lies } }
  }
  await load.write(watch(server, lie), { signal: done.signal })
}

/** What is read of a calendar without changing it, again and again until something else is done. */
type Readings = { readonly stop: () => Promise<number> }

/** An organizer that nobody changes, and events that say everything twice, must read as they are; answers how often they did. */
const keepReading = (server: Server, witness: Reply['body']): Readings => {
  let isOver = false
  const read = async (): Promise<number> => {
    for (let turns = 0; ; turns++) {
      const one = await server.ask('GET', `/organizers/${witness.id}`)
      assert.deepEqual([one.status, one.body], [200, witness])
      const list = await server.ask('GET', '/events?per_page=5')
      assert.equal(list.status, 200, list.text)
      for (const { description, excerpt } of list.body.events) assert.equal(description, excerpt)
      assert.equal((await server.ask('GET', '//readyz')).status, 200)
      if (isOver) return turns
    }
  }
  const reading = read()
  // It is asked for later; until then nobody waits for it.
  reading.catch(() => undefined)
  return {
    stop: () => {
      isOver = true
      return reading
    },
  }
}

const secretOf = (server: Server): string => /application password: (.*)/.exec(server.stdout())?.[1] ?? ''

/** Makes a record that nobody changes; answers how it reads. */
const addWitness = async (server: Server, secret: string): Promise<Reply['body']> => {
  const { body } = await server.ask('POST', '/organizers', { as: secret, body: { organizer: 'Witness' } })
  return (await server.ask('GET', `/organizers/${body.id}`)).body
}

/** Writers fill the disk, and go on when there is room, while somebody reads. */
const proveWriters = async (test: TestContext, disk: SmallDisk): Promise<void> => {
  const server = await start(disk)
  const secret = secretOf(server)
  const load = createLoad(secret)
  const readings = keepReading(server, await addWitness(server, secret))
  await writeFiller(disk, 12_000_000)
  const until = await writeUntilFull(disk, server, load, 50)
  disk.makeRoom(server)
  const since = await writeSome(server, load, 100)
  const times = await readings.stop()
  test.diagnostic(`${until} writes until it was full, ${since} more when there was room; read ${times} times meanwhile`)
  assert.ok(times > 0)
  assert.deepEqual(await load.judge(server), [])
  assert.equal((await server.stop()).code, 0)
  await assertSound(disk)

  const again = await start(disk)
  assert.deepEqual(await load.judge(again), [])
  await writeFiller(disk, 12_000_000)
  await writeUntilFull(disk, again, load, 1)
  await writeToLiar(again, load)
  disk.makeRoom(again)
  const faults = await load.judge(again)
  assert.match(faults.join('\n'), /^lost: /m)
  assert.equal((await again.stop()).code, 0)
  await assertSound(disk)
}

const assertSound = async (disk: SmallDisk): Promise<void> => {
  const { code, stdout, stderr } = await runThere(disk, 'check')
  assert.deepEqual([code, stdout, stderr], [0, 'The database is intact.\n', ''])
}

/** What a server does that starts on a full disk; a record is due then, and becomes public when there is room. */
const proveStart = async (disk: SmallDisk): Promise<void> => {
  const first = await start(disk)
  const secret = secretOf(first)
  const witness = await addWitness(first, secret)
  const soon = await createDueSoon(
    async (date_utc) =>
      (await first.ask('POST', '/organizers', { as: secret, body: { organizer: 'Soon', date_utc } })).body,
    (late) => first.ask('DELETE', `/organizers/${late}?force=true`, { as: secret }),
  )
  await fill(disk, first, secret)
  assert.equal((await first.stop()).code, 0)

  const server = await start(disk)
  await sleep(Math.max(0, soon.due - Date.now()))
  await fill(disk, server, secret)
  await keepReading(server, witness).stop()
  disk.makeRoom(server)
  assert.equal((await server.ask('GET', `/organizers/${soon.id}`)).status, 200)
  const written = await server.ask('POST', '/events', { as: secret, body: eventPayload('Concert') })
  assert.equal(written.status, 201, written.text)
  assert.equal((await server.stop()).code, 0)
  await assertSound(disk)
}

const skipped = 'this system does not let this user have one'

for (const [kind, openDisk] of Object.entries(smallDisks)) {
  describe(kind, { concurrency: 2 }, () => {
    for (const [name, prove] of [
      [
        'refuses what it cannot hold, is read meanwhile, and takes more when there is room: nothing is lost',
        proveWriters,
      ],
      [
        'is served from when it is full, and is well when there is room',
        (_: TestContext, disk: SmallDisk) => proveStart(disk),
      ],
    ] as const) {
      it(name, async (test) => {
        const disk = await openDisk()
        if (!disk) return test.skip(skipped)
        test.after(() => disk.close())
        for (let round = 0; round < rounds(1, 10); round++) await prove(test, disk)
      })
    }
  })
}

const openFileSystem = Object.values(smallDisks)[0] ?? assert.fail()

/** What a command says that cannot do its work: one line. */
const assertOneLine = ({ stdout, stderr }: { stdout: string; stderr: string }): void => {
  assert.deepEqual([stdout, faultsOf(stderr).length], ['', 1], stderr)
  assert.match(stderr, /full|No space|has 0 MB free/)
}

describe('a disk without any room', { concurrency: 2 }, () => {
  it('takes no backup, and keeps no half of one', async (test) => {
    const disk = await openFileSystem()
    if (!disk) return test.skip(skipped)
    test.after(() => disk.close())
    const server = await start(disk)
    await fill(disk, server, secretOf(server))
    const before = readdirSync(disk.view)
    const refused = await runThere(disk, 'backup', join(disk.directory, 'copy'))
    assert.equal(refused.code, 1)
    assertOneLine(refused)
    assert.deepEqual(readdirSync(disk.view), before)
    disk.makeRoom(server)
    assert.equal((await runThere(disk, 'backup', join(disk.directory, 'copy'))).code, 0)
    assert.ok(readdirSync(disk.view).includes('copy'))
    assert.equal((await server.stop()).code, 0)
  })

  it('takes no new calendar, and one when there is room', async (test) => {
    const disk = await openFileSystem()
    if (!disk) return test.skip(skipped)
    test.after(() => disk.close())
    await writeFiller(disk, 64_000_000)
    const refused = await runThere(disk, 'serve')
    assert.equal(refused.code, 78)
    assertOneLine(refused)
    rmSync(join(disk.view, 'filler'))
    const server = await start(disk)
    assert.match(secretOf(server), /^(\w{4} ){5}\w{4}$/)
    assert.equal((await server.stop()).code, 0)
  })
})
