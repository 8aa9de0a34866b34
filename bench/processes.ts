import { readFileSync } from 'node:fs'

/** Megabytes of memory that a process has (`VmRSS`), or had at the most (`VmHWM`). */
export const memoryOf = (pid: number, kind: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

/** Milliseconds of a processor that a process and its children have taken; the clock has a hundred ticks a second. */
export const processorTimeOf = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.map(Number)].reduce((sum, it) => sum + ownTimeOf(it), 0)
}

const ownTimeOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
