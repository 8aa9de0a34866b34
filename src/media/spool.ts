import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { ApiError } from '../core/errors.ts'

/** What was received: `size` in bytes, `digest` as SHA-256 in base64url. */
export type Received = { readonly size: number; readonly digest: string }

/** Directories for files on their way into the library, one for each image that is being made. */
export type Spool = {
  /** Makes an empty directory that other users of the system cannot read, and returns its absolute path. */
  readonly open: () => Promise<string>
  /** Removes such a directory with all that is in it, if it is still there. */
  readonly discard: (path: string) => Promise<void>
  /**
   * Writes a stream to a new file, which is removed again when anything fails: more than `limit` bytes, a stream that breaks
   * off, a disk error (thrown unchanged). The rest of the stream is not read, so that the request can still be
   * answered: the caller that opened it drains or destroys it.
   * @throws ApiError `rest_body_too_large` as soon as there is one byte too many.
   */
  readonly receive: (stream: Readable, file: string, limit: number) => Promise<Received>
  /** Removes incomplete files that are older than an hour at `now` (epoch milliseconds); returns their names. */
  readonly sweep: (now: number) => Promise<string[]>
}

const hour = 3_600_000

/** A spool in `directory`, which is made when first needed. */
export const createSpool = (directory: string): Spool => {
  const discard = (path: string): Promise<void> => rm(path, { recursive: true, force: true })
  return {
    open: async () => {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      return mkdtemp(directory + sep)
    },
    discard,
    receive,
    sweep: async (now) => {
      const swept: string[] = []
      for (const name of existsSync(directory) ? await readdir(directory) : []) {
        const path = join(directory, name)
        // Others are discarded meanwhile.
        const found = statSync(path, { throwIfNoEntry: false })
        if (!found || now - found.mtimeMs < hour) continue
        await discard(path)
        swept.push(name)
      }
      return swept
    },
  }
}

const receive = async (stream: Readable, file: string, limit: number): Promise<Received> => {
  // A client may disconnect between two reads. The next read finds that; without a listener the error would end the process.
  stream.on('error', () => undefined)
  const handle = await open(file, 'wx', 0o600)
  try {
    return await write(stream, handle, limit)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** The error for an image of more than `limit` bytes. */
export const tooLarge = (limit: number): ApiError =>
  new ApiError('rest_body_too_large', { message: `The image is larger than ${limit / 1024 / 1024} MiB.` })

const write = async (stream: Readable, handle: FileHandle, limit: number): Promise<Received> => {
  const hash = createHash('sha256')
  const pieces: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > limit) throw tooLarge(limit)
    hash.update(piece)
    await handle.writeFile(piece)
  }
  return { size, digest: hash.digest('base64url') }
}
