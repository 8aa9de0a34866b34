import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { ApiError } from '../../src/core/errors.ts'
import { createSpool } from '../../src/media/spool.ts'

const directory = mkdtempSync(join(tmpdir(), 'kalends-test-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const spool = createSpool(join(directory, 'media/.spool'))

const isTooLarge = (error: unknown): boolean => error instanceof ApiError && error.code === 'rest_body_too_large'

describe('directories of the spool', () => {
  it('are new, empty and private', async () => {
    const paths = await Promise.all(Array.from({ length: 10 }, () => spool.open()))
    assert.equal(new Set(paths).size, 10)
    for (const path of paths) {
      assert.equal(dirname(path), join(directory, 'media/.spool'))
      assert.deepEqual(readdirSync(path), [])
      assert.equal(statSync(path).mode & 0o777, 0o700)
      await spool.discard(path)
    }
    assert.equal(statSync(join(directory, 'media/.spool')).mode & 0o777, 0o700)
  })

  it('are discarded with all that is in them, once or twice', async () => {
    const path = await spool.open()
    writeFileSync(join(path, 'full.jpg'), 'x')
    await spool.discard(path)
    assert.ok(!existsSync(path))
    await spool.discard(path)
  })

  it('are swept when an hour has passed', async () => {
    const now = Date.parse('2026-11-20T15:00:00Z')
    const ages = [0, 3599, 3600, 3601, 86_400, -60]
    const paths = await Promise.all(ages.map(() => spool.open()))
    for (const [at, path] of paths.entries()) {
      writeFileSync(join(path, 'full.jpg'), 'x')
      const time = now / 1000 - (ages[at] ?? 0)
      utimesSync(path, time, time)
    }
    const old = paths.slice(2, 5)
    assert.deepEqual((await spool.sweep(now)).sort(), old.map((path) => basename(path)).sort())
    assert.deepEqual(
      paths.map((path) => existsSync(path)),
      [true, true, false, false, false, true],
    )
    assert.deepEqual(await spool.sweep(now), [])
  })

  it('need not be there to be swept', async () => {
    assert.deepEqual(await createSpool(join(directory, 'none')).sweep(Date.now()), [])
    assert.ok(!existsSync(join(directory, 'none')))
  })
})

describe('a received stream', () => {
  let files = 0
  const newFile = (): string => join(directory, `received-${files++}`)
  const piecesOf = (size: number): Buffer[] =>
    Array.from({ length: Math.ceil(size / 7000) }, (_, at) => Buffer.alloc(Math.min(7000, size - at * 7000), at % 256))

  for (const size of [0, 1, 6999, 7000, 7001, 100_000]) {
    it(`is written as it comes: ${size} bytes`, async () => {
      const file = newFile()
      const pieces = piecesOf(size)
      const received = await spool.receive(Readable.from(pieces), file, 100_000)
      const bytes = Buffer.concat(pieces)
      assert.deepEqual(received, { size, digest: createHash('sha256').update(bytes).digest('base64url') })
      assert.ok(bytes.equals(readFileSync(file)))
      assert.equal(statSync(file).mode & 0o777, 0o600)
    })
  }

  for (const size of [100_001, 200_000]) {
    it(`is refused beyond the limit: ${size} bytes`, async () => {
      const file = newFile()
      await assert.rejects(spool.receive(Readable.from(piecesOf(size)), file, 100_000), isTooLarge)
      assert.ok(!existsSync(file))
    })
  }

  it('is refused at once, and left to whoever opened it', async () => {
    const file = newFile()
    const stream = new PassThrough()
    stream.write(Buffer.alloc(11))
    await assert.rejects(spool.receive(stream, file, 10), isTooLarge)
    assert.ok(!existsSync(file))
    assert.ok(!stream.destroyed)
    stream.write('the rest')
    assert.equal(String(stream.read()), 'the rest')
    // Nor is it a fault of the process when it breaks then.
    stream.destroy(new Error('broken'))
    await new Promise((resolve) => stream.on('close', resolve))
  })

  it('never takes the place of another file', async () => {
    const file = newFile()
    writeFileSync(file, 'here before')
    await assert.rejects(spool.receive(Readable.from(piecesOf(10)), file, 100), { code: 'EEXIST' })
    assert.equal(readFileSync(file, 'utf8'), 'here before')
  })

  it('finds faults of the disk as they are', async () => {
    const file = join(directory, 'no-directory', 'file')
    await assert.rejects(spool.receive(Readable.from(piecesOf(10)), file, 100), { code: 'ENOENT' })
  })

  for (const [name, breakOff] of [
    ['is destroyed', (stream: PassThrough) => void stream.destroy()],
    ['fails', (stream: PassThrough) => void stream.destroy(new Error('broken'))],
  ] as const) {
    it(`leaves nothing when it ${name} on its way`, async () => {
      const file = newFile()
      const stream = new PassThrough()
      stream.write(Buffer.alloc(5000))
      const received = spool.receive(stream, file, 100_000)
      const refused = assert.rejects(received, name === 'fails' ? /broken/ : { code: 'ERR_STREAM_PREMATURE_CLOSE' })
      setImmediate(() => breakOff(stream))
      await refused
      assert.ok(!existsSync(file))
    })

    it(`leaves nothing when it ${name} before its first byte`, async () => {
      const file = newFile()
      const stream = new PassThrough().on('error', () => undefined)
      const closed = new Promise((resolve) => stream.on('close', resolve))
      breakOff(stream)
      await closed
      await assert.rejects(spool.receive(stream, file, 100_000))
      assert.ok(!existsSync(file))
    })
  }

  it('that is a request can be answered when it is too large, and leaves nothing when the client goes away', async () => {
    const file = newFile()
    const outcomes: unknown[] = []
    const server = createServer((incoming, response) => {
      spool.receive(incoming, file, 100_000).catch((error) => {
        outcomes.push(error)
        server.emit('refused')
        incoming.resume()
        response.writeHead(413).end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const upload = () => request({ port, host: '127.0.0.1', method: 'POST' }).on('error', () => undefined)

    const large = upload()
    large.write(Buffer.alloc(200_000))
    const [answer] = await once(large, 'response')
    assert.equal(answer.statusCode, 413)
    large.end()
    answer.resume()
    assert.ok(isTooLarge(outcomes[0]))

    const broken = upload()
    broken.write(Buffer.alloc(50_000))
    server.once('request', () => broken.destroy())
    await once(server, 'refused')
    assert.equal((outcomes[1] as NodeJS.ErrnoException).code, 'ECONNRESET')
    assert.ok(!existsSync(file))
    server.closeAllConnections()
    server.close()
  })
})
