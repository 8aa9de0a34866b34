import { setTimeout as sleep } from 'node:timers/promises'
import type { Calendars } from './calendars.ts'
import { planOf } from './generate.ts'
import { putLoad } from './load.ts'
import { mixedLists } from './paths.ts'
import { memoryOf, processorTimeOf } from './processes.ts'
import type { Table, Tell } from './report.ts'
import { send } from './request.ts'
import { root, startServer } from './server.ts'
import { medianOf } from './statistics.ts'
import { startWriter } from './writer.ts'

/** How large the calendars are, and how long the mixed load and the idling last. */
type Effort = { readonly loaded: number; readonly started: number; readonly seconds: number }

/** The cost of a server: memory and delays under a mixed load, time to start, and CPU time when idle. */
export const measureCost = async (calendars: Calendars, effort: Effort, tell: Tell): Promise<Table> => {
  const lines = [
    ...(await measureLoaded(calendars, effort)),
    ...(await measureStream(calendars, effort)),
    await measureStart(calendars, effort),
  ]
  for (const [name, figure, goal] of lines) tell({ database: calendars.name, name, figure, goal })
  return [['', 'Figure', 'Goal'], ...lines]
}

const measureLoaded = async (calendars: Calendars, { loaded, seconds }: Effort): Promise<string[][]> => {
  const plan = planOf(loaded)
  const calendar = await calendars.copy(plan)
  // Watching an event loop keeps it busy.
  const resting = await startServer(calendar)
  const rest = await idle(resting.pid, seconds)
  await resting.stop()
  const server = await startServer(calendar, {}, 'loop-delay.mjs')
  const writer = startWriter(server.address, calendar, plan)
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryOf(server.pid, 'VmRSS')), 100)
  writer.resume()
  const load = { address: server.address, paths: mixedLists(plan), offset: 0 }
  await putLoad({ ...load, until: { seconds } })
  // The histogram begins anew with each look at it.
  await server.probe('delay')
  const { perSecond } = await putLoad({ ...load, offset: 5000, until: { seconds: 3 * seconds } })
  const delay = Number(await server.probe('delay'))
  await writer.pause()
  clearInterval(timer)
  const after = memoryOf(server.pid, 'VmRSS')
  await server.stop()
  await calendar.remove()
  const size = loaded.toLocaleString('en')
  const note = `${Math.round(perSecond)} lists a second, ${writer.summarize()}`
  return [
    [`memory under the mixed load, ${size} events`, `${Math.round(Math.max(...samples))} MB (${note})`, '≤ 200 MB'],
    ['memory after it', `${Math.round(after)} MB`, ''],
    ['delay of the event loop under it, 99 of 100', `${delay.toFixed(1)} ms`, '≤ 20 ms'],
    ['processor time of an idle server, a second', `${rest.toFixed(1)} ms`, ''],
  ]
}

/** What a server takes beyond what it takes idle while it sends all events as a stream. */
export const measureStream = async (calendars: Calendars, { loaded }: Pick<Effort, 'loaded'>): Promise<string[][]> => {
  const calendar = await calendars.open(planOf(loaded))
  const server = await startServer(calendar)
  // The first requests compile what they run.
  for (let turn = 0; turn < 200; turn++) await send(server.address, { path: `${root}/events?page=${turn + 1}` })
  const before = memoryOf(server.pid, 'VmRSS')
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryOf(server.pid, 'VmRSS')), 20)
  const started = performance.now()
  const response = await fetch(`${server.address}${root}/events.ndjson?window=all`)
  let lines = 0
  for await (const piece of response.body ?? []) for (const byte of piece) if (byte === 10) lines++
  const seconds = (performance.now() - started) / 1000
  clearInterval(timer)
  await server.stop()
  const size = lines.toLocaleString('en')
  const above = Math.max(...samples) - before
  return [
    [
      `memory above an idle server while ${size} events are streamed`,
      `${Math.round(above)} MB (${Math.round(lines / seconds)} a second)`,
      '≤ 40 MB',
    ],
  ]
}

/** Milliseconds of CPU time per second of an idle server. */
const idle = async (pid: number, seconds: number): Promise<number> => {
  await sleep(2000)
  const before = processorTimeOf(pid)
  await sleep(seconds * 1000)
  return (processorTimeOf(pid) - before) / seconds
}

const starts = 5

const measureStart = async (calendars: Calendars, { started: events }: Effort): Promise<string[]> => {
  const calendar = await calendars.open(planOf(events))
  const times: number[] = []
  for (let turn = 0; turn < starts; turn++) {
    const started = performance.now()
    const server = await startServer(calendar)
    const { status } = await send(server.address, { path: '/readyz' })
    times.push(performance.now() - started)
    await server.stop()
    if (status !== 200) throw new Error(`/readyz answers ${status}.`)
  }
  return [
    `start until it is ready, ${events.toLocaleString('en')} events`,
    `${(medianOf(times) / 1000).toFixed(2)} s`,
    '≤ 1 s',
  ]
}
