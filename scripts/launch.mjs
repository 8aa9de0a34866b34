import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { provideAdmin } from './build-admin.mjs'
import { follower, install, runChild } from './install.mjs'

const rootDirectory = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const runtimeDirectory = path.join(rootDirectory, 'runtime')

/**
 * Runs the command line of Kalends on a Node that fits, after installing what is missing. A clone has the source; an installed package has
 * only the compiled program, because Node strips no types below `node_modules`.
 * @param {string[]} args
 */
export async function launch(args) {
  const source = path.join(rootDirectory, 'src', 'main.ts')
  await launchFile(existsSync(source) ? source : path.join(rootDirectory, 'dist', 'main.js'), args)
}

/**
 * Runs one of the project's programs, as `launch` does; says why and sets the exit code when what it needs cannot be installed.
 * @param {string} file absolute
 * @param {string[]} args
 * @param {{ withDev?: boolean, options?: string[] }} [needs] whether it needs the development dependencies too, and options of Node
 */
export async function launchFile(file, args, { withDev = false, options = [] } = {}) {
  try {
    const node = await provideNode(withDev || file.endsWith('.ts'))
    // An installed package has no lockfile: npm put its dependencies in place.
    if (existsSync(path.join(rootDirectory, 'package-lock.json')))
      await install(rootDirectory, {
        what: withDev ? 'all dependencies' : 'dependencies',
        isWanted: (entry) => isNeeded(entry, withDev),
        options: [withDev ? '--include=dev' : '--omit=dev'],
      })
    await provideAdmin(rootDirectory).catch((error) => {
      // A server without its admin is better than none: the files may belong to another user.
      process.stderr.write(`kalends: the pages below /admin/ cannot be built: ${error.message}\n`)
    })
    await runProgram({ node, file, args, options })
  } catch (error) {
    process.stderr.write(`kalends: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
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
 */
async function provideNode(runsTypeScript) {
  const fault = findFault(process.versions.node, await findSqlite(), !runsTypeScript || process.features.typescript)
  if (fault === undefined) return process.execPath
  const name = findRuntime(process.platform, process.arch)
  if (name === undefined)
    throw new Error(
      `Kalends needs Node 24 with SQLite 3.51.3 or newer; ${fault}, and npm has no other for this platform`,
    )
  return await fetchNode(runtimeDirectory, name, fault)
}

/**
 * Installs the Node of a package, unless it is there and starts.
 * @param {string} directory where it is installed
 * @param {string} name its package
 * @param {string} fault why the Node at hand cannot be used
 * @returns {Promise<string>} its path; rejects with what to do when npm cannot fetch it
 */
export async function fetchNode(directory, name, fault) {
  const place = `node_modules/${name}`
  const node = path.join(directory, place, 'bin', 'node')
  let reason = 'npm itself takes that for no error'
  try {
    const isReady = await install(directory, {
      what: `a newer Node (${fault})`,
      isWanted: (_, each) => each === place,
      isUsable: () => doesStart(node),
      options: ['--include=optional'],
    })
    if (isReady) return node
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error)
  }
  throw new Error(
    `Kalends needs Node 24 or newer with SQLite 3.51.3 or newer; ${fault}, and npm could not fetch one that starts, the package ${name} ` +
      `(${reason}). Check the network and the registry of npm ("npm config get registry") and start again, or install Node 24 or newer yourself.`,
  )
}

/**
 * Whether a Node starts. One that the machine has no room for now may start later.
 * @param {string} node its path
 */
function doesStart(node) {
  const { status, error } = spawnSync(node, ['--version'], { stdio: 'ignore' })
  return status === 0 || (error !== undefined && 'code' in error && ['EAGAIN', 'ENOMEM'].includes(String(error.code)))
}

/**
 * The package with a Node for a platform.
 * @param {string} platform
 * @param {string} arch
 */
export function findRuntime(platform, arch) {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(runtimeDirectory, 'package.json'), 'utf8'))
  return Object.keys(optionalDependencies).find((name) => name.endsWith(`-${platform}-${arch}`))
}

/**
 * Why a Node cannot run Kalends. Node 22 is ruled out by its number: it has `node:sqlite` only as an experiment. A SQLite before 3.51.3 can
 * damage a database that several processes write.
 * @param {string} node its version
 * @param {string} sqlite the version of its SQLite, or why it does not work
 * @param {unknown} runsProgram false when it cannot run TypeScript and has to
 * @returns {string | undefined}
 */
export function findFault(node, sqlite, runsProgram) {
  if (Number.parseInt(node, 10) < 24) return `Node ${node} is older than 24`
  if (!runsProgram) return `Node ${node} does not run TypeScript`
  const [major = 0, minor = 0, patch = 0] = sqlite.split('.').map(Number)
  const isNewEnough = major > 3 || (major === 3 && (minor > 51 || (minor === 51 && patch >= 3)))
  return isNewEnough ? undefined : `its SQLite is not 3.51.3 or newer: ${sqlite}`
}

/** The version of the SQLite at hand when it can do what Kalends needs, since a Node may be built with parts left out; else why not. */
export async function findSqlite() {
  try {
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(':memory:')
    database.exec(`select sqrt(4); create virtual table probe using fts5(text, tokenize = 'trigram')`)
    return String(database.prepare('select sqlite_version() as version').get()?.version)
  } catch (error) {
    return `${error}`
  }
}

/**
 * Runs a program with a Node: in this process when that is the Node we are on, else as a child that gets our signals, ends when we end, and
 * whose end is ours.
 * @param {{ node: string, file: string, args: string[], options?: string[] }} program `options` are those of Node; with some, it is always a child
 */
export async function runProgram({ node, file, args, options = [] }) {
  keepCompiled()
  followNpm()
  if (node === process.execPath && options.length === 0) {
    process.argv = [node, file, ...args]
    await import(pathToFileURL(file).href)
    return
  }
  // Limits of memory are meant for the program; what else Node was told is about this process.
  const limits = process.execArgv.filter((option) => option.startsWith('--max-'))
  const words = [...limits, ...options, '--import', follower, file, ...args]
  const { code, signal } = await runChild(node, words, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  if (signal === null) process.exit(code ?? 1)
  process.kill(process.pid, signal)
}

/** Lets Node keep compiled code between starts, which saves most of the loading time. A directory that cannot be written costs only that. */
function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ??= path.join(rootDirectory, 'node_modules', '.cache', 'kalends')
  try {
    mkdirSync(process.env.NODE_COMPILE_CACHE, { recursive: true })
    module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
  } catch {}
}

/** Stops this process when the npm that started it is gone: npm hands on SIGTERM and SIGINT, but dies of SIGHUP and SIGKILL without a word. */
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
