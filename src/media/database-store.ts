import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Db } from '../db/database.ts'
import { type MediaStore, mediaPath } from './store.ts'

/** Bytes of a row; only the last row of a file has fewer. */
const chunkSize = 256 * 1024

/** Paths that are listed with one statement. */
const listSize = 1000

/** Keeps the files of images in the database, in rows of 256 KiB, so that a backup of the database has everything. */
export const createDatabaseStore = (): MediaStore => ({
  name: 'database',
  put: async (db, files) => {
    for (const [path, file] of files) await putFile(db, path, file)
  },
  remove: removeFile,
  open: async (db, path) => {
    if (!mediaPath.test(path)) return undefined
    const file = await db.kysely.selectFrom('media_file').select('size').where('path', '=', path).executeTakeFirst()
    return file && { size: file.size, read: (start, end) => Readable.from(readChunks(db, path, start, end), bytesOnly) }
  },
  list: async function* (db) {
    // Page by page, because an open statement would block everything else that needs the database.
    for (let last = ''; ; ) {
      const query = db.kysely.selectFrom('media_file').select('path').where('path', '>', last)
      const rows = await query.orderBy('path').limit(listSize).execute()
      for (const { path } of rows) yield path
      if (rows.length < listSize) return
      last = rows.at(-1)?.path ?? last
    }
  },
})

const bytesOnly = { objectMode: false } as const

const putFile = async (db: Db, path: string, file: string): Promise<void> => {
  if (!mediaPath.test(path)) throw new Error(`${path} is no path of an image.`)
  const { size } = await stat(file)
  await removeFile(db, path)
  await db.kysely.insertInto('media_file').values({ path, size }).execute()
  let position = 0
  for await (const bytes of createReadStream(file, { highWaterMark: chunkSize })) {
    await db.kysely.insertInto('media_chunk').values({ path, position, bytes }).execute()
    position++
  }
}

/** The rows with the bytes go with it. */
async function removeFile({ kysely }: Db, path: string): Promise<void> {
  await kysely.deleteFrom('media_file').where('path', '=', path).execute()
}

async function* readChunks({ kysely }: Db, path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let position = Math.floor(start / chunkSize); position * chunkSize < end; position++) {
    const query = kysely.selectFrom('media_chunk').select('bytes').where('path', '=', path)
    const { bytes } = await query.where('position', '=', position).executeTakeFirstOrThrow()
    const first = position * chunkSize
    yield bytes.subarray(Math.max(0, start - first), end - first)
  }
}
