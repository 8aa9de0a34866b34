import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'

/*
 * What group commit is worth: `bench/writes.ts [FLUSH-MILLISECONDS…]` creates events on a server that shares commits and on one that
 * does not, in turn, with 16 clients and with one, on this disk and as if a flush took so many milliseconds.
 */

/** Creates per second, and the median of their milliseconds. */
type Figures = { readonly perSecond: number; readonly median: number }

type Site = { readonly address: string; readonly secret: string }

const clients = 16
const creates = 1200
const turns = 3

const startServer = async (maxShared: number, flush: number): Promise<Site & { stop: () => Promise<void> }> => {
  const file = join(import.meta.dirname, 'writes-server.ts')
  const child = spawn(process.execPath, [file, String(maxShared), String(flush)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = async (): Promise<void> => {
    child.stdin.end()
    await once(child, 'exit')
  }
  return { ...(JSON.parse(line.toString()) as Site), stop }
}

/** Milliseconds until a create is answered. */
const create = ({ address, secret }: Site, agent: Agent, title: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const body = JSON.stringify({ title, start_date: '2030-05-01 10:00', end_date: '2030-05-01 12:00' })
    const headers = {
      authorization: `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(`${address}/calendar/events/v1/events`, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 201) reject(new Error(`it answers ${response.statusCode}`))
      response.resume().once('end', () => resolve(performance.now() - started))
    })
    sent.once('error', reject).end(body)
  })

const measure = async (site: Site, count: number, total: number): Promise<Figures> => {
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const times: number[] = []
  let left = total
  const client = async (name: number): Promise<void> => {
    while (left-- > 0) times.push(await create(site, agent, `Event ${name} ${left}`))
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: count }, (_, name) => client(name)))
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  return { perSecond: total / seconds, median: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0 }
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const round = (value: number): number => Math.round(value * 100) / 100

for (const flush of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0, 2, 5, 10]) {
  const [shared, alone] = await Promise.all([startServer(50, flush), startServer(1, flush)])
  for (const site of [shared, alone]) await measure(site, clients, 200)
  const ratios = { creates: [] as number[], latency: [] as number[] }
  for (let turn = 0; turn < turns; turn++) {
    const [many, manyAlone] = [await measure(shared, clients, creates), await measure(alone, clients, creates)]
    const [one, oneAlone] = [await measure(shared, 1, creates / 8), await measure(alone, 1, creates / 8)]
    ratios.creates.push(many.perSecond / manyAlone.perSecond)
    ratios.latency.push(one.median / oneAlone.median)
  }
  await Promise.all([shared.stop(), alone.stop()])
  const figures = {
    flushMilliseconds: flush,
    createsPerSecondOf16Clients: round(medianOf(ratios.creates)),
    latencyOfOneClient: round(medianOf(ratios.latency)),
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}
