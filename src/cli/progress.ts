import { countText } from '../lib/count-text.ts'

/** Reports the progress of a long command on standard error. */
export type Progress = {
  /** `done` is how much of the total is done. */
  readonly advance: (done: number, count: number) => void
  readonly finish: (count: number) => void
}

const width = 30

/** A line that is updated on a terminal, and written occasionally otherwise; `total` is 0 if unknown. `unit` is the noun of one of those that are counted. */
export const createProgress = (total: number, unit: string): Progress => {
  let done = 0
  const startedAt = Date.now()
  let shownAt = startedAt
  const draw = (count: number, isLast: boolean): void => {
    // At the end all is done, also where the total was unknown or only that of the first page of a site.
    const share = isLast ? 1 : total > 0 ? Math.min(done / total, 1) : 0
    const bar = '#'.repeat(Math.round(share * width)).padEnd(width, '.')
    const text = `[${bar}] ${Math.round(share * 100)} % ${countText(count, unit)}${isLast ? '' : paceOf(count, share)}`
    // What a longer line has left behind is cleared.
    process.stderr.write(process.stderr.isTTY ? `\r${text}\u001b[K${isLast ? '\n' : ''}` : `${text}\n`)
  }
  /** How many there are in a second, and how long the rest takes, as far as that can be told. */
  const paceOf = (count: number, share: number): string => {
    const seconds = (Date.now() - startedAt) / 1000
    const left = share > 0 ? `, ${Math.ceil((seconds * (1 - share)) / share)} s left` : ''
    return `, ${Math.round(count / seconds)}/s${left}`
  }
  return {
    advance: (reached, count) => {
      done = reached
      const now = Date.now()
      if (now - shownAt < (process.stderr.isTTY ? 100 : 5000)) return
      shownAt = now
      draw(count, false)
    },
    finish: (count) => draw(count, true),
  }
}
