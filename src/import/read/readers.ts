import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '../../config.ts'
import { newRequestContext, type RequestContext } from '../../core/context.ts'
import type { Caller } from '../../core/policy.ts'
import { onAnswer } from '../../lib/worker-answers.ts'
import type { Fault, Item, ReadItem } from './items.ts'

/** The author and the time of an import; `now` is in epoch milliseconds. */
export type ImportSettings = { readonly config: Config; readonly now: number; readonly caller: Caller }

/** The context of an import, the same in every thread. */
export const createImportContext = ({ config, now, caller }: ImportSettings): RequestContext =>
  newRequestContext({ config, now, version: 0, caller, language: 'en' })

/** Reads items independently of each other; see `readItem`. */
type Read = (items: readonly Item[]) => Promise<readonly (ReadItem | Fault)[]>

/** Most threads that read items, while this one writes. */
export type Readers = { readonly count: number; readonly read: Read; readonly close: () => Promise<unknown> }

/** With more, threads would wait for the database. */
const maxReaders = 3

/** Starts a thread for each CPU except the one that writes. */
export const startReaders = (settings: ImportSettings): Readers => {
  const count = Math.min(Math.max(availableParallelism() - 1, 1), maxReaders)
  const readers = Array.from({ length: count }, () => startReader(settings))
  let turn = 0
  const next = (): Reader => {
    const reader = readers[turn++ % count]
    if (!reader) throw new RangeError('there is no reader')
    return reader
  }
  return {
    count,
    read: (items) => next().read(items),
    close: () => Promise.all(readers.map(({ close }) => close())),
  }
}

type Reader = Omit<Readers, 'count'>

type Lines = Awaited<ReturnType<Read>>

const startReader = (settings: ImportSettings): Reader => {
  const program = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(program, { workerData: settings })
  const asked: PromiseWithResolvers<Lines>[] = []
  let failure: unknown
  onAnswer<Lines>(worker, (lines) => asked.shift()?.resolve(lines))
  worker.on('error', (error) => {
    failure = error
    for (const { reject } of asked) reject(error)
  })
  return {
    read: (items) => {
      if (failure !== undefined) return Promise.reject(failure)
      const answer = Promise.withResolvers<Lines>()
      asked.push(answer)
      worker.postMessage(items)
      return answer.promise
    },
    close: () => worker.terminate(),
  }
}
