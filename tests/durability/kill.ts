import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import type { Environment } from '../../src/settings.ts'
import { logOf, run, type Server, serve, startProcess } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { choose } from './chance.ts'
import { createLoad, type Load } from './load.ts'

/** A calendar that is empty but for an administrator, whose secret this is. */
export type Calendar = { readonly environment: Environment; readonly secret: string }

const root = join(import.meta.dirname, '../..')

/** When to kill: so many acknowledged writes after the start, and milliseconds after the last of them. */
const moments = fc.record({
  writes: fc.integer({ min: 1, max: 150 }),
  delay: fc.integer({ min: 0, max: 20 }),
  starting: fc.integer({ min: 0, max: 700 }),
  worker: fc.integer({ min: 0, max: 1 }),
})

type Moment = { writes: number; delay: number; starting: number; worker: number }

/** The tests of a server that is killed at any moment, on the database of a calendar. */
export const testKills = (newCalendar: (name: string) => Promise<Calendar>): void => {
  it('has all that it acknowledged after its restart, no more, and nothing in halves', async (test) => {
    const calendar = await newCalendar('alone')
    const load = createLoad(calendar.secret)
    const timedServe = timeStarts()
    for (const [round, moment] of choose(test, rounds(3, 200), moments).entries()) {
      const server = await timedServe(calendar.environment)
      assert.deepEqual(await load.judge(server), [])
      await writeUntil(load, server, moment, () => server.child.kill('SIGKILL'))
      await server.ended
      if (round % 3 === 0) await killStart(calendar.environment, moment.starting)
    }
    test.diagnostic(`longest start: ${timedServe.longest()} ms`)
    await finish(calendar, load)
    await proveLiarIsNoticed(await newCalendar('liar'))
  })

  it('has all of that while one of its processes is killed, and after all of them are', async (test) => {
    const calendar = await newCalendar('together')
    const environment = { ...calendar.environment, KALENDS_WORKERS: '2' }
    const load = createLoad(calendar.secret)
    const timedServe = timeStarts()
    for (const moment of choose(test, rounds(1, 100), moments)) {
      const server = await timedServe(environment)
      const pids = await pidsOf(server, 2)
      assert.deepEqual(await load.judge(server), [])
      await writeUntil(load, server, moment, () => killAmongVisits(server, pids[moment.worker]))
      assert.deepEqual(await load.judge(server), [])
      await writeUntil(load, server, moment, () => killAll(server))
      await server.ended
    }
    test.diagnostic(`longest start: ${timedServe.longest()} ms`)
    await finish(calendar, load)
  })
}

/** Remembers how long the longest start took, in milliseconds until it listens. */
const timeStarts = () => {
  let longest = 0
  const timedServe = async (environment: Environment): Promise<Server> => {
    const since = performance.now()
    const server = await serve(environment)
    longest = Math.max(longest, performance.now() - since)
    return server
  }
  return Object.assign(timedServe, { longest: () => Math.round(longest) })
}

/** Where a part of the server goes on, so do the writers whose connection it has kept, for 50 writes. */
const writeUntil = async (
  load: Load,
  server: Server,
  { writes, delay }: Moment,
  kill: () => unknown,
): Promise<void> => {
  const enough = new AbortController()
  let killing: Promise<unknown> | undefined
  await load.write(server, {
    signal: enough.signal,
    onAcknowledged: (count) => {
      if (count === writes) killing = sleep(delay).then(kill)
      if (count === writes + 50) enough.abort()
    },
  })
  await killing
}

/** Kills a process while new connections come: each is answered or broken off, and none is left waiting. */
const killAmongVisits = async (server: Server, pid: number = assert.fail()): Promise<void> => {
  const visit = async (_: unknown, at: number): Promise<number> => {
    await sleep(at % 6)
    return (await fetch(`${server.address}/healthz`, { headers: { connection: 'close' } })).status
  }
  const visits = Promise.allSettled(Array.from({ length: 30 }, visit))
  await sleep(3)
  process.kill(pid, 'SIGKILL')
  assert.ok((await visits).some(({ status }) => status === 'fulfilled'))
}

const killStart = async (environment: Environment, milliseconds: number): Promise<void> => {
  const args = [join(root, 'src/main.ts'), 'serve']
  const { child, ended } = startProcess(process.execPath, args, { ...environment, KALENDS_PORT: '0' })
  await sleep(milliseconds)
  child.kill('SIGKILL')
  await ended
}

/** The processes of a server that have said they listen, once there are so many. */
const pidsOf = async (server: Server, count: number): Promise<number[]> => {
  for (;;) {
    const pids = logOf(server.stderr()).flatMap(({ message, pid }) => (message === 'listening' ? [Number(pid)] : []))
    if (pids.length >= count) return pids
    await sleep(20)
  }
}

/** The first process comes first: it would replace the others. One that is not there yet ends when it finds itself alone. */
const killAll = async (server: Server): Promise<void> => {
  server.child.kill('SIGKILL')
  for (const pid of await pidsOf(server, 0)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The one that was killed before.
    }
  }
}

/** Everything is there and sound at the end; an event that somebody else takes away is noticed. */
const finish = async ({ environment, secret }: Calendar, load: Load): Promise<void> => {
  const server = await serve(environment)
  assert.deepEqual(await load.judge(server), [])
  const { body } = await server.ask('GET', '/events')
  const [{ id, title }] = body.events
  assert.equal((await server.ask('DELETE', `/events/${id}?force=true`, { as: secret })).status, 200)
  assert.deepEqual(await load.judge(server), [`lost: ${title}`, `half-written: Hall of ${title} without its event`])
  await server.stop()
  const check = await run(['check'], environment)
  assert.deepEqual([check.code, check.stdout], [0, 'The database is intact.\n'])
}

/** A server that acknowledges what it has not committed. */
const proveLiarIsNoticed = async ({ environment, secret }: Calendar): Promise<void> => {
  const load = createLoad(secret)
  const liar = pathToFileURL(join(import.meta.dirname, 'never-commit.ts'))
  const server = await serve({ ...environment, NODE_OPTIONS: `--import ${liar}` })
  await load.write(server, { onAcknowledged: () => void server.child.kill('SIGKILL') })
  await server.ended
  const honest = await serve(environment)
  const faults = await load.judge(honest)
  await honest.stop()
  assert.ok(faults.length > 0)
  for (const fault of faults) assert.match(fault, /^lost: /)
}
