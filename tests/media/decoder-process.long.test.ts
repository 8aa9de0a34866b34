import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { createDecoder, type Decoder, ImageFault } from '../../src/media/decoder.ts'
import { createCalendar } from '../support/calendar.ts'
import { listChildren, prepareBytes } from './decoding.ts'
import { makePicture } from './pictures.ts'

// What is tested here shows in /proc.
const options = { skip: process.platform !== 'linux', timeout: 600_000 }

const start = (t: TestContext, timeout?: number): Decoder => {
  const decoder = createDecoder(timeout === undefined ? {} : { timeout })
  t.after(() => decoder.close())
  return decoder
}

const isBroken = (message: RegExp) => (error: unknown) =>
  error instanceof ImageFault && error.reason === 'content' && message.test(error.message)

const isClosed = { code: 'rest_service_unavailable', message: 'The server is stopping.' }

const findChild = async (): Promise<number> => {
  const children = await listChildren()
  assert.equal(children.length, 1)
  return children[0] ?? 0
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(5)
}

const makeRoom = async (t: TestContext): Promise<{ readonly source: string; readonly written: string }> => {
  const root = await mkdtemp(join(tmpdir(), 'kalends-decoder-'))
  t.after(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'written'))
  return { source: join(root, 'source'), written: join(root, 'written') }
}

const small = await makePicture('png')

/** Its full size is written long before its others. */
const makeLarge = (): Promise<Buffer> => makePicture('avif', { width: 2400, height: 1600, isGrainy: true })

test('one process decodes image after image', options, async (t) => {
  const decoder = start(t)
  assert.deepEqual(await listChildren(), [])
  await prepareBytes(decoder, small)
  const child = await findChild()
  await Promise.all([prepareBytes(decoder, small), prepareBytes(decoder, small)])
  assert.equal(await findChild(), child)
})

test('the process yields to the server and knows none of its secrets', options, async (t) => {
  process.env['KALENDS_SECRET'] = 'hidden'
  process.env['NODE_OPTIONS'] = '--no-warnings'
  t.after(() => {
    delete process.env['KALENDS_SECRET']
    delete process.env['NODE_OPTIONS']
  })
  await prepareBytes(start(t), small)
  const directory = `/proc/${await findChild()}`
  const names = (await readFile(`${directory}/environ`, 'utf8')).split('\0').map((entry) => entry.split('=')[0])
  assert.ok(names.includes('PATH'))
  assert.deepEqual(
    names.filter((name) => name?.startsWith('KALENDS_') || name === 'NODE_OPTIONS'),
    [],
  )
  for (const thread of await readdir(`${directory}/task`)) {
    const fields = (await readFile(`${directory}/task/${thread}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
    assert.equal(fields[16], '10')
  }
  assert.equal((await readFile(`${directory}/oom_score_adj`, 'utf8')).trim(), '1000')
})

test(
  'an image for which there is too little memory is not at fault, and those that wait do not fail',
  options,
  async (t) => {
    const { source, written } = await makeRoom(t)
    await writeFile(source, await makeLarge())
    const decoder = start(t)
    const fatal = assert.rejects(decoder.prepare(source, written), {
      name: 'Error',
      code: 'rest_service_unavailable',
      message: /too little memory/,
    })
    await until(async () => (await readdir(written)).includes('full.avif'))
    const waiting = [1, 2].map(() => prepareBytes(decoder, small))
    const child = await findChild()
    process.kill(child, 'SIGKILL')
    await fatal
    for (const { renditions } of await Promise.all(waiting)) assert.equal(renditions.length, 3)
    assert.notEqual(await findChild(), child)
  },
)

test('an image on which the decoder fails is at fault', options, async (t) => {
  const { source, written } = await makeRoom(t)
  await writeFile(source, await makeLarge())
  const decoder = start(t)
  const fatal = assert.rejects(decoder.prepare(source, written), isBroken(/the decoder failed/))
  await until(async () => (await readdir(written)).includes('full.avif'))
  process.kill(await findChild(), 'SIGSEGV')
  await fatal
})

test('an upload for which there is too little memory is 503, and logged as an error', options, async (t) => {
  const calendar = await createCalendar()
  t.after(() => calendar.close())
  const upload = async (payload: Buffer) =>
    calendar.ask('POST', '//wp/v2/media', {
      as: 'author',
      payload,
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
    })
  const large = await makeLarge()
  assert.equal((await upload(small)).status, 201)
  const child = await findChild()
  const readTicks = async () => Number((await readFile(`/proc/${child}/stat`, 'utf8')).split(') ')[1]?.split(' ')[11])
  const before = await readTicks()
  const uploading = upload(large)
  // It works on the image.
  await until(async () => (await readTicks()) > before + 10)
  process.kill(child, 'SIGKILL')
  const { status, body, headers } = await uploading
  assert.deepEqual([status, body.code, headers['retry-after']], [503, 'rest_service_unavailable', '60'])
  const told = calendar.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
  assert.deepEqual(
    told.map(({ message }) => message),
    ['an image was not decoded for want of memory'],
  )
})

test('a process that dies between two images is replaced', options, async (t) => {
  const decoder = start(t)
  await prepareBytes(decoder, small)
  process.kill(await findChild(), 'SIGKILL')
  await until(async () => (await listChildren()).length === 0)
  assert.equal((await prepareBytes(decoder, small)).renditions.length, 3)
})

test('a process that cannot be started is no fault of the image', options, async (t) => {
  const decoder = start(t)
  const { execPath } = process
  process.execPath = '/nowhere/node'
  try {
    await assert.rejects(prepareBytes(decoder, small), { name: 'Error', code: 'ENOENT' })
  } finally {
    process.execPath = execPath
  }
  assert.equal((await prepareBytes(decoder, small)).renditions.length, 3)
})

test('an image that takes too long fails, and the next does not', options, async (t) => {
  const decoder = start(t, 3000)
  await prepareInTime(decoder)
  process.kill(await findChild(), 'SIGSTOP')
  await assert.rejects(prepareBytes(decoder, small), isLate)
  assert.equal((await prepareInTime(decoder)).renditions.length, 3)
})

const isLate = isBroken(/within 3 seconds/)

/** The decoder yields to everything else: on a busy machine, any image may take too long. */
const prepareInTime = async (decoder: Decoder): ReturnType<typeof prepareBytes> => {
  for (;;) {
    try {
      return await prepareBytes(decoder, small)
    } catch (error) {
      if (!isLate(error)) throw error
    }
  }
}

test('what is unfinished when the decoder is closed fails, and no process is left', options, async (t) => {
  const decoder = start(t)
  await prepareBytes(decoder, small)
  process.kill(await findChild(), 'SIGSTOP')
  const unfinished = [1, 2, 3].map(() => assert.rejects(prepareBytes(decoder, small), isClosed))
  await sleep(100)
  await decoder.close()
  await Promise.all(unfinished)
  assert.deepEqual(await listChildren(), [])
  await assert.rejects(prepareBytes(decoder, small), isClosed)
  assert.deepEqual(await listChildren(), [])
})

test('signals meant for the server leave the process alone', options, async (t) => {
  const decoder = start(t)
  await prepareBytes(decoder, small)
  const child = await findChild()
  for (const signal of ['SIGINT', 'SIGTERM']) process.kill(child, signal)
  await prepareBytes(decoder, small)
  assert.equal(await findChild(), child)
})

test('an idle process ends after a minute', options, async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const decoder = start(t)
  await prepareBytes(decoder, small)
  t.mock.timers.tick(59_000)
  await findChild()
  await prepareBytes(decoder, small)
  t.mock.timers.tick(59_000)
  await findChild()
  t.mock.timers.tick(1000)
  t.mock.timers.reset()
  await until(async () => (await listChildren()).length === 0)
})

test('faults of the disk come with their code', options, async (t) => {
  const { source, written } = await makeRoom(t)
  const decoder = start(t)
  await assert.rejects(decoder.prepare(source, written), { name: 'Error', code: 'ENOENT' })
  await writeFile(source, small)
  await assert.rejects(decoder.prepare(source, join(written, 'nowhere')), { name: 'Error', code: 'ENOENT' })
  await writeFile(join(written, 'medium.png'), '')
  await assert.rejects(decoder.prepare(source, written), { name: 'Error', code: 'EEXIST' })
})

test('a large image needs no room among temporary files', options, async (t) => {
  const { source, written } = await makeRoom(t)
  await sharp({ create: { width: 6000, height: 6000, channels: 3, background: 'red' } })
    .webp({ effort: 0 })
    .toFile(source)
  const { TMPDIR } = process.env
  t.after(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  })
  process.env['TMPDIR'] = join(written, 'nowhere')
  assert.equal((await start(t).prepare(source, written)).renditions.length, 7)
})

const command = `
import { existsSync } from 'node:fs'
import { createDecoder } from ${JSON.stringify(new URL('../../src/media/decoder.ts', import.meta.url).href)}
const [, source, written, end] = process.argv
if (end === 'killed') {
  const look = () => existsSync(written + '/full.avif') && process.kill(process.pid, 'SIGKILL')
  setInterval(look, 5).unref()
}
await createDecoder().prepare(source, written)
`

for (const [end, sizes] of [
  ['finished', 7],
  ['killed', 6],
] as const) {
  test(`a command that is ${end} with its decoder open leaves no process`, options, async (t) => {
    const { source, written } = await makeRoom(t)
    await writeFile(source, await makeLarge())
    const args = ['--input-type=module', '-e', command, source, written, end]
    // The environment tells the process from all others.
    const running = promisify(execFile)(process.execPath, args, { env: { ...process.env, DECODER_TEST: written } })
    if (end === 'killed') await assert.rejects(running, { signal: 'SIGKILL' })
    else await running
    await until(async () => {
      const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
      const all = await Promise.all(ids.map((id) => readFile(`/proc/${id}/environ`, 'latin1').catch(() => '')))
      return !all.some((environ) => environ.includes(`DECODER_TEST=${written}`))
    })
    const { length } = await readdir(written)
    assert.ok(end === 'finished' ? length === sizes : length <= sizes, `${length} files`)
  })
}
