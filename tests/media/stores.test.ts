import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createDatabaseStore } from '../../src/media/database-store.ts'
import { createFileStore, spoolName } from '../../src/media/file-store.ts'
import type { MediaStore } from '../../src/media/store.ts'

const chunk = 256 * 1024

const bytesOf = (size: number): Buffer =>
  Buffer.from(Uint32Array.from({ length: size / 4 + 1 }, (_, at) => at * 2654435761).buffer).subarray(0, size)

const directory = mkdtempSync(join(tmpdir(), 'kalends-test-'))
const library = join(directory, 'media')
let database: Database
/** Called before each statement. */
let onStatement: (text: string) => void = () => undefined

before(async () => {
  database = openSqlite(join(directory, 'kalends.sqlite'), { onStatement: (text) => onStatement(text) })
  await migrate(database, 0)
})
after(async () => {
  await database.close()
  rmSync(directory, { recursive: true, force: true })
})

let sources = 0

/** A file to be put, where the spool would have it. */
const write = (bytes: Buffer): string => {
  const file = join(library, spoolName, `${sources++}`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  return file
}

const put = (store: MediaStore, path: string, bytes: Buffer): Promise<void> =>
  database.transact((db) => store.put(db, new Map([[path, write(bytes)]])))

const read = async (store: MediaStore, path: string, start = 0, end?: number): Promise<Buffer> => {
  const file = await store.open(database, path)
  assert.ok(file, path)
  return buffer(file.read(start, end ?? file.size))
}

const list = async (paths: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = []
  for await (const path of paths) all.push(path)
  return all.sort()
}

/** Names that are no paths of images; under many of them there is a file that nobody may ever get. */
const hostilePaths = [
  '',
  '.',
  '..',
  '/',
  '../kalends.sqlite',
  '../secret.jpg',
  './2026/11/a.jpg',
  '2026/11/../../../secret.jpg',
  '2026/11/../../../kalends.sqlite',
  '2026/../../secret.jpg',
  '2026/11/../11/a.jpg',
  '2026/11/./a.jpg',
  '2026/11//a.jpg',
  '2026//11/a.jpg',
  '/2026/11/a.jpg',
  '//2026/11/a.jpg',
  '2026/11/a.jpg/',
  '2026/11/a.jpg/.',
  '2026/11/a.jpg.',
  '2026/11/a.jpg ',
  ' 2026/11/a.jpg',
  '2026/11/a.jpg\n',
  '\n2026/11/a.jpg',
  '2026/11/a.jpg\0',
  '2026/11/a\0.jpg',
  '2026/11/a.jpg\0.png',
  '2026/11/A.jpg',
  '2026/11/a.JPG',
  '2026/11/a.jpeg',
  '2026/11/a.svg',
  '2026/11/a.html',
  '2026/11/a.jpg.html',
  '2026/11/a',
  '2026/11/.jpg',
  '2026/11/-a.jpg',
  '2026/11/a-.jpg',
  '2026/11/a--b.jpg',
  '2026/11/a_b.jpg',
  '2026/11/a b.jpg',
  '2026/11/ä.jpg',
  '2026/11/a%2e.jpg',
  '2026/11/%2e%2e/%2e%2e/%2e%2e/secret.jpg',
  '2026%2f11%2fa.jpg',
  '2026\\11\\a.jpg',
  '2026/11/..\\..\\secret.jpg',
  '2026/00/a.jpg',
  '2026/13/a.jpg',
  '2026/1/a.jpg',
  '26/11/a.jpg',
  '12026/11/a.jpg',
  '2026/a.jpg',
  'a.jpg',
  '2026/11/b/a.jpg',
  '.spool/a.jpg',
  '.spool/11/a.jpg',
  '2026/11',
  '2026/11/',
  '٢٠٢٦/11/a.jpg',
  join(directory, 'secret.jpg'),
  join(library, '2026/11/a.jpg'),
  `file://${join(directory, 'secret.jpg')}`,
]

const stores: readonly MediaStore[] = [createFileStore(library), createDatabaseStore()]

for (const store of stores) {
  describe(`images kept as ${store.name}`, () => {
    for (const size of [1, chunk - 1, chunk, chunk + 1, 5 * 1024 * 1024]) {
      it(`come back byte for byte: ${size} bytes`, async () => {
        const path = `2026/11/size-${size}.jpg`
        await put(store, path, bytesOf(size))
        const file = await store.open(database, path)
        assert.equal(file?.size, size)
        assert.ok(bytesOf(size).equals(await read(store, path)))
      })
    }

    it('come back in part', async () => {
      const size = 3 * chunk + 1000
      const bytes = bytesOf(size)
      await put(store, '2026/11/range.png', bytes)
      const edges = [
        0,
        1,
        chunk - 1,
        chunk,
        chunk + 1,
        2 * chunk,
        3 * chunk - 1,
        3 * chunk,
        3 * chunk + 1,
        size - 1,
        size,
      ]
      for (const start of edges) {
        for (const end of edges.filter((edge) => edge > start)) {
          const part = await read(store, '2026/11/range.png', start, end)
          assert.ok(bytes.subarray(start, end).equals(part), `${start} to ${end}`)
        }
      }
    })

    it('are replaced when the same is put again, by a longer or a shorter one', async () => {
      for (const size of [chunk + 5, 2 * chunk + 7, 10]) {
        await put(store, '2026/11/again.webp', bytesOf(size))
        assert.ok(bytesOf(size).equals(await read(store, '2026/11/again.webp')))
      }
    })

    it('are listed, and no longer once they are removed', async () => {
      const paths = ['1999/01/a.gif', '2026/12/a-b-c.avif', '2027/10/x1.jpg']
      for (const path of paths) await put(store, path, bytesOf(10))
      const all = await list(store.list(database))
      assert.deepEqual(
        all.filter((path) => paths.includes(path)),
        paths,
      )
      assert.deepEqual(all, [...new Set(all)])
      for (const path of paths) {
        await database.transact((db) => store.remove(db, path))
        assert.equal(await store.open(database, path), undefined)
        // What is gone already is no fault.
        await database.transact((db) => store.remove(db, path))
      }
      assert.deepEqual(
        await list(store.list(database)),
        all.filter((path) => !paths.includes(path)),
      )
    })

    it('are undefined if there is no file', async () => {
      for (const path of ['2026/11/none.jpg', '2099/01/none.jpg', `2026/11/${'a'.repeat(5000)}.jpg`]) {
        assert.equal(await store.open(database, path), undefined)
      }
    })

    it('have no other paths than those that Kalends makes', async () => {
      await put(store, '2026/11/a.jpg', bytesOf(10))
      plant()
      for (const path of hostilePaths) {
        await database.transact(({ kysely }) => kysely.insertInto('media_file').values({ path, size: 0 }).execute())
        assert.equal(await store.open(database, path), undefined, JSON.stringify(path))
        const source = write(bytesOf(20))
        await assert.rejects(
          database.transact((db) => store.put(db, new Map([[path, source]]))),
          /is no path of an image/,
          JSON.stringify(path),
        )
        assert.ok(existsSync(source), path)
        await database.transact(({ kysely }) => kysely.deleteFrom('media_file').where('path', '=', path).execute())
      }
      assert.equal(statSync(join(directory, 'secret.jpg')).size, 6)
      assert.ok(bytesOf(10).equals(await read(store, '2026/11/a.jpg')))
    })
  })
}

/** Files under the names that some of the hostile paths would reach. */
const plant = (): void => {
  const names = ['secret.jpg', 'media/.spool/a.jpg', 'media/.spool/11/a.jpg', 'media/2026/13/a.jpg', 'media/a.jpg']
  for (const name of [...names, 'media/2026/11/A.jpg', 'media/2026/11/b/a.jpg', 'media/2026/11/a.svg']) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), 'secret')
  }
}

describe('images in files', () => {
  const store = createFileStore(library)

  it('are moved, not copied, into private directories', async () => {
    const source = write(bytesOf(10))
    const { ino } = statSync(source)
    await store.put(database, new Map([['2031/05/moved.jpg', source]]))
    assert.ok(!existsSync(source))
    assert.equal(statSync(join(library, '2031/05/moved.jpg')).ino, ino)
    for (const made of ['2031', '2031/05']) assert.equal(statSync(join(library, made)).mode & 0o777, 0o700)
  })

  it('are not taken where there is no place for them', async () => {
    mkdirSync(library, { recursive: true })
    writeFileSync(join(library, '2032'), 'no directory')
    const source = write(bytesOf(10))
    await assert.rejects(store.put(database, new Map([['2032/01/a.jpg', source]])), /EEXIST|ENOTDIR/)
    assert.ok(existsSync(source))
    assert.equal(await store.open(database, '2032/01/a.jpg'), undefined)
    mkdirSync(join(library, '2033/01/a.jpg'), { recursive: true })
    await assert.rejects(store.put(database, new Map([['2033/01/a.jpg', source]])), /EISDIR/)
    assert.equal(await store.open(database, '2033/01/a.jpg'), undefined)
  })

  it('are not reached through symbolic links', async () => {
    const outside = join(directory, 'outside')
    mkdirSync(join(outside, '01'), { recursive: true })
    for (const name of ['a.jpg', '01/a.jpg']) writeFileSync(join(outside, name), 'secret')
    mkdirSync(join(library, '2034/01'), { recursive: true })
    symlinkSync(join(outside, 'a.jpg'), join(library, '2034/01/a.jpg'))
    symlinkSync('b.jpg', join(library, '2034/01/b.jpg'))
    symlinkSync(outside, join(library, '2034/02'))
    symlinkSync(outside, join(library, '2035'))
    for (const path of ['2034/01/a.jpg', '2034/01/b.jpg', '2034/02/a.jpg', '2035/01/a.jpg']) {
      assert.ok(path.endsWith('b.jpg') || existsSync(join(library, path)))
      assert.equal(await store.open(database, path), undefined, path)
    }
    const listed = await list(store.list(database))
    assert.deepEqual(
      listed.filter((path) => /^203[45]/.test(path)),
      [],
    )
  })

  it('are reached where the library itself is a symbolic link', async () => {
    await store.put(database, new Map([['2036/01/a.jpg', write(bytesOf(10))]]))
    symlinkSync(library, join(directory, 'link'))
    assert.ok(bytesOf(10).equals(await read(createFileStore(join(directory, 'link')), '2036/01/a.jpg')))
  })

  it('fail to be read when they have become shorter than was said', async () => {
    await store.put(database, new Map([['2036/02/a.jpg', write(bytesOf(100_000))]]))
    const file = await store.open(database, '2036/02/a.jpg')
    writeFileSync(join(library, '2036/02/a.jpg'), bytesOf(90_000))
    assert.ok(file)
    await assert.rejects(buffer(file.read(0, file.size)), /has become shorter/)
  })

  it('leave no open file, whether they are read, read in part or not at all', {
    skip: existsSync('/proc/self/fd') ? false : 'this system does not list open files',
  }, async () => {
    const path = '2036/03/a.jpg'
    await store.put(database, new Map([[path, write(bytesOf(chunk))]]))
    const isOpen = (): boolean =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith(path)
        } catch {
          return false
        }
      })
    const file = await store.open(database, path)
    assert.ok(file)
    const part = file.read(0, file.size)
    await once(part, 'readable')
    assert.ok(isOpen())
    await destroy(part)
    assert.ok(!isOpen())
    await buffer(file.read(0, file.size))
    await destroy(file.read(0, file.size))
    assert.ok(!isOpen())
  })

  it('are distinguished from other files in their directories', async () => {
    const root = join(directory, 'strays')
    assert.deepEqual(await list(createFileStore(root).list(database)), [])
    const strays = ['2026/11/a.jpg.part', '2026/11/deeper/a.jpg', '2026/13/a.jpg', 'lost/found', 'README', 'x/.spool/a']
    for (const name of [...strays, '2026/11/a.jpg', `${spoolName}/abc/source`]) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), '')
    }
    symlinkSync('a.jpg', join(root, '2026/11/b.jpg'))
    assert.deepEqual(await list(createFileStore(root).list(database)), ['2026/11/a.jpg'])
  })
})

const destroy = async (stream: Readable): Promise<void> => {
  stream.destroy()
  await once(stream, 'close')
}

describe('images in the database', () => {
  const store = createDatabaseStore()
  const chunksOf = (path: string): Promise<unknown[]> =>
    database.kysely.selectFrom('media_chunk').select('position').where('path', '=', path).execute()

  /** Counts the statements that fit while `work` runs. */
  const count = async (pattern: RegExp, work: () => Promise<void>): Promise<number> => {
    let found = 0
    onStatement = (text) => {
      if (pattern.test(text)) found++
    }
    await work().finally(() => {
      onStatement = () => undefined
    })
    return found
  }

  it('are not there when the transaction fails afterwards', async () => {
    const failing = database.transact(async (db) => {
      await store.put(db, new Map([['2027/01/a.jpg', write(bytesOf(2 * chunk))]]))
      throw new Error('afterwards')
    })
    await assert.rejects(failing, /afterwards/)
    assert.equal(await store.open(database, '2027/01/a.jpg'), undefined)
    assert.deepEqual(await chunksOf('2027/01/a.jpg'), [])
  })

  it('are not there when a statement fails in the middle', async () => {
    let inserts = 0
    onStatement = (text) => {
      if (/^insert into "media_chunk"/.test(text) && ++inserts === 2) throw new Error('the disk is full')
    }
    await assert.rejects(put(store, '2027/02/a.jpg', bytesOf(3 * chunk)), /the disk is full/)
    onStatement = () => undefined
    assert.equal(inserts, 2)
    assert.equal(await store.open(database, '2027/02/a.jpg'), undefined)
    assert.deepEqual(await chunksOf('2027/02/a.jpg'), [])
  })

  it('are kept as they were when there is nothing to put in their place', async () => {
    await put(store, '2027/03/a.jpg', bytesOf(10))
    const absent = join(directory, 'absent')
    await assert.rejects(
      database.transact((db) => store.put(db, new Map([['2027/03/a.jpg', absent]]))),
      /ENOENT/,
    )
    assert.ok(bytesOf(10).equals(await read(store, '2027/03/a.jpg')))
  })

  it('take their rows with them', async () => {
    await put(store, '2027/04/a.jpg', bytesOf(2 * chunk + 1))
    assert.equal((await chunksOf('2027/04/a.jpg')).length, 3)
    await database.transact((db) => store.remove(db, '2027/04/a.jpg'))
    assert.deepEqual(await chunksOf('2027/04/a.jpg'), [])
  })

  it('are read row by row: each row when it is needed, and only rows within the range', async () => {
    await put(store, '2027/05/a.jpg', bytesOf(20 * chunk))
    const selects = /^select .* from "media_chunk"/
    for (const [start, end, expected] of [
      [0, 1, 1],
      [0, chunk, 1],
      [chunk - 1, chunk + 1, 2],
      [chunk, 2 * chunk, 1],
      [19 * chunk, 20 * chunk, 1],
    ] as const) {
      const found = await count(selects, async () => void (await read(store, '2027/05/a.jpg', start, end)))
      assert.equal(found, expected, `${start} to ${end}`)
    }
    const found = await count(selects, async () => {
      const file = await store.open(database, '2027/05/a.jpg')
      assert.ok(file)
      const stream = file.read(0, file.size)
      await once(stream, 'readable')
      await new Promise((resolve) => setImmediate(resolve))
      await destroy(stream)
    })
    assert.ok(found >= 1 && found <= 3, `${found} of 20 rows`)
  })

  it('are all listed, however many there are', async () => {
    const paths = Array.from({ length: 2001 }, (_, at) => `2030/01/m${at}.jpg`).sort()
    await database.transact(async ({ kysely }) => {
      for (const path of paths) await kysely.insertInto('media_file').values({ path, size: 1 }).execute()
    })
    const all = await list(store.list(database))
    assert.deepEqual(
      all.filter((path) => path.startsWith('2030/')),
      paths,
    )
  })

  it('can be listed while other requests use the database', async () => {
    for await (const path of store.list(database)) {
      assert.ok(await store.open(database, path))
      break
    }
    assert.ok((await list(store.list(database))).length > 0)
  })
})
