import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Where a browser is installed in which pages can be tested; `CHROMIUM` names one that lies elsewhere.
 * @returns {string | undefined}
 */
export function findBrowser() {
  return process.env['CHROMIUM'] || names.map(findProgram).find((found) => found !== undefined)
}

/**
 * Installs the browser in which pages are tested, where none is there and this machine lets us; says so where it does not. The tests
 * that need one are skipped then.
 * @param {(text: string) => void} write
 */
export function installBrowser(write) {
  if (findBrowser() !== undefined) return
  const reason = whyNot()
  if (reason === undefined) {
    write('Installing Chromium, in which pages are tested ...\n')
    const update = apt('update')
    const installed = update.status === 0 && apt('install', '-y', '--no-install-recommends', 'chromium').status === 0
    if (installed && findBrowser() !== undefined) return
    warn(write, 'apt-get could not install it')
    return
  }
  warn(write, reason)
}

/** @param {string} name */
function findProgram(name) {
  const places = (process.env['PATH'] ?? '').split(path.delimiter)
  return places.map((place) => path.join(place, name)).find((file) => existsSync(file))
}

function whyNot() {
  if (process.platform !== 'linux' || findProgram('apt-get') === undefined) return 'this machine has no apt-get'
  if (process.getuid?.() !== 0) return 'only root can install it'
  return undefined
}

/** @param {string[]} words */
function apt(...words) {
  return spawnSync('apt-get', ['-qq', ...words], {
    stdio: 'ignore',
    timeout: 10 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/**
 * @param {(text: string) => void} write
 * @param {string} reason
 */
function warn(write, reason) {
  const line = '*'.repeat(78)
  write(`${line}\nNO BROWSER: ${reason}. The tests of pages in a browser are skipped.\n`)
  write(`Install Chromium, or name one in CHROMIUM, to run them.\n${line}\n`)
}
