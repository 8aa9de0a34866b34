import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withLock } from './install-lock.mjs'
import { endLike, runChild } from './run-program.mjs'

/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean, os?: string[] | string, cpu?: string[] | string }} LockedPackage */

/**
 * Whether the packages that `isWanted` picks from the lockfile of `directory` are installed there as the lockfile says.
 * npm writes its own record as its last step, so an interrupted installation has none and counts as missing.
 * @param {string} directory
 * @param {(entry: LockedPackage) => boolean} isWanted
 */
export function isInstalled(directory, isWanted) {
  const wanted = readLockfile(path.join(directory, 'package-lock.json'))
  const present = readLockfile(path.join(directory, 'node_modules', '.package-lock.json'))
  if (wanted === undefined || present === undefined) return false
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '' || entry.link || !isWanted(entry)) return true
    const found = present[place]
    if (found === undefined || found.version !== entry.version || found.integrity !== entry.integrity) return false
    return existsSync(path.join(directory, place, 'package.json'))
  })
}

/**
 * The packages of a lockfile by their place below its directory; undefined when it is absent or broken.
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
export function readLockfile(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Runs `npm ci` in `directory` unless `isReady` says that there is nothing to do; of several starts at once one
 * installs and the others wait. All output goes to standard error, which leaves standard output to the command.
 * @param {{ directory: string, lock: string, what: string, isReady: () => boolean, options?: string[] }} installation
 * @returns {Promise<void>} rejects with one clear line when npm fails
 */
export async function installOnce({ directory, lock, what, isReady, options = [] }) {
  if (isReady()) return
  const end = await withLock(lock, async (noteOwner) => {
    if (isReady()) return undefined
    process.stderr.write(`Installing ${what} ...\n`)
    const [command, ...first] = npmCommand()
    const args = [...first, 'ci', ...options, '--no-audit', '--no-fund', '--loglevel=error']
    const npm = runChild(command, args, { cwd: directory, stdio: ['ignore', 2, 2] }, noteOwner)
    return await npm.catch((error) => Promise.reject(new Error(`npm does not start: ${error.message}`)))
  })
  if (end?.handed) endLike({ code: null, signal: end.handed })
  if (end && end.code !== 0) throw new Error(`"npm ci" in ${directory} failed (${end.signal ?? end.code})`)
}

/**
 * The npm that started us with the Node it runs on, else the one on the search path.
 * @returns {[string, ...string[]]}
 */
function npmCommand() {
  const running = process.env.npm_execpath
  return running?.endsWith('npm-cli.js') ? [process.execPath, running] : ['npm']
}
