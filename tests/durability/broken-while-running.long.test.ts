import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { eventPayload, faultsOf, logOf, type Reply, run, type Server, serve } from '../cli/program.ts'
import { seed as noiseSeed } from '../support/seed.ts'
import {
  copyCalendar,
  environmentOf,
  fileIn,
  isUnavailable,
  judgeAnswers,
  makeNoise,
  makeSeed,
  overwrite,
  pageSize,
  pagesOf,
} from './broken.ts'

const seed = await makeSeed()
const truth = new Map([...seed.events, ...seed.lists])

const write = (server: Server): Promise<Reply> =>
  server.ask('POST', '/events', { as: seed.secret, body: eventPayload('Written') })

/** Starts a server on a calendar of its own. */
const start = async (test: TestContext): Promise<{ server: Server; file: string; directory: string }> => {
  const directory = copyCalendar(seed.settled)
  const server = await serve(environmentOf(directory))
  test.after(() => server.stop())
  return { server, file: fileIn(directory), directory }
}

const assertAllRight = async (server: Server): Promise<void> => {
  assert.deepEqual(await judgeAnswers(server, truth), { faults: [], right: truth.size })
}

/** The server lives, and what it cannot answer is told without a stack; the log says why. */
const assertUnavailable = async (server: Server, says: RegExp): Promise<void> => {
  const reply = await write(server)
  assert.ok(isUnavailable(reply), reply.text)
  assert.equal((await server.ask('GET', '//healthz')).status, 200)
  assert.match(String(logOf(server.stderr()).at(-1)?.['error']), says)
}

describe('while a server runs, a file', { concurrency: 2 }, () => {
  for (const begin of ['begin immediate', 'begin exclusive']) {
    it(`that another program locks (${begin}) is read, and written when it lets go`, async (test) => {
      const { server, file } = await start(test)
      const other = new DatabaseSync(file)
      other.exec(begin)
      const since = performance.now()
      const refused = write(server)
      await assertAllRight(server)
      test.diagnostic(`everything was read after ${Math.round(performance.now() - since)} ms`)
      const reply = await refused
      assert.ok(isUnavailable(reply), reply.text)
      test.diagnostic(`a write was refused after ${Math.round(performance.now() - since)} ms`)
      await assertAllRight(server)
      const waiting = write(server)
      other.exec('commit')
      other.close()
      assert.equal((await waiting).status, 201)
    })
  }

  for (const [what, damage] of [
    ['noise', (file: string) => overwrite(file, pageSize, makeNoise(noiseSeed, (pagesOf(file) - 1) * pageSize))],
    ['zeros', (file: string) => overwrite(file, pageSize, Buffer.alloc((pagesOf(file) - 1) * pageSize))],
    ['nothing behind the first pages', (file: string) => truncateSync(file, 2 * pageSize)],
  ] as const) {
    it(`that becomes ${what} answers what it did or 503, and is refused at the next start`, async (test) => {
      test.diagnostic(`SEED=${noiseSeed}`)
      const { server, file, directory } = await start(test)
      damage(file)
      const { faults, right } = await judgeAnswers(server, truth)
      assert.deepEqual(faults, [])
      test.diagnostic(`${right} of ${truth.size} answers came out of memory`)
      await assertUnavailable(server, /malformed|not a database/)
      assert.equal((await server.stop()).code, 0)
      const { code, stderr } = await run(['serve'], environmentOf(directory))
      assert.deepEqual([code, faultsOf(stderr).length], [78, 1])
    })
  }

  it('that is deleted accepts no writes, because they would be lost', async (test) => {
    const { server, file } = await start(test)
    rmSync(file)
    await assertUnavailable(server, /moved or deleted/)
    assert.deepEqual((await judgeAnswers(server, truth)).faults, [])
  })

  it('that is replaced takes no writes until it is back', async (test) => {
    const { server, file } = await start(test)
    renameSync(file, `${file}.aside`)
    copyFileSync(`${file}.aside`, file)
    const other = readFileSync(file)
    await assertUnavailable(server, /moved or deleted/)
    assert.deepEqual((await judgeAnswers(server, truth)).faults, [])
    assert.deepEqual(readFileSync(file), other)
    renameSync(`${file}.aside`, file)
    await assertAllRight(server)
    assert.equal((await write(server)).status, 201)
  })
})

describe('the judge of answers', () => {
  it('notices one that is wrong, and a server that fails', async (test) => {
    const { server } = await start(test)
    const [first = ''] = truth.keys()
    const changed = { ...server, ask: async () => ({ ...(await server.ask('GET', first)), text: 'wrong' }) }
    const failed = { ...server, ask: () => server.ask('GET', '/events/0') }
    for (const wrong of [changed, failed]) {
      assert.deepEqual(await judgeAnswers(wrong, truth).then(({ faults }) => faults.length), truth.size)
    }
  })
})
