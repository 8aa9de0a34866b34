import cluster, { type Worker } from 'node:cluster'
import type { Log } from '../lib/log.ts'

/** Milliseconds before a process that has ended is replaced: one that cannot live is not started over and over at once. */
const pause = 1000

/**
 * Runs the same command in `count` processes, which share the port and the database. One that ends by itself is replaced; one that
 * cannot start ends all of them. Answers the exit code when all have ended: the first that is not 0.
 */
export const runWorkers = (count: number, stopAsked: Promise<void>, log: Log): Promise<number> =>
  new Promise((resolve) => {
    // Each process takes connections by itself. One that Node has handed to a process that then dies would stay open without an answer.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    const running = new Set<Worker>()
    let isStopping = false
    let code = 0
    const stop = (): void => {
      if (isStopping) return
      isStopping = true
      for (const worker of running) worker.process.kill('SIGTERM')
    }
    const start = (): void => {
      if (isStopping) return
      const worker = cluster.fork()
      let hasListened = false
      running.add(worker)
      worker.once('listening', () => {
        hasListened = true
      })
      worker.once('exit', (status, signal) => {
        running.delete(worker)
        if (!isStopping && hasListened) {
          log.error('a process has ended and is replaced', { pid: worker.process.pid, status, signal })
          setTimeout(start, pause)
          return
        }
        // Node gives a process that a signal has ended no code.
        code ||= status ?? 1
        stop()
        if (running.size === 0) resolve(code)
      })
    }
    for (let started = 0; started < count; started++) start()
    void stopAsked.then(stop)
  })
