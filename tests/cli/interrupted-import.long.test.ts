import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../src/cli/open-database.ts'
import { readConfig } from '../../src/config.ts'
import { changeSource } from '../../src/import/run/sources/stored.ts'
import type { Environment } from '../../src/settings.ts'
import { randomFrom } from '../import/mutations.ts'
import { rounds } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'
import { smallDisks, writeFiller } from '../support/small-disk.ts'
import { newCalendar } from './places.ts'
import { eventPayload, newDirectory, run, type Server, serve, startProcess, until } from './program.ts'

const program = join(import.meta.dirname, '../../src/main.ts')

/** Events, each tenth with an id, some of them series of three. */
const linesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      ...eventPayload(`Event ${at}`),
      venue: { venue: `Hall ${at % 40}` },
      categories: [`Kind ${at % 7}`],
      ...(at % 10 === 0 && { source: 'other', external_id: `id ${at}` }),
      ...(at % 50 === 5 && { recurrence: 'FREQ=WEEKLY;COUNT=3' }),
    }),
  )

const titlesOf = async (server: Server): Promise<string[]> => {
  const { text } = await server.ask('GET', '/events.ndjson?window=all&_fields=title')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line).title)
}

/** Fails unless the calendar has each event once, and those of series three times. */
const assertWhole = async (environment: Environment, count: number): Promise<void> => {
  const checked = await run(['check'], environment)
  assert.equal(checked.code, 0, checked.stderr + checked.stdout)
  const server = await serve(environment)
  const expected = Array.from({ length: count }, (_, at) =>
    Array.from({ length: at % 50 === 5 ? 3 : 1 }, () => `Event ${at}`),
  )
  assert.deepEqual((await titlesOf(server)).sort(), expected.flat().sort())
  assert.equal((await server.stop()).code, 0)
}

describe('an import that does not come to its end', () => {
  it(`is finished by the same command after it was killed (SEED=${seed})`, async () => {
    const random = randomFrom(seed)
    for (let round = 0; round < rounds(1, 20); round++) {
      const { environment } = await newCalendar()
      const file = join(newDirectory(), 'events.ndjson')
      writeFileSync(file, linesOf(3000).join('\n'))
      for (let kills = 0; kills < 3; kills++) {
        const { child, ended, stderr } = startProcess(process.execPath, [program, 'import', file], environment)
        // The bar says that it has begun.
        await Promise.race([once(child.stderr ?? child, 'data'), ended])
        await wait(random() * 900)
        child.kill('SIGKILL')
        assert.ok([null, 0].includes((await ended).code), stderr())
      }
      const last = await run(['import', file], environment)
      assert.equal(last.code, 0, last.stderr)
      await assertWhole(environment, 3000)
      const again = await run(['import', file], environment)
      assert.match(again.stdout, /Imported 0 events/)
    }
  })

  it('takes in what waited for its image when it was killed', async (test) => {
    let isHeld = true
    const asked = Promise.withResolvers<void>()
    let lines = ''
    const other = createServer(async ({ url }, response) => {
      if (url === '/events') {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(lines)
        return
      }
      asked.resolve()
      if (isHeld) await once(response, 'close')
      response.writeHead(404).end()
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    test.after(() => other.close())
    const { port } = other.address() as AddressInfo
    const { environment, secret } = await newCalendar()
    const allowed = { ...environment, KALENDS_FETCH_NETWORKS: '127.0.0.1', KALENDS_FETCH_PORTS: String(port) }
    const image = `http://127.0.0.1:${port}/held.png`
    lines = ['First', 'Held', 'Last']
      .map((title) => JSON.stringify({ ...eventPayload(title), ...(title === 'Held' && { image }) }))
      .join('\n')
    const first = await serve(allowed)
    const path = `//kalends/v1/imports?url=${encodeURIComponent(`http://127.0.0.1:${port}/events`)}`
    const sent = await first.ask('POST', path, { as: secret })
    assert.equal(sent.status, 202, sent.text)
    await asked.promise
    await first.stop('SIGKILL')
    isHeld = false
    // As if the server had given no sign of life for long.
    const database = await openDatabase(readConfig(allowed))
    await database.transact(({ kysely }) =>
      kysely.updateTable('import').set({ beat_utc: '2000-01-01 00:00:00' }).execute(),
    )
    await database.close()
    const second = await serve(allowed)
    const stateOf = async () =>
      (await second.ask('GET', `//kalends/v1/imports/${sent.body.id}`, { as: secret })).body.state
    await until(async () => (await stateOf()) === 'done')
    assert.deepEqual((await titlesOf(second)).sort(), ['First', 'Held', 'Last'])
    assert.equal((await second.stop()).code, 0)
  })

  it('says that the disk is full, and is finished when there is room', {
    skip: process.env['TEST_POSTGRES'] ? 'PostgreSQL keeps its files on the disk of its own server' : false,
  }, async (test) => {
    const disk = await smallDisks['a file system of 14 MiB']?.()
    if (!disk) return test.skip('this system does not let this user have one')
    test.after(() => disk.close())
    const { environment } = await newCalendar()
    const [from, to] = [environment['KALENDS_DATA'] ?? '', disk.view]
    copyFileSync(join(from, 'kalends.sqlite'), join(to, 'kalends.sqlite'))
    const file = join(newDirectory(), 'events.ndjson')
    writeFileSync(file, linesOf(1500).join('\n'))
    const start = () => disk.start(process.execPath, [program, 'import', file])
    await writeFiller(disk, 14 * 1024 * 1024 - statSync(join(to, 'kalends.sqlite')).size - 2_500_000)
    const refused = await start().ended
    assert.notEqual(refused.code, 0, refused.stdout)
    assert.match(refused.stderr, /^kalends: .*full.* The disk of the database .* repeat the command\.$/m)
    const next = startProcess('true', [], {})
    await next.ended
    disk.makeRoom(next)
    const done = await start().ended
    assert.equal(done.code, 0, done.stderr)
    copyFileSync(join(to, 'kalends.sqlite'), join(from, 'kalends.sqlite'))
    await assertWhole(environment, 1500)
  })

  it('of a source is finished by another process', async (test) => {
    const lines = linesOf(1500).filter((_, at) => at % 50 !== 5)
    let isSlow = true
    const feed = createServer(async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write(lines.slice(0, 700).join('\n'))
      if (isSlow) await once(response, 'close')
      response.end(`\n${lines.slice(700).join('\n')}`)
    })
    feed.listen(0, '127.0.0.1')
    await once(feed, 'listening')
    test.after(() => feed.close())
    const { port } = feed.address() as AddressInfo
    const { environment, secret } = await newCalendar()
    const allowed = { ...environment, KALENDS_FETCH_NETWORKS: '127.0.0.1', KALENDS_FETCH_PORTS: String(port) }
    const first = await serve(allowed)
    const body = { url: `http://127.0.0.1:${port}/feed`, name: 'feed', every: '30d' }
    const added = await first.ask('POST', '//kalends/v1/sources', { as: secret, body })
    assert.equal(added.status, 201, added.text)
    const source = `//kalends/v1/sources/${added.body.id}`
    const runsOf = async ({ ask }: typeof first) => (await ask('GET', `${source}/runs`, { as: secret })).body
    await until(async () => (await runsOf(first)).length > 0)
    await first.stop('SIGKILL')
    isSlow = false
    // As if the lease had ended: no process gives a sign of life any more.
    const database = await openDatabase(readConfig(allowed))
    await database.transact((db) => changeSource(db, added.body.id, { lease_utc: '2000-01-01 00:00:00' }))
    await database.close()
    const second = await serve(allowed)
    await until(async () => (await runsOf(second))[0]?.state === 'done')
    const runs = await runsOf(second)
    assert.deepEqual(
      runs.map(({ state, created }: { state: string; created: number }) => [state, created]),
      [
        ['done', lines.length],
        ['failed', 0],
      ],
    )
    assert.equal((await titlesOf(second)).length, lines.length)
    assert.equal((await second.stop()).code, 0)
  })
})
