import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerRequest, WorkerResponse } from './sqlite-background.ts'

/* The background worker: a thread with its own connection, which runs long statements without blocking the process. Between writes of the
   process it runs checkpoints. */

const { path, timeout }: { readonly path: string; readonly timeout: number } = workerData
const connection = new DatabaseSync(path, { timeout })
connection.exec('pragma query_only = on')

const statements = new Map<string, StatementSync>()

/** Most prepared statements; when there are more, all are discarded. */
const maxStatements = 100

const prepare = (text: string): StatementSync => {
  const cached = statements.get(text)
  if (cached) return cached
  if (statements.size >= maxStatements) statements.clear()
  const statement = connection.prepare(text)
  statement.setReturnArrays(true)
  statements.set(text, statement)
  return statement
}

const answer = (question: WorkerRequest): WorkerResponse => {
  try {
    return {
      rows: prepare(question.text)
        .all(...question.parameters)
        .filter((row) => Array.isArray(row)),
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const errcode = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined
    return { fault: { message: error.message, errcode } }
  }
}

parentPort?.on('message', (question: WorkerRequest) => parentPort?.postMessage(answer(question)))
