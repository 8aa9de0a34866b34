import { constants, existsSync } from 'node:fs'
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { flush } from '../lib/flush.ts'
import { type MediaStore, mediaPath } from './store.ts'

/** The directory below the library's root for incoming files; it is not part of the library. */
export const spoolName = '.spool'

/** Bytes that are read from a file at once. */
const pieceSize = 64 * 1024

/**
 * Keeps the files of images below `directory`, which is created when first needed. `put` moves a file that is already on the disk,
 * so it must come from the same file system.
 */
export const createFileStore = (directory: string): MediaStore => {
  /** Months whose directory survives a power failure. */
  const settled = new Set<string>()
  const locate = (path: string): string => {
    if (!mediaPath.test(path)) throw new Error(`${path} is no path of an image.`)
    return join(directory, path)
  }
  return {
    name: 'files',
    put: async (_db, files) => {
      const months = new Set<string>()
      for (const [path, file] of files) {
        const target = locate(path)
        const month = dirname(target)
        if (!months.has(month)) await mkdir(month, { recursive: true, mode: 0o700 })
        months.add(month)
        await rename(file, target)
      }
      // A rename is durable only after the directories have been flushed.
      for (const month of months) {
        await flush(month)
        if (settled.has(month)) continue
        for (const parent of [dirname(month), directory, dirname(directory)]) await flush(parent)
        settled.add(month)
      }
    },
    remove: async (_db, path) => rm(locate(path), { force: true }),
    open: async (_db, path) => {
      const found = mediaPath.test(path) ? await findFile(directory, path) : undefined
      if (!found) return undefined
      return { size: found.size, read: (start, end) => Readable.from(readFile(found.file, start, end), bytesOnly) }
    },
    list: () => walk(directory),
  }
}

const bytesOnly = { objectMode: false } as const

/** Error codes of the file system for a path without a file. */
const absences = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

/** A regular file that is reached through no symbolic link below the root. */
const findFile = async (directory: string, path: string): Promise<{ file: string; size: number } | undefined> => {
  try {
    const file = await realpath(join(directory, path))
    if (file !== join(await realpath(directory), path)) return undefined
    const found = await stat(file)
    return found.isFile() ? { file, size: found.size } : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && absences.has(String(error.code))) return undefined
    throw error
  }
}

async function* readFile(file: string, start: number, end: number): AsyncGenerator<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(pieceSize, end - at))
      const { bytesRead } = await handle.read(piece, 0, piece.length, at)
      // The length has been sent to the client already.
      if (bytesRead === 0) throw new Error(`${file} has become shorter.`)
      yield piece.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    await handle.close()
  }
}

/** Files with paths of images; other files there belong to the operator or the file system. */
async function* walk(directory: string, below = ''): AsyncGenerator<string> {
  // There is no library before the first image.
  if (!existsSync(directory)) return
  for (const entry of await readdir(join(directory, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (path === spoolName) continue
    if (entry.isDirectory()) yield* walk(directory, path)
    else if (entry.isFile() && mediaPath.test(path)) yield path
  }
}
