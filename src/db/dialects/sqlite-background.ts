import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Query } from '../database.ts'

/** A statement for the thread; or statements without an answer, which it runs in a transaction. */
export type Question =
  | { readonly text: string; readonly parameters: Parameters<Query>[1] }
  | { readonly script: string }

/** Its rows, or what is wrong, in the order of the questions. */
export type Answer =
  | { readonly rows: readonly (readonly unknown[])[] }
  | { readonly fault: { readonly message: string; readonly errcode: number | undefined } }

type Waiting = {
  readonly resolve: (rows: readonly (readonly unknown[])[]) => void
  readonly reject: (error: Error) => void
}

/** Statements that run in a thread of their own, which begins with the first. */
export type BackgroundReader = {
  readonly query: (...asked: Parameters<Query>) => Promise<readonly (readonly unknown[])[]>
  /** Runs a script that writes, in a transaction, unless others do; searches that come meanwhile wait for it. */
  readonly write: (script: string) => Promise<void>
  /** Whether somebody waits for an answer. */
  readonly isBusy: () => boolean
  readonly close: () => Promise<void>
}

/** Makes the thread for a file; `timeout` is what it waits for other processes, in milliseconds. */
export const openBackgroundReader = (path: string, timeout: number): BackgroundReader => {
  let thread: Worker | undefined
  let isClosing = false
  const waiting: Waiting[] = []
  const end = (error: Error): void => {
    thread = undefined
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  const start = (): Worker => {
    const program = new URL(`./sqlite-worker${extname(import.meta.url)}`, import.meta.url)
    const started = new Worker(program, { workerData: { path, timeout } })
    return started
      .on('message', (answer: Answer) => {
        const first = waiting.shift()
        // Who waits for its end is kept from going before that.
        if (waiting.length === 0 && !isClosing) started.unref()
        if ('rows' in answer) first?.resolve(answer.rows)
        else first?.reject(Object.assign(new Error(answer.fault.message), { errcode: answer.fault.errcode }))
      })
      .on('error', end)
      .on('exit', () => end(new Error('The thread for long statements has ended.')))
  }
  const ask = (question: Question): Promise<readonly (readonly unknown[])[]> =>
    new Promise((resolve, reject) => {
      if (isClosing) throw new Error('The database is closed.')
      thread ??= start()
      thread.ref()
      waiting.push({ resolve, reject })
      thread.postMessage(question)
    })
  return {
    query: (text, parameters) => ask({ text, parameters }),
    write: async (script) => {
      await ask({ script })
    },
    isBusy: () => waiting.length > 0,
    close: async () => {
      isClosing = true
      await thread?.terminate()
    },
  }
}
