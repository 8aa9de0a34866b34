import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import { ApiError } from '../../core/errors.ts'
import { isJsonObject } from '../../lib/json.ts'
import { withoutMark } from './formats/bytes.ts'
import { enoughBytes } from './formats/list.ts'

/** The longest line, which is the body of a request (contract B9). */
const longestLine = 1024 * 1024

const lineFeed = 10

/** The file of an import while it waits and runs. */
export const findImportFile = (config: Config, id: number): string => join(importsDirectory(config), `${id}.ndjson`)

/** A file that was received, and its number of lines; 0 for a format without lines. */
type ReceivedFile = { readonly path: string; readonly lines: number }

/**
 * Writes a stream to a file of the data directory.
 * @throws ApiError for a file that is empty or too large or does not fit the disk, and for NDJSON with a line that is too long.
 */
export const receiveFile = async (
  config: Config,
  stream: Readable,
  { length, isNdjson }: { readonly length: number; readonly isNdjson: boolean },
): Promise<ReceivedFile> => {
  if (length > config.importBytes) throw tooLarge(config)
  const directory = importsDirectory(config)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize <= length) throw new ApiError('rest_insufficient_storage')
  const path = join(directory, `${randomUUID()}.part`)
  stream.on('error', () => undefined)
  const handle = await open(path, 'wx', 0o600)
  try {
    return { path, lines: await (isNdjson ? writeLines : writeBytes)(config, stream, handle) }
  } catch (error) {
    await rm(path, { force: true })
    throw error instanceof Error && 'code' in error && error.code === 'ENOSPC'
      ? new ApiError('rest_insufficient_storage')
      : error
  } finally {
    await handle.close()
  }
}

const tooLarge = ({ importBytes }: Config): ApiError =>
  new ApiError('rest_body_too_large', { message: `The file is larger than ${importBytes} bytes.` })

const writeLines = async (config: Config, stream: Readable, handle: FileHandle): Promise<number> => {
  let [size, lines] = [0, 0]
  let line: Line = { length: 0, first: [] }
  const sent: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
  // Lines are kept as UTF-8.
  for await (const piece of withoutMark(sent)) {
    if (size === 0 && isOtherKind(piece)) throw noObject(new TextDecoder().decode(piece).trim())
    size += piece.length
    if (size > config.importBytes) throw tooLarge(config)
    for (let at = 0; at < piece.length; ) {
      const end = piece.indexOf(lineFeed, at)
      line = extend(line, piece.subarray(at, end < 0 ? piece.length : end))
      if (line.length > longestLine) {
        const message = `Line ${lines + 1} is longer than ${longestLine} bytes. NDJSON has one event on each line.`
        throw new ApiError('rest_invalid_body', { message })
      }
      if (end < 0) break
      lines++
      line = { length: 0, first: endFirst(line) }
      at = end + 1
    }
    await handle.write(piece)
  }
  if (endFirst(line)) throw new ApiError('rest_invalid_body', { message: 'The file is empty.' })
  await handle.sync()
  return line.length > 0 ? lines + 1 : lines
}

const writeBytes = async (config: Config, stream: Readable, handle: FileHandle): Promise<number> => {
  let size = 0
  const pieces: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
  for await (const piece of pieces) {
    size += piece.length
    if (size > config.importBytes) throw tooLarge(config)
    await handle.write(piece)
  }
  if (size === 0) throw new ApiError('rest_invalid_body', { message: 'The file is empty.' })
  await handle.sync()
  return 0
}

/** A line as far as it was received; `first` are its bytes, until a line that is not empty has come to its end. */
type Line = { readonly length: number; readonly first: readonly Uint8Array[] | undefined }

const extend = ({ length, first }: Line, bytes: Uint8Array): Line => ({
  length: length + bytes.length,
  first: first && [...first, bytes],
})

/** Checks the first line that is not empty at its end; answers undefined once it has come. */
const endFirst = ({ first }: Line): readonly Uint8Array[] | undefined => {
  if (!first) return undefined
  const bytes = Buffer.concat(first)
  if (bytes.toString().trim() === '') return []
  requireObject(bytes)
  return undefined
}

/** The first bytes of a file, by which its format is recognised. */
export const readHead = async (path: string): Promise<Uint8Array> => {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(enoughBytes), 0, enoughBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Most characters of the first line in the error message. */
const shown = 30

/**
 * Checks the first non-empty line, so that a file of another kind is refused as a whole.
 * @throws ApiError with the beginning of the line.
 */
const requireObject = (bytes: Buffer): void => {
  const text = new TextDecoder().decode(bytes).trim()
  try {
    if (isJsonObject(JSON.parse(text))) return
  } catch {
    // Refused like JSON of another kind.
  }
  throw noObject(text)
}

const blanks = [0x09, 0x0a, 0x0d, 0x20]
const brace = 0x7b

/** Whether the first piece of a file cannot be the beginning of a JSON object, so that the rest need not be received. */
const isOtherKind = (piece: Uint8Array): boolean => {
  const first = piece.find((byte) => !blanks.includes(byte))
  return first !== undefined && first !== brace
}

/** The error for a file whose first line is not a JSON object. */
const noObject = (text: string): ApiError => {
  // Do not show binary data, such as a picture.
  const isText = !/[^\P{C}\t\n\r]|\ufffd/u.test(text.slice(0, shown))
  const begins = isText ? `it begins with ${text.split('\n')[0]?.slice(0, shown).trim()}` : 'the file is no text'
  const message = `The first line is no JSON object: ${begins}. A file of events has one JSON object on each line.`
  return new ApiError('rest_invalid_body', { message })
}

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
