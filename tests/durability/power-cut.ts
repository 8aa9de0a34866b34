import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { type newCalendar, run, type Server, serve } from '../cli/program.ts'
import type { Load } from './load.ts'
import { createVolatileDisk, keepings, keepNothing, type VolatileDisk } from './volatile-disk.ts'

type Calendar = Awaited<ReturnType<typeof newCalendar>>

/** When the power is cut: so many calls to the disk after so many acknowledged writes; and what is left of the cache. */
export type Cut = { readonly writes: number; readonly calls: number; readonly keep: () => boolean }

/** Cuts after at most so many writes. */
export const cutsWithin = (writes: number): Arbitrary<Cut> =>
  fc.record({ writes: fc.integer({ min: 1, max: writes }), calls: fc.integer({ min: 1, max: 200 }), keep: keepings })

/** Cuts the power again and again; each start must find all that was acknowledged before, and nothing in halves. */
export const surviveCuts = async (
  test: TestContext,
  calendar: Calendar,
  load: Load,
  cuts: readonly Cut[],
): Promise<void> => {
  let unflushed = 0
  for (const cut of [...cuts, undefined]) {
    const disk = createVolatileDisk(calendar.directory)
    const server = await serveOn(calendar, disk)
    assert.deepEqual(await findFaults(calendar, disk, server, load), [])
    if (cut) unflushed += await cutPower(server, disk, load, cut)
    else await server.stop()
  }
  test.diagnostic(`${cuts.length} cuts found ${unflushed} changes that were not flushed`)
}

/** How a server or a disk is made to break its word. */
type Sabotage = { readonly lies?: string; readonly settings?: Readonly<Record<string, string>> }

/** What is wrong after one cut that leaves nothing of what was not flushed, where the server or the disk does not flush. */
export const findLosses = async (
  test: TestContext,
  calendar: Calendar,
  load: Load,
  { lies, settings }: Sabotage,
): Promise<string[]> => {
  const liar = createVolatileDisk(calendar.directory, lies)
  const server = await serveOn(calendar, liar, settings)
  await cutPower(server, liar, load, { writes: 5, calls: 1, keep: keepNothing })
  const disk = createVolatileDisk(calendar.directory)
  const restarted = await serveOn(calendar, disk)
  const faults = await findFaults(calendar, disk, restarted, load)
  await restarted.stop()
  test.diagnostic(`noticed: ${faults.length} faults, such as ${faults.at(-1)}`)
  return faults
}

const serveOn = ({ environment }: Calendar, disk: VolatileDisk, settings = {}): Promise<Server> =>
  serve({ ...environment, ...disk.environment, ...settings })

/** Writes until the power is cut; answers how many changes of the disk were not flushed. */
const cutPower = async (server: Server, disk: VolatileDisk, load: Load, cut: Cut): Promise<number> => {
  await load.write(server, { onAcknowledged: (count) => void (count === cut.writes && disk.cutPower(cut.calls)) })
  assert.equal((await server.ended).signal, 'SIGKILL')
  return disk.loseUnflushed(cut.keep)
}

/** Files of no image are no fault after a cut: an upload that it has ended may leave them, and `--repair` removes them. */
const findFaults = async (
  { environment }: Calendar,
  disk: VolatileDisk,
  server: Server,
  load: Load,
): Promise<string[]> => {
  const { code, stdout } = await run(['check', '--repair'], { ...environment, ...disk.environment })
  return [...(code === 0 ? [] : stdout.trimEnd().split('\n')), ...(await load.judge(server))]
}
