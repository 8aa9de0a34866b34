import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import module from 'node:module'
import { pathToFileURL } from 'node:url'

/** @type {NodeJS.Signals[]} */
const handedOn = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * How a child ended, and which of our signals it was handed, if any.
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, handed?: NodeJS.Signals }} End
 */

/**
 * Runs a program with a Node: in this process when that is the Node we are on, else as a child that gets our signals,
 * ends when we end, and whose end is ours.
 * @param {{ node: string, file: string, args: string[], cacheDirectory: string, options?: string[] }} program `options` are those of Node;
 *   with some, it is always a child
 * @returns {Promise<void>}
 */
export async function runProgram({ node, file, args, cacheDirectory, options = [] }) {
  useCompileCache(cacheDirectory)
  followNpm()
  if (node === process.execPath && options.length === 0) {
    process.argv = [node, file, ...args]
    await import(pathToFileURL(file).href)
    return
  }
  // Limits of memory are meant for the program; what else Node was told is about this process.
  const limits = process.execArgv.filter((option) => option.startsWith('--max-'))
  const preload = new URL('./follow-launcher.mjs', import.meta.url).href
  endLike(
    await runChild(node, [...limits, ...options, '--import', preload, file, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    }),
  )
}

/**
 * Runs a child to its end, handing our signals on to it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(pid: number) => void} [onStart]
 * @returns {Promise<End>} rejects when it cannot be started
 */
export function runChild(command, args, options, onStart = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    /** @type {NodeJS.Signals | undefined} */
    let handed
    /** @param {NodeJS.Signals} signal */
    const handOn = (signal) => {
      handed = signal
      child.kill(signal)
      // A child that hangs takes no signal; a server that stops properly needs less than five seconds.
      setTimeout(() => child.kill('SIGKILL'), 5000).unref()
    }
    for (const signal of handedOn) process.on(signal, handOn)
    const stopListening = () => {
      for (const signal of handedOn) process.off(signal, handOn)
    }
    child.on('spawn', () => onStart(Number(child.pid)))
    child.on('error', (error) => {
      stopListening()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      stopListening()
      resolve({ code, signal, ...(handed && { handed }) })
    })
  })
}

/**
 * Ends this process as a child ended: with its exit code, or by its signal.
 * @param {End} end
 */
export function endLike({ code, signal }) {
  if (signal === null) process.exit(code ?? 1)
  process.kill(process.pid, signal)
}

/**
 * Lets Node keep compiled code between starts, which saves most of the loading time. A directory that cannot be
 * written costs only that.
 * @param {string} directory
 */
function useCompileCache(directory) {
  process.env.NODE_COMPILE_CACHE ??= directory
  try {
    mkdirSync(process.env.NODE_COMPILE_CACHE, { recursive: true })
    module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
  } catch {}
}

/**
 * Stops this process when the npm that started it is gone: npm hands on SIGTERM and SIGINT, but dies of SIGHUP and
 * SIGKILL without a word.
 */
function followNpm() {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined || parent <= 1) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  watch.unref()
}
