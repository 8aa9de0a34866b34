import { readdirSync, readFileSync } from 'node:fs'

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

const ownTimeOf = (pid: number): number => sumOfTimes(pid, 11)

const endedChildrenTimeOf = (pid: number): number => sumOfTimes(pid, 13)

/** Two neighbouring fields of `/proc/PID/stat`, time for itself and time in the system, in milliseconds. */
const sumOfTimes = (pid: number, at: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[at]) + Number(fields[at + 1])) * 10
}

/** Milliseconds of a processor that a PostgreSQL server on a port has taken, with all its processes, also those that have ended. */
export const postgresTimeOf = (port: number): number => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const words = commandOf(pid)
    if (!words[0]?.endsWith('postgres') || words[words.indexOf('-p') + 1] !== String(port)) continue
    return processorTimeOf(Number(pid)) + endedChildrenTimeOf(Number(pid))
  }
  throw new Error(`No PostgreSQL runs on port ${port}.`)
}

const commandOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // It has ended meanwhile.
    return []
  }
}
