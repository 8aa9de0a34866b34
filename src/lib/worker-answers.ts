import type { ChildProcess } from 'node:child_process'
import type { Worker } from 'node:worker_threads'

/**
 * Calls `take` with each answer of a thread or a process; the function that it returns ends that. Under `node --watch`, Node sends messages of
 * its own from there, which name the files that were loaded: they answer nothing.
 */
export const onAnswer = <T>(worker: Worker | ChildProcess, take: (answer: T) => void): (() => void) => {
  const hear = (message: unknown): void => {
    if (!isOfNode(message)) take(message as T)
  }
  worker.on('message', hear)
  return () => void worker.off('message', hear)
}

const isOfNode = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && Object.keys(message).some((name) => name.startsWith('watch:'))
