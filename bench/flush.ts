import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const page = Buffer.alloc(4096, 1)

/** Milliseconds that each of `count` flushes takes on the disk of a directory: a page is appended to a file, and synced. */
export const measureFlushes = (directory: string, count: number): number[] => {
  const place = mkdtempSync(join(directory, 'flush-'))
  const file = openSync(join(place, 'pages'), 'w')
  const times = Array.from({ length: count }, () => {
    const started = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  rmSync(place, { recursive: true })
  return times
}
