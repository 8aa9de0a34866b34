import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** Where files of imports are, until these are done. */
export const importsDirectory = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): string =>
  join(dataDirectory, 'imports')

/** The directories of this process. */
const own = new Set<string>()

const removeOwn = (): void => {
  for (const path of own) rmSync(path, { recursive: true, force: true })
}

/** A directory that is removed when the process ends, and the function that removes it before. */
type TemporaryDirectory = { readonly path: string; readonly remove: () => void }

/** Makes a directory for the files of an import, after those of processes that were killed are removed. */
export const makeTemporary = async (config: Pick<Config, 'dataDirectory'>): Promise<TemporaryDirectory> => {
  await removeAbandoned(config)
  const directory = importsDirectory(config)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(directory, `run-${hostname()}-${process.pid}-`))
  own.add(path)
  if (!process.listeners('exit').includes(removeOwn)) process.on('exit', removeOwn)
  const remove = (): void => {
    rmSync(path, { recursive: true, force: true })
    own.delete(path)
  }
  return { path, remove }
}

/** Milliseconds after which nothing is received into a file any more. */
const abandoned = 86_400_000

/**
 * Removes what processes that were killed have left: files that they had not received wholly, and their directories. Of another computer, on
 * which a process with the same number may run, a directory is removed after a day.
 */
export const removeAbandoned = async (config: Pick<Config, 'dataDirectory'>): Promise<void> => {
  const directory = importsDirectory(config)
  const names = await readdir(directory).catch(() => [])
  for (const name of names) {
    const [, host, pid] = /^run-(.*)-(\d+)-[^-]+$/.exec(name) ?? []
    if (pid === undefined && !name.endsWith('.part')) continue
    const path = join(directory, name)
    const isOver = pid !== undefined && host === hostname() && !isRunning(Number(pid))
    const found = await stat(path).catch(() => undefined)
    if (isOver || (found && !own.has(path) && found.mtimeMs < Date.now() - abandoned))
      await rm(path, { recursive: true, force: true })
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process of another user may not be asked.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
