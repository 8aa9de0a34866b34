import { parentPort, workerData } from 'node:worker_threads'
import { type Item, readItem } from './items.ts'
import { createImportContext, type ImportSettings } from './readers.ts'

// Reads the items of one batch after the other; see item-readers.ts.

const given: ImportSettings = workerData
const context = createImportContext(given)
parentPort?.on('message', (items: readonly Item[]) => {
  parentPort?.postMessage(items.map((item) => readItem(context, item)))
})
