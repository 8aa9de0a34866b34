import cluster, { type Worker } from 'node:cluster'
import type { Log } from '../lib/log.ts'

/** Milliseconds before a process that has ended is replaced, so that one that always fails is not restarted in a tight loop. */
const pauses = { shortest: 1000, longest: 5000 }

/**
 * Runs the same command in `count` processes, which share the port and the database. A process that dies is replaced. If one
 * cannot start, all are ended, unless some have served before: then the cause is temporary, such as an unavailable database. Returns
 * the exit code when all have ended: the first that is not 0.
 */
export const runWorkers = (count: number, stopAsked: Promise<void>, log: Log): Promise<number> =>
  new Promise((resolve) => {
    // Each process takes connections by itself. A connection that Node had passed to a process that then ends would stay open without a response.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    const running = new Set<Worker>()
    let isStopping = false
    let hasServed = false
    let pause = pauses.shortest
    let code = 0
    const stop = (): void => {
      if (isStopping) return
      isStopping = true
      for (const worker of running) worker.process.kill('SIGTERM')
      if (running.size === 0) resolve(code)
    }
    const start = (): void => {
      if (isStopping) return
      const worker = cluster.fork()
      running.add(worker)
      worker.once('listening', () => {
        hasServed = true
        pause = pauses.shortest
      })
      worker.once('exit', (status, signal) => {
        running.delete(worker)
        if (!isStopping && hasServed) {
          log.error({ pid: worker.process.pid, status, signal }, 'a process has ended and is replaced')
          setTimeout(start, pause)
          pause = Math.min(2 * pause, pauses.longest)
          return
        }
        // A process ended by a signal has no exit code; one that was still starting is ended by the signal that stops it.
        if (!(isStopping && signal === 'SIGTERM')) code ||= status ?? 1
        stop()
        if (running.size === 0) resolve(code)
      })
    }
    for (let started = 0; started < count; started++) start()
    void stopAsked.then(stop)
  })
