import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { checkFiles } from '../../src/media/check-files.ts'
import { listPaths } from '../../src/media/images.ts'
import { mediaPath } from '../../src/media/store.ts'
import type { MediaRecord } from '../../src/resources/media/record.ts'
import { listen } from '../http/raw-request.ts'
import { basic, type Calendar, createCalendar } from '../support/calendar.ts'
import type { HostileUpload } from './hostile-forms.ts'
import { marker, pictures } from './hostile-images.ts'
import { makeHostileUploads } from './hostile-uploads.ts'
import { findBroken, readFiles, upload } from './uploading.ts'

// All that the server could write by mistake lands here: beside its data, in the directory for temporary files, in the current one.
const outside = mkdtempSync(join(tmpdir(), 'kalends-hostile-'))
const home = process.cwd()
const canary = join(outside, 'canary/x.png')
mkdirSync(dirname(canary))
writeFileSync(canary, 'untouched')
process.env['TMPDIR'] = outside
process.chdir(outside)
after(() => {
  process.chdir(home)
  rmSync(outside, { recursive: true, force: true })
})

const uploads = makeHostileUploads(canary)

type Answer = { readonly status: number; readonly body: unknown; readonly text: string }

/** Sends a request as it is; the server closes the connection when it has answered. */
const send = async (port: number, authorization: string, evil: HostileUpload): Promise<Answer> => {
  const { length = evil.body.length } = evil
  const isChunked = length === 'chunked'
  const first = [
    'POST /wp-json/wp/v2/media HTTP/1.1',
    'Host: calendar.test',
    'Connection: close',
    `Authorization: ${authorization}`,
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${BigInt(length)}`,
  ]
  const lines = [...first.map((line) => Buffer.from(line)), ...evil.headers].flatMap((line) => [
    line,
    Buffer.from('\r\n'),
  ])
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('utf8')
  await once(socket, 'connect')
  socket.write(Buffer.concat([...lines, Buffer.from('\r\n')]))
  for (const piece of isChunked ? chunksOf(evil.body) : [evil.body]) socket.write(piece)
  if (evil.isCut) socket.end()
  // The server may have closed already.
  const received = await text(socket).catch((error) => `no answer: ${error}`)
  socket.destroy()
  const at = received.indexOf('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0)
  return { status, text: received, body: parse(received.slice(at + 4)) }
}

const chunksOf = (body: Buffer): Buffer[] => {
  const size = Math.max(50, Math.ceil(body.length / 100))
  const starts = Array.from({ length: Math.ceil(body.length / size) }, (_, index) => index * size)
  const chunks = starts.map((at) => body.subarray(at, at + size))
  const framed = chunks.map((chunk) => Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, end]))
  return [...framed, Buffer.from('0\r\n\r\n')]
}

const end = Buffer.from('\r\n')

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** What is wrong with an answer. */
const findAnswerFaults = ({ isCut, isTaken }: HostileUpload, { status, body, text: all }: Answer): string[] => {
  if (status === 0 && isCut) return []
  const faults = isTaken !== undefined && isTaken !== (status === 201) ? [`${isTaken ? 'not ' : ''}taken: ${all}`] : []
  if (status === 201) return faults
  const { code, message, data } = (body ?? {}) as Record<string, unknown>
  const isError = typeof code === 'string' && typeof message === 'string' && message !== ''
  const said = (data as { status?: number } | undefined)?.status
  return status >= 400 && status < 500 && isError && said === status ? faults : [...faults, `answered ${all}`]
}

/** What is wrong with an image that was taken, and with its files. */
const findImageFaults = async (address: string, record: MediaRecord): Promise<string[]> => {
  const files = await readFiles(address, record)
  const faults = await findBroken(record, files)
  for (const [path, bytes] of files) {
    if (!mediaPath.test(path)) faults.push(`${path} is no path of an image`)
    if (bytes.includes(marker)) faults.push(`${path} holds what was sent`)
  }
  if (!record.source_url.startsWith('http://calendar.test/media/')) faults.push(record.source_url)
  if (/[\p{Cc}<>]/u.test(record.title.rendered)) faults.push(`the title ${JSON.stringify(record.title.rendered)}`)
  if (!/^[a-z0-9-]+$/.test(record.slug)) faults.push(`the slug ${record.slug}`)
  return faults
}

/** Every file below a directory, with its path. */
const walk = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))

/** Files that are neither the database nor in its library, and those that the library lacks. */
const findFileFaults = async ({ database, databasePath }: Calendar): Promise<string[]> => {
  const data = `${dirname(databasePath)}/`
  const wanted = new Set((await listPaths(database)).map(({ path }) => `media/${path}`))
  const rows = await database.kysely.selectFrom('media_file').select('path').execute()
  const all = walk(outside)
  const files = all.filter((file) => file.startsWith(data)).map((file) => file.slice(data.length))
  const kept = files.filter((file) => !/^kalends\.sqlite(-wal|-shm)?$/.test(file))
  const present = new Set([...kept, ...rows.map(({ path }) => `media/${path}`)])
  const strays = [...present].filter((path) => !wanted.has(path) || !mediaPath.test(path.replace('media/', '')))
  const others = all.filter((file) => !file.startsWith(data) && file !== canary && !known.has(file))
  return [
    ...strays.map((path) => `${path} is no file of an image`),
    ...[...wanted].filter((path) => !present.has(path)).map((path) => `${path} is missing`),
    ...readdirSync(join(data, 'media/.spool')).map((name) => `${name} is in the spool`),
    ...others.map((file) => `${file} is outside`),
    ...(readFileSync(canary, 'utf8') === 'untouched' ? [] : ['the canary was touched']),
  ]
}

/** Files of other calendars in this process. */
const known = new Set<string>()

/** A spool may be emptied a moment after the answer. */
const settle = async (calendar: Calendar): Promise<string[]> => {
  for (let turn = 0; ; turn++) {
    const faults = await findFileFaults(calendar)
    if (faults.length === 0 || turn === 3000) return faults
    await sleep(20)
  }
}

for (const store of ['files', 'database'] as const) {
  describe(`uploads of evil intent into ${store}`, () => {
    let calendar: Calendar
    let port = 0
    let address = ''
    let authorization = ''
    const taken: MediaRecord[] = []
    before(async () => {
      calendar = await createCalendar({ environment: { KALENDS_MEDIA_STORE: store } })
      port = await listen(calendar.app)
      address = `http://127.0.0.1:${port}`
      authorization = basic('admin', calendar.secrets.admin)
      // The spool is made by the first one.
      assert.equal((await upload({ address, secret: calendar.secrets.admin }, pictures.png)).status, 201)
      const data = `${dirname(calendar.databasePath)}/`
      for (const file of walk(outside)) if (!file.startsWith(data)) known.add(file)
    })
    after(() => calendar.close())

    for (const evil of uploads) {
      it(evil.title, async () => {
        const answer = await send(port, authorization, evil)
        const faults = findAnswerFaults(evil, answer)
        if (answer.status === 201) {
          const record = answer.body as MediaRecord
          taken.push(record)
          faults.push(...(await findImageFaults(address, record)))
        }
        assert.deepEqual([...faults, ...(await settle(calendar))], [])
      })
    }

    it('leave a server that answers, and a sound library', async () => {
      assert.ok(uploads.length >= 220 && taken.length > 100 && uploads.length - taken.length > 100)
      const reply = await upload({ address, secret: calendar.secrets.admin }, pictures.jpeg)
      assert.equal(reply.status, 201)
      const config = readConfig({ KALENDS_DATA: dirname(calendar.databasePath), KALENDS_MEDIA_STORE: store })
      assert.deepEqual(await checkFiles(calendar.database, config, { repair: false, move: false }), [])
      assert.deepEqual(
        calendar.log.filter((line) => line.includes('"level":"error"')),
        [],
      )
    })

    it('would be noticed if they left anything', async () => {
      assert.deepEqual(await settle(calendar), [])
      const data = dirname(calendar.databasePath)
      const month = join(data, 'media/2026/11')
      mkdirSync(month, { recursive: true })
      const planted = [
        join(month, 'evil.php'),
        join(month, 'picture-bbbbbbbb.png'),
        join(data, 'x.png'),
        join(data, 'media/.htaccess'),
        join(data, 'media/.spool/x'),
        join(outside, 'x.png'),
      ]
      for (const file of planted) {
        writeFileSync(file, pictures.png)
        assert.match((await findFileFaults(calendar)).join(), /is no file of an image|is outside/, file)
        rmSync(file)
      }
      writeFileSync(canary, 'touched')
      assert.deepEqual(await findFileFaults(calendar), ['the canary was touched'])
      writeFileSync(canary, 'untouched')
      assert.deepEqual(await findFileFaults(calendar), [])
    })
  })
}

describe('what is told of a file that is served', () => {
  it('notices a payload, another type, and a file that is cut off', async () => {
    const calendar = await createCalendar()
    const address = `http://127.0.0.1:${await listen(calendar.app)}`
    const { body } = await upload({ address, secret: calendar.secrets.admin }, pictures.jpeg)
    const file = join(dirname(calendar.databasePath), 'media', body.media_details.file)
    const whole = readFileSync(file)
    assert.deepEqual(await findImageFaults(address, body), [])
    const plants: [Buffer | string, RegExp][] = [
      [Buffer.concat([whole, Buffer.from(marker)]), /holds what was sent/],
      [pictures.png, /is png and not jpeg/],
      [`<script>${marker}</script>`, /cannot be decoded.*holds what was sent/],
      [whole.subarray(0, -100), /cannot be decoded/],
      ['', /cannot be decoded/],
    ]
    for (const [bytes, says] of plants) {
      writeFileSync(file, bytes)
      assert.match((await findImageFaults(address, body)).join(), says)
    }
    await calendar.close()
  })
})
