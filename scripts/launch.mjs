import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideAdmin } from './build-admin.mjs'
import { installOnce, isInstalled, readLockfile } from './install.mjs'
import { findNodeFault } from './node-probe.mjs'
import { runProgram } from './run-program.mjs'

const rootDirectory = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const runtimeDirectory = path.join(rootDirectory, 'runtime')
const lock = path.join(runtimeDirectory, 'install.lock')

/**
 * Runs the command line of Kalends on a Node that fits, after installing what is missing. A clone has the source; an
 * installed package has only the compiled program, because Node strips no types below `node_modules`.
 * @param {string[]} args
 */
export async function launch(args) {
  const source = path.join(rootDirectory, 'src', 'main.ts')
  const file = existsSync(source) ? source : path.join(rootDirectory, 'dist', 'main.js')
  await launchFile(file, args, { withDev: false })
}

/**
 * Runs one of the project's programs, as `launch` does.
 * @param {string} file absolute
 * @param {string[]} args
 * @param {{ withDev: boolean, options?: string[] }} needs whether it needs the development dependencies too, and options of Node
 */
export async function launchFile(file, args, { withDev, options = [] }) {
  const node = await prepare({ runsTypeScript: withDev || file.endsWith('.ts'), withDev })
  if (node === undefined) return
  await runProgram({
    node,
    file,
    args,
    options,
    cacheDirectory: path.join(rootDirectory, 'node_modules', '.cache', 'kalends'),
  })
}

/**
 * Gets everything in place; says why and sets the exit code when that fails.
 * @param {{ runsTypeScript: boolean, withDev: boolean }} needs
 * @returns {Promise<string | undefined>} the Node to run
 */
async function prepare({ runsTypeScript, withDev }) {
  try {
    const node = await provideNode(runsTypeScript)
    await provideDependencies(withDev)
    await provideAdmin(rootDirectory).catch(reportUnbuilt)
    return node
  } catch (error) {
    process.stderr.write(`kalends: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
    return undefined
  }
}

/**
 * A server without its admin is better than none: the files may belong to another user.
 * @param {Error} error
 */
function reportUnbuilt(error) {
  process.stderr.write(`kalends: the pages below /admin/ cannot be built: ${error.message}\n`)
}

/** @param {boolean} withDev */
async function provideDependencies(withDev) {
  // An installed package has no lockfile: npm put its dependencies in place.
  if (!existsSync(path.join(rootDirectory, 'package-lock.json'))) return
  await installOnce({
    directory: rootDirectory,
    lock,
    what: withDev ? 'all dependencies' : 'dependencies',
    isReady: () => isInstalled(rootDirectory, (entry) => isNeeded(entry, withDev)),
    options: [withDev ? '--include=dev' : '--omit=dev'],
  })
}

/**
 * Whether a package has to be there. Optional ones depend on the platform, so their absence means nothing.
 * @param {import('./install.mjs').LockedPackage} entry
 * @param {boolean} withDev
 */
export function isNeeded(entry, withDev) {
  return !entry.optional && !entry.devOptional && (withDev || !entry.dev)
}

/**
 * The Node we run on when it fits, else the one from npm that `runtime/package.json` names for this platform.
 * @param {boolean} runsTypeScript
 * @returns {Promise<string>}
 */
async function provideNode(runsTypeScript) {
  const fault = await findNodeFault(runsTypeScript)
  if (fault === undefined) return process.execPath
  const place = findRuntimePlace(readLockfile(path.join(runtimeDirectory, 'package-lock.json')) ?? {}, process)
  const advice = `Kalends needs Node 24 or newer with SQLite 3.51.3 or newer; ${fault}`
  if (place === undefined) throw new Error(`${advice}, and there is no package with another for this platform`)

  const node = path.join(runtimeDirectory, place, 'bin', 'node')
  await installOnce({
    directory: runtimeDirectory,
    lock,
    what: `a newer Node (${fault})`,
    isReady: () =>
      isInstalled(runtimeDirectory, (entry) => fitsPlatform(entry, process)) &&
      probeOnce(node, runsTypeScript) === undefined,
    options: ['--include=optional'],
  })
  const installedFault = probeOnce(node, runsTypeScript)
  if (installedFault === undefined) return node
  throw new Error(`${advice}, and the one installed in ${runtimeDirectory} does not fit either: ${installedFault}`)
}

/**
 * Where the Node package for a platform is installed, relative to the lockfile that lists it.
 * @param {Record<string, import('./install.mjs').LockedPackage>} packages
 * @param {{ platform: string, arch: string }} machine
 */
export function findRuntimePlace(packages, machine) {
  return Object.keys(packages).find((place) => place !== '' && fitsPlatform(packages[place] ?? {}, machine))
}

/**
 * @param {import('./install.mjs').LockedPackage} entry
 * @param {{ platform: string, arch: string }} machine
 */
function fitsPlatform({ os = [], cpu = [] }, { platform, arch }) {
  return [os].flat().includes(platform) && [cpu].flat().includes(arch)
}

/**
 * Tries an installed Node, once: a note beside it keeps the verdict until the file changes.
 * @param {string} node
 * @param {boolean} runsTypeScript
 * @returns {string | undefined} why it does not fit
 */
function probeOnce(node, runsTypeScript) {
  const note = path.join(path.dirname(node), '.fits')
  try {
    const { size, mtimeMs } = statSync(node)
    const verdict = `${size} ${mtimeMs} ${runsTypeScript}`
    if (readNote(note) === verdict) return undefined
    const answer = execFileSync(node, ['--input-type=module', '--eval', probeProgram(runsTypeScript)])
      .toString()
      .trim()
    if (answer === 'fits') writeNote(note, verdict)
    return answer === 'fits' ? undefined : answer || 'it is damaged'
  } catch (error) {
    return `it does not start: ${error instanceof Error ? error.message : error}`
  }
}

/** @param {boolean} runsTypeScript */
function probeProgram(runsTypeScript) {
  const probe = JSON.stringify(new URL('./node-probe.mjs', import.meta.url).href)
  return `const { findNodeFault } = await import(${probe})
    console.log((await findNodeFault(${runsTypeScript})) ?? 'fits')`
}

/** @param {string} file */
function readNote(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Without the note the next start only tries again, as where the files belong to another user.
 * @param {string} file
 * @param {string} text
 */
function writeNote(file, text) {
  try {
    writeFileSync(file, text)
  } catch {}
}
