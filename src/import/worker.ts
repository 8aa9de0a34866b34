import { parentPort, workerData } from 'node:worker_threads'
import { type Line, readLine } from './line.ts'
import { type ImportSettings, scopeOf } from './line-readers.ts'

// Reads the lines of one batch after the other; see line-readers.ts.

const given: ImportSettings = workerData
const context = scopeOf(given)
parentPort?.on('message', (lines: readonly Line[]) => {
  parentPort?.postMessage(lines.map((line) => readLine(context, line)))
})
