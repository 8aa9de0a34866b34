import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { onAnswer } from '../../lib/worker-answers.ts'
import type { Query } from '../database.ts'

/** A message to the thread: a statement whose rows it returns. */
export type WorkerRequest = { readonly text: string; readonly parameters: Parameters<Query>[1] }

/** The response of the thread: rows or an error. Responses have the order of the requests. */
export type WorkerResponse =
  | { readonly rows: readonly (readonly unknown[])[] }
  | { readonly fault: { readonly message: string; readonly errcode: number | undefined } }

type Waiting = {
  readonly resolve: (rows: readonly (readonly unknown[])[]) => void
  readonly reject: (error: Error) => void
}

/** Runs statements in a thread, which starts with the first of them. */
export type BackgroundReader = {
  readonly query: (...asked: Parameters<Query>) => Promise<readonly (readonly unknown[])[]>
  /** Whether a statement is running or waiting. */
  readonly isBusy: () => boolean
  readonly close: () => Promise<void>
}

/** The error of a request when the server stops; it has the code of a file that cannot be opened (SQLITE_CANTOPEN). */
const newClosedError = (): Error => Object.assign(new Error('The database is closed.'), { errcode: 14 })

/** Makes the background reader of a file; `timeout` is how long it waits for locks of other processes, in milliseconds. */
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
    onAnswer<WorkerResponse>(started, (answer) => {
      const first = waiting.shift()
      // An idle thread must not keep the process from exiting.
      if (waiting.length === 0 && !isClosing) started.unref()
      if ('rows' in answer) first?.resolve(answer.rows)
      else first?.reject(Object.assign(new Error(answer.fault.message), { errcode: answer.fault.errcode }))
    })
    return started
      .on('error', end)
      .on('exit', () => end(isClosing ? newClosedError() : new Error('The thread for long statements has ended.')))
  }
  const send = (request: WorkerRequest): Promise<readonly (readonly unknown[])[]> =>
    new Promise((resolve, reject) => {
      if (isClosing) throw newClosedError()
      thread ??= start()
      thread.ref()
      waiting.push({ resolve, reject })
      thread.postMessage(request)
    })
  return {
    query: (text, parameters) => send({ text, parameters }),
    isBusy: () => waiting.length > 0,
    close: async () => {
      isClosing = true
      await thread?.terminate()
    },
  }
}
