import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '../../src/config.ts'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import { readRange } from '../../src/http/byte-range.ts'
import { createFastPath } from '../../src/http/fast-path.ts'
import { mountMediaFiles } from '../../src/http/media-files.ts'
import { describeSelf } from '../../src/http/openapi/describe-self.ts'
import { createServer } from '../../src/http/server.ts'
import { createLog } from '../../src/lib/log.ts'
import { createDatabaseStore } from '../../src/media/database-store.ts'
import { createFileStore } from '../../src/media/file-store.ts'
import { createLibrary } from '../../src/media/library.ts'
import type { StoredFile } from '../../src/media/store.ts'
import { createCaches } from '../../src/process-caches.ts'
import { defaultWindow } from '../../src/resources/events/find/window.ts'
import { listen, open as openSocket, sendRaw } from './raw-request.ts'

const size = 600_001
const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31) ^ (at >> 8)))
const path = '2026/11/summer-fair-k3x9q2ab.jpg'

const directory = mkdtempSync(join(tmpdir(), 'kalends-test-'))
const library = join(directory, 'media')
const database = openSqlite(join(directory, 'kalends.sqlite'))
const agent = new Agent({ keepAlive: true })
const apps: FastifyInstance[] = []

before(() => migrate(database, 0))
after(async () => {
  agent.destroy()
  for (const app of apps) await app.close()
  await database.close()
  rmSync(directory, { recursive: true, force: true })
})

/** A server that has only files. */
const serve = async (open: (path: string) => Promise<StoredFile | undefined>): Promise<number> => {
  const config = readConfig({ KALENDS_DATA: directory, KALENDS_PUBLIC_URL: 'http://calendar.test' })
  const context = { config, database, clock: Date.now, log: createLog('silent', () => undefined) }
  const reading = createCaches(context)
  const services = {
    app: context,
    caches: reading,
    library: createLibrary(context),
    description: describeSelf([], defaultWindow),
    renderPage: async () => '',
  }
  const app = await createServer(
    context,
    reading,
    createFastPath(services, [], { query: (_path, query) => query, isPage: () => false }),
  )
  mountMediaFiles(app, open)
  apps.push(app)
  return listen(app)
}

type Answer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Sends a path as it is written, over a connection that is used again. */
const ask = async (
  port: number,
  method: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const asked = request({ port, host: '127.0.0.1', method, path: url, headers, agent }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

/** Repeated slashes are one (D2.3). */
const doubledUrls = ['//media/2026/11/a.jpg', '/media//2026/11/a.jpg', '/media/2026//11/a.jpg', '/media/2026/11//a.jpg']

/** URLs that name no image, though a server that decodes, cleans or guesses would find one. */
const hostileUrls = [
  '/media',
  '/media/',
  '/media//',
  '/media/.',
  '/media/..',
  '/media/../kalends.sqlite',
  '/media/../secret.jpg',
  '/media/%2e%2e/secret.jpg',
  '/media/%2E%2E/secret.jpg',
  '/media/..%2fsecret.jpg',
  '/media/%2e%2e%2fsecret.jpg',
  '/media/%252e%252e/secret.jpg',
  '/media/..%5csecret.jpg',
  '/media/..\\secret.jpg',
  '/media/2026/11/../../../secret.jpg',
  '/media/2026/11/%2e%2e/%2e%2e/%2e%2e/secret.jpg',
  '/media/2026/../2026/11/a.jpg',
  '/media/2026/./11/a.jpg',
  '/media/./2026/11/a.jpg',
  '/media/../media/2026/11/a.jpg',
  '/x/../media/2026/11/a.jpg',
  '/./media/2026/11/a.jpg',
  '/media/2026/11/a.jpg/',
  '/media/2026/11/a.jpg.',
  '/media/2026/11/a.jpg%20',
  '/media/2026/11/a.jpg%00',
  '/media/2026/11/a.jpg%00.png',
  '/media/2026/11/a%00.jpg',
  '/media/2026/11/a.jpg%0a',
  '/media/2026/11/a.jpg;x',
  '/media/2026/11/a.jpg#x',
  '/media/2026/11/a.jpg:x',
  '/media/2026/11/%61.jpg',
  '/media/2026/11/a%2ejpg',
  '/media/2026%2f11%2fa.jpg',
  '/media/2026\\11\\a.jpg',
  '/media/2026/11/A.jpg',
  '/media/2026/11/a.JPG',
  '/MEDIA/2026/11/a.jpg',
  '/media/2026/11/a.jpeg',
  '/media/2026/11/a.svg',
  '/media/2026/11/a.html',
  '/media/2026/11/a',
  '/media/2026/11/',
  '/media/2026/11',
  '/media/2026/13/a.jpg',
  '/media/.spool/a.jpg',
  '/media/.spool/x/a.jpg',
  '/media/%2espool/a.jpg',
  '/media//etc/passwd',
  '/media/%2fetc%2fpasswd',
  '/media/%',
  '/media/%zz',
  '/media/%ff%fe',
  '/media/%c0%ae%c0%ae/secret.jpg',
  '/media/%uff0e%uff0e/secret.jpg',
  '/media/http://127.0.0.1/a.jpg',
  '/media/*',
  '/media/2026/11/*.jpg',
  '/media/2026/11/b.jpg',
  `/media/2026/11/${'a'.repeat(300)}.jpg`,
  '/wp-json/media/2026/11/a.jpg',
  '/de/media/2026/11/a.jpg',
]

/** An image under a short name, and files where only an error would lead. */
const plant = (): void => {
  const names = ['secret.jpg', 'media/.spool/a.jpg', 'media/.spool/x/a.jpg', 'media/2026/13/a.jpg']
  for (const name of [...names, 'media/2026/11/A.jpg', 'media/2026/11/a.svg', 'media/2026/11/a.jpeg']) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), 'secret')
  }
}

for (const store of [createFileStore(library), createDatabaseStore()]) {
  describe(`files of images, kept as ${store.name}`, () => {
    let port: number

    before(async () => {
      plant()
      for (const [name, content] of [
        [path, bytes],
        ['2026/11/a.jpg', Buffer.from('short')],
        ['2026/11/a.png', Buffer.from('short')],
        ['2026/11/a.gif', Buffer.from('short')],
        ['2026/11/a.webp', Buffer.from('short')],
        ['2026/11/a.avif', Buffer.from('short')],
      ] as const) {
        const file = join(library, '.spool/source')
        writeFileSync(file, content)
        await database.transact((db) => store.put(db, new Map([[name, file]])))
      }
      port = await serve((asked) => store.open(database, asked))
    })

    const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
      ask(port, method, `/media/${path}`, headers)

    it('are answered whole, with all that keeps them harmless', async () => {
      const { status, headers, body } = await get()
      assert.equal(status, 200)
      assert.ok(bytes.equals(body))
      const { date, etag, connection, 'keep-alive': _, ...others } = headers
      assert.ok(date && connection)
      assert.match(etag ?? '', /^"[\w-]{20,}"$/)
      assert.deepEqual(others, {
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': 'inline',
        'content-length': String(size),
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': 'image/jpeg',
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
    })

    it('have the type of their ending, and a query changes nothing', async () => {
      const tags = new Set<string | undefined>()
      for (const [extension, type] of [
        ['jpg', 'image/jpeg'],
        ['png', 'image/png'],
        ['gif', 'image/gif'],
        ['webp', 'image/webp'],
        ['avif', 'image/avif'],
      ] as const) {
        const { status, headers, body } = await ask(port, 'GET', `/media/2026/11/a.${extension}?v=../1`)
        assert.deepEqual([status, headers['content-type'], body.toString()], [200, type, 'short'])
        tags.add(headers.etag)
      }
      assert.equal(tags.size, 5)
    })

    it('are described by HEAD as by GET, with no body and no range', async () => {
      const [whole, head, ranged] = [await get(), await get({}, 'HEAD'), await get({ range: 'bytes=0-9' }, 'HEAD')]
      for (const { status, headers, body } of [head, ranged]) {
        assert.deepEqual([status, body.length], [200, 0])
        assert.deepEqual({ ...headers, date: '' }, { ...whole.headers, date: '' })
      }
      const raw = await readAll(port, `HEAD /media/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      assert.match(raw, /^HTTP\/1\.1 200 /)
      assert.equal(raw.indexOf('\r\n\r\n'), raw.length - 4)
    })

    it('are not sent again to whoever has them', async () => {
      const etag = (await get()).headers.etag ?? ''
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const { status, headers, body } = await get({ 'if-none-match': known, range: 'bytes=0-9' }, method)
          assert.deepEqual([status, body.length, headers.etag], [304, 0, etag])
          assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
          assert.deepEqual([headers['content-type'], headers['content-length']], [undefined, undefined])
        }
      }
      assert.equal((await get({ 'if-none-match': '"other"' })).status, 200)
    })

    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=0-', 0, size],
      ['bytes=262143-262144', 262_143, 262_145],
      ['bytes=262144-524287', 262_144, 524_288],
      ['bytes=600000-', size - 1, size],
      ['bytes=600000-999999999999', size - 1, size],
      ['bytes=-1', size - 1, size],
      ['bytes=-700000', 0, size],
      ['Bytes=5-5', 5, 6],
    ] as const) {
      it(`are answered in part: ${range}`, async () => {
        const { status, headers, body } = await get({ range })
        assert.equal(status, 206)
        assert.equal(headers['content-range'], `bytes ${start}-${end - 1}/${size}`)
        assert.equal(headers['content-length'], String(end - start))
        assert.equal(headers['content-type'], 'image/jpeg')
        assert.ok(bytes.subarray(start, end).equals(body))
      })
    }

    for (const range of ['bytes=0-1,5-6', 'bytes=5-1', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes 0-1', '0-1']) {
      it(`are answered whole where a range means nothing: ${range}`, async () => {
        const { status, headers, body } = await get({ range })
        assert.deepEqual([status, headers['content-range'], body.length], [200, undefined, size])
      })
    }

    for (const range of ['bytes=600001-', 'bytes=600001-600002', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
      it(`refuse a range that is beyond them: ${range.slice(0, 30)}`, async () => {
        const { status, headers, body } = await get({ range })
        assert.equal(status, 416)
        assert.equal(headers['content-range'], `bytes */${size}`)
        assert.deepEqual([headers['cache-control'], headers.etag], ['no-store, private', undefined])
        assert.equal(JSON.parse(body.toString()).data.status, 416)
      })
    }

    it('answer a range only of the version that is meant', async () => {
      const { etag = '', date = '' } = (await get()).headers
      for (const [condition, status] of [
        [etag, 206],
        [`W/${etag}`, 200],
        ['"other"', 200],
        [date, 200],
        ['Fri, 31 Dec 2100 00:00:00 GMT', 200],
      ] as const) {
        assert.equal((await get({ range: 'bytes=0-1', 'if-range': condition })).status, status, condition)
      }
      // Nothing is beyond a file that is sent whole.
      assert.equal((await get({ range: 'bytes=999999-', 'if-range': '"other"' })).status, 200)
    })

    it('are found only under their own paths', async () => {
      for (const url of ['/media/2026/11/a.jpg', ...doubledUrls]) {
        const answer = await sendRaw(port, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        assert.equal(answer.status, 200, url)
      }
      for (const url of hostileUrls) {
        const answer = await sendRaw(port, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        assert.equal(answer.status, 404, url)
        assert.equal(JSON.parse(answer.body).code, 'rest_no_route', url)
        assert.match(answer.head, /\r\ncache-control: no-store/i, url)
        assert.doesNotMatch(answer.head, /\r\netag:/i, url)
      }
      for (const url of ['/media/2026/11/a.jpg\0', '/media/2026/11/\u00fc.jpg', '/media/2026/11/a b.jpg']) {
        const answer = await sendRaw(port, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        assert.ok(answer.status === 400 || answer.status === 404, `${JSON.stringify(url)}: ${answer.status}`)
      }
      const { status, body } = await ask(port, 'GET', '/media/2026/11/b.jpg')
      assert.deepEqual([status, JSON.parse(body.toString()).message], [404, 'There is no such file.'])
      assert.equal((await ask(port, 'HEAD', '/media/2026/11/b.jpg')).status, 404)
    })

    it('cannot be written', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) assert.equal((await get({}, method)).status, 404, method)
      assert.ok(bytes.equals((await get()).body))
    })
  })
}

/** Everything until the server closes the connection. */
const readAll = async (port: number, message: string): Promise<string> => {
  const socket = await openSocket(port)
  socket.write(message)
  return (await buffer(socket)).toString('latin1')
}

describe('a file that cannot be sent to its end', () => {
  it('is given up when the client goes away', async () => {
    const stream = new Readable({ read: () => void stream.push(Buffer.alloc(65_536)) })
    const port = await serve(async () => ({ size: 2 ** 40, read: () => stream }))
    const socket = await openSocket(port)
    socket.write('GET /media/2026/11/a.jpg HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    assert.ok(!stream.destroyed)
    socket.destroy()
    await once(stream, 'close')
    assert.ok(stream.destroyed)
  })

  it('ends with the connection when it cannot be read any further, never as if it were whole', async () => {
    const pieces = async function* () {
      yield Buffer.alloc(100_000)
      throw new Error('the disk is broken')
    }
    const port = await serve(async () => ({
      size: 200_000,
      read: () => Readable.from(pieces(), { objectMode: false }),
    }))
    const asked = request({ port, host: '127.0.0.1', path: '/media/2026/11/a.jpg', agent }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    assert.equal(response.headers['content-length'], '200000')
    await assert.rejects(buffer(response), { code: 'ECONNRESET' })
    assert.ok(!response.complete)
  })

  it('is an error that is not cached if it cannot be read at all', async () => {
    const read = (): Readable => new Readable({ read: () => void 0 }).destroy(new Error('the disk is broken'))
    const port = await serve(async () => ({ size: 200_000, read }))
    for (const headers of [{}, { range: 'bytes=0-9' }]) {
      const answer = await ask(port, 'GET', '/media/2026/11/a.jpg', headers)
      assert.equal(answer.status, 500)
      assert.equal(JSON.parse(answer.body.toString()).code, 'rest_internal_error')
      assert.equal(answer.headers['cache-control'], 'no-store, private')
    }
  })
})

describe('a range', () => {
  for (const [header, of, expected] of [
    [undefined, 10, 'all'],
    ['', 10, 'all'],
    ['bytes=0-4', 10, { start: 0, end: 5 }],
    ['bytes=00-04', 10, { start: 0, end: 5 }],
    ['bytes=9-9', 10, { start: 9, end: 10 }],
    ['bytes=9-10', 10, { start: 9, end: 10 }],
    ['bytes=10-10', 10, 'unsatisfiable'],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=5-4', 10, 'all'],
    ['bytes=11-10', 10, 'all'],
    ['bytes=-10', 10, { start: 0, end: 10 }],
    ['bytes=-11', 10, { start: 0, end: 10 }],
    ['bytes=-3', 10, { start: 7, end: 10 }],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
    ['BYTES=1-2', 10, { start: 1, end: 3 }],
    ['bytes=1-2, 4-5', 10, 'all'],
    ['bytes=1-2,', 10, 'all'],
    ['bytes=+1-2', 10, 'all'],
    ['bytes=1.0-2', 10, 'all'],
    ['bytes=0x1-2', 10, 'all'],
    ['bytes=1e0-2', 10, 'all'],
    ['bytes=--1', 10, 'all'],
    ['bytes=1-2-3', 10, 'all'],
    ['bytes=1-2\n', 10, 'all'],
    ['bytes', 10, 'all'],
    ['bytes=', 10, 'all'],
    ['seconds=1-2', 10, 'all'],
  ] as const) {
    it(`${JSON.stringify(header)} of ${of} bytes`, () => {
      assert.deepEqual(readRange(header, of), expected)
    })
  }
})
