import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerRequest, WorkerResponse } from './sqlite-background.ts'

/* A thread with a connection of its own, which writes nothing new: what takes long there keeps nobody waiting but who asked.
   Between writes of its process it puts in order what they have left. */

const { path, timeout } = workerData as { path: string; timeout: number }
const connection = new DatabaseSync(path, { timeout })
connection.exec('pragma query_only = on')

const statements = new Map<string, StatementSync>()

/** Most prepared statements; when there are more, all are discarded. */
const maxStatements = 100

const prepare = (text: string): StatementSync => {
  const known = statements.get(text)
  if (known) return known
  if (statements.size >= maxStatements) statements.clear()
  const statement = connection.prepare(text)
  statement.setReturnArrays(true)
  statements.set(text, statement)
  return statement
}

/** Milliseconds to wait for the lock of writers; statements of this process wait meanwhile. */
const writeTimeout = 100

const write = (script: string): void => {
  connection.exec(`pragma query_only = off; pragma busy_timeout = ${writeTimeout}`)
  try {
    connection.exec(`begin immediate; ${script}; commit`)
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  } finally {
    connection.exec(`pragma query_only = on; pragma busy_timeout = ${timeout}`)
  }
}

const answer = (question: WorkerRequest): WorkerResponse => {
  try {
    if ('text' in question)
      return { rows: prepare(question.text).all(...question.parameters) as unknown as unknown[][] }
    write(question.script)
    return { rows: [] }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { fault: { message, errcode } }
  }
}

parentPort?.on('message', (question: WorkerRequest) => parentPort?.postMessage(answer(question)))
