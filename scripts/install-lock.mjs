import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeatMilliseconds = 2000
const silentMilliseconds = 30_000

/** @typedef {{ host: string, pids: number[] }} Owner */

/**
 * Does `work` while holding a lock directory; others wait until it is done. A lock whose processes are dead, or that
 * gave no sign of life for 30 seconds (another machine or container on the same files), is taken over.
 * @template T
 * @param {string} directory
 * @param {(noteOwner: (pid: number) => void) => Promise<T>} work may name a further process that works under the lock
 * @returns {Promise<T>}
 */
export async function withLock(directory, work) {
  await acquire(directory)
  const owner = { host: os.hostname(), pids: [process.pid] }
  writeOwner(directory, owner)
  const heartbeat = setInterval(() => touch(directory), heartbeatMilliseconds)
  try {
    return await work((pid) => {
      owner.pids.push(pid)
      writeOwner(directory, owner)
    })
  } finally {
    clearInterval(heartbeat)
    rmSync(directory, { recursive: true, force: true })
  }
}

/** @param {string} directory */
async function acquire(directory) {
  let isTold = false
  while (!tryMake(directory)) {
    if (isStale(directory)) {
      takeAway(directory)
      continue
    }
    if (!isTold) process.stderr.write('Waiting for another start of Kalends to finish installing ...\n')
    isTold = true
    await sleep(200)
  }
}

/**
 * Whether nobody works under the lock any more.
 * @param {string} directory
 */
export function isStale(directory) {
  try {
    if (Date.now() - statSync(directory).mtimeMs > silentMilliseconds) return true
    const owner = readOwner(directory)
    return owner !== undefined && owner.host === os.hostname() && !owner.pids.some(isAlive)
  } catch {
    return false
  }
}

/**
 * Removes a stale lock. Two starts may find it stale at once: the one that makes the inner lock looks again before it
 * removes, so that it cannot remove the fresh lock of the other.
 * @param {string} directory
 */
function takeAway(directory) {
  const inner = `${directory}.stale`
  if (!tryMake(inner)) {
    if (isStale(inner)) rmSync(inner, { recursive: true, force: true })
    return
  }
  try {
    if (isStale(directory)) rmSync(directory, { recursive: true, force: true })
  } finally {
    rmSync(inner, { recursive: true, force: true })
  }
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

/**
 * @param {string} directory
 * @param {Owner} owner
 */
function writeOwner(directory, owner) {
  writeFileSync(path.join(directory, 'owner.json'), JSON.stringify(owner))
}

/**
 * Undefined in the moment between making the lock and naming its owner.
 * @param {string} directory
 * @returns {Owner | undefined}
 */
function readOwner(directory) {
  try {
    return JSON.parse(readFileSync(path.join(directory, 'owner.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @param {string} directory */
function touch(directory) {
  try {
    const now = new Date()
    utimesSync(directory, now, now)
  } catch {}
}
