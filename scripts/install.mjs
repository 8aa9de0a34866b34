import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {(entry: LockedPackage, place: string) => boolean} IsWanted picks packages by entry and place in a lockfile */

/**
 * Runs `npm ci` in a directory unless all packages wanted are there; of several starts at once one installs and the others wait. All output
 * goes to standard error, which leaves standard output to the command.
 * @param {string} directory
 * @param {{ what: string, isWanted: IsWanted, isUsable?: () => boolean, options?: string[] }} installation `isUsable` tells whether what
 * is there works, too
 * @returns {Promise<boolean>} whether all is there now: npm also succeeds without optional packages; rejects with one clear line when it fails
 */
export async function install(directory, { what, isWanted, isUsable = () => true, options = [] }) {
  const isReady = () => isInstalled(directory, isWanted) && isUsable()
  if (isReady()) return true
  // The lock is beside `node_modules`, which npm removes first.
  const end = await withLock(path.join(directory, 'install.lock'), async () => {
    if (isReady()) return undefined
    process.stderr.write(`Installing ${what} ...\n`)
    // The npm that started us with the Node it runs on, else the one on the search path.
    const running = process.env.npm_execpath
    const [command, first] = running?.endsWith('npm-cli.js') ? [process.execPath, [running]] : ['npm', []]
    const args = [...first, 'ci', ...options, '--no-audit', '--no-fund', '--loglevel=error']
    // An npm that went on after our end would meet that of the next start.
    const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${follower}`.trim() }
    return await runChild(command, args, { cwd: directory, env, stdio: ['ignore', 2, 2, 'ipc'] })
  })
  if (end?.handed) process.kill(process.pid, end.handed)
  else if (end && end.code !== 0) throw new Error(`"npm ci" in ${directory} failed (${end.signal ?? end.code})`)
  return isReady()
}

/** What a child loads first to end with us. */
export const follower = new URL('./follow-launcher.mjs', import.meta.url).href

/**
 * Runs a child to its end, handing our signals on to it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null, handed?: NodeJS.Signals }>} how it ended, and our last signal
 */
export function runChild(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    /** @type {{ handed?: NodeJS.Signals }} */
    const last = {}
    const handOn = (/** @type {NodeJS.Signals} */ signal) => {
      last.handed = signal
      child.kill(signal)
      // A child that hangs takes no signal; a server that stops properly needs less than five seconds.
      setTimeout(() => child.kill('SIGKILL'), 5000).unref()
    }
    const signals = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])
    for (const signal of signals) process.on(signal, handOn)
    child.on('error', (error) => reject(new Error(`${command} does not start: ${error.message}`)))
    child.on('exit', (code, signal) => {
      for (const each of signals) process.off(each, handOn)
      resolve({ code, signal, ...last })
    })
  })
}

/**
 * Whether packages are installed as the lockfile of a directory says. npm writes its own record as its last step, so an interrupted
 * installation has none and counts as missing.
 * @param {string} directory
 * @param {IsWanted} isWanted
 */
export function isInstalled(directory, isWanted) {
  const [wanted, present] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) => {
    try {
      /** @type {Record<string, LockedPackage>} */
      const packages = JSON.parse(readFileSync(path.join(directory, file), 'utf8')).packages
      return packages
    } catch {
      return undefined
    }
  })
  if (wanted === undefined || present === undefined) return false
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '' || entry.link || !isWanted(entry, place)) return true
    const { version, integrity } = present[place] ?? {}
    const isSame = place in present && version === entry.version && integrity === entry.integrity
    return isSame && existsSync(path.join(directory, place, 'package.json'))
  })
}

/**
 * Does `work` while holding a lock directory, whose time is renewed every second; others wait until it is done. They take over a lock that
 * gave no sign of life for 15 seconds, as after a crash.
 * @template T
 * @param {string} lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(lock, work) {
  for (let isTold = false; !tryMake(lock); isTold = true) {
    if (!isTold) process.stderr.write('Waiting for another start of Kalends to finish installing ...\n')
    // Of several that find it silent one removes it: the others cannot make the inner lock, or no longer find it silent.
    if (isSilent(lock) && tryMake(`${lock}.stale`)) {
      if (isSilent(lock)) rmSync(lock, { recursive: true, force: true })
      rmSync(`${lock}.stale`, { recursive: true, force: true })
    } else await sleep(200)
  }
  const heartbeat = setInterval(() => {
    try {
      utimesSync(lock, new Date(), new Date())
    } catch {}
  }, 1000)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(lock, { recursive: true, force: true })
  }
}

/** @param {string} lock */
export function isSilent(lock) {
  const made = statSync(lock, { throwIfNoEntry: false })
  return made !== undefined && Date.now() - made.mtimeMs > 15_000
}

/** @param {string} directory */
function tryMake(directory) {
  try {
    mkdirSync(directory)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
