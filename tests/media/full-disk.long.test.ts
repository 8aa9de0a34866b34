import assert from 'node:assert/strict'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MediaRecord } from '../../src/resources/media/record.ts'
import { asServer, eventPayload, type Server } from '../cli/program.ts'
import { type SmallDisk, smallDisks } from '../support/small-disk.ts'
import { findBroken, makeNoise, readFiles, type Site, type UploadReply, upload } from './uploading.ts'

const program = join(import.meta.dirname, '../../src/main.ts')

/** Pictures of growing size: each is larger than the one before by a hundred pixels in width and height. */
const pictures = await Promise.all(
  Array.from({ length: 12 }, (_, index) => makeNoise(200 + index * 100, 200 + index * 100)),
)

type Fixture = { readonly disk: SmallDisk; readonly server: Server; readonly site: Site; readonly store: string }

const open = async (disk: SmallDisk, store: string): Promise<Fixture> => {
  const environment = { KALENDS_PORT: '0', KALENDS_MEDIA_STORE: store }
  const server = await asServer(disk.start(process.execPath, [program, 'serve'], environment))
  const secret = /application password: (.*)/.exec(server.stdout())?.[1] ?? ''
  for (const title of ['One', 'Two', 'Three']) {
    assert.equal((await server.ask('POST', '/events', { as: secret, body: eventPayload(title) })).status, 201)
  }
  return { disk, server, site: { address: server.address, secret }, store }
}

/** Every file on the disk except the database, by its path there, with its size. */
const listDisk = ({ disk }: Fixture): Map<string, number> => {
  const files = readdirSync(disk.view, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  const others = paths.filter((path) => !/^kalends\.sqlite(-wal|-shm)?$/.test(path.slice(disk.view.length + 1)))
  return new Map(others.map((path) => [path.slice(disk.view.length + 1), statSync(path).size]))
}

/** Compares the disk with the images that were acknowledged: a spool may be emptied a moment after the answer. */
const findDiskFaults = async (fixture: Fixture, taken: readonly MediaRecord[], expected = 0): Promise<string[]> => {
  const wanted = new Map(fixture.store === 'files' ? taken.flatMap(sizesOf) : [])
  for (let turn = 0; ; turn++) {
    const found = listDisk(fixture)
    const faults = [
      ...[...found.keys()].filter((path) => !wanted.has(path)).map((path) => `${path} is of no image`),
      ...[...wanted].filter(([path, size]) => found.get(path) !== size).map(([path]) => `${path} is not whole`),
    ]
    if (faults.length === expected || turn === 3000) return faults
    await sleep(20)
  }
}

const sizesOf = (record: MediaRecord): [path: string, size: number][] => {
  const { filesize, sizes } = record.media_details
  const all = [{ source_url: record.source_url, filesize }, ...Object.values(sizes)]
  return all.map((size) => [new URL(size.source_url).pathname.slice(1), size.filesize])
}

const findImageFaults = async ({ site }: Fixture, record: MediaRecord): Promise<string[]> =>
  findBroken(record, await readFiles(site.address, record))

const codes = { 503: 'rest_service_unavailable', 507: 'rest_insufficient_storage' } as const

const assertRefused = ({ disk, store }: Fixture, { status, body, headers }: UploadReply): void => {
  const { code, message, data } = body as unknown as { code: string; message: string; data: unknown }
  const refusal = store === 'files' ? 507 : disk.refusal
  const request_id = headers.get('x-request-id')
  assert.deepEqual([status, code, data], [refusal, codes[refusal], { status: refusal, request_id }])
  assert.ok(message.length > 0)
}

/** Uploads pictures until one is refused twice; answers those that were taken, and the one that was not. */
const fill = async (fixture: Fixture): Promise<{ taken: MediaRecord[]; refused: Buffer }> => {
  const taken: MediaRecord[] = []
  for (const picture of pictures) {
    const first = await upload(fixture.site, picture)
    if (first.status !== 201) assertRefused(fixture, first)
    // A write that found no space in the log of the database has it emptied, and there may be space for the next one.
    const reply = first.status === 201 ? first : await upload(fixture.site, picture)
    if (reply.status === 201) {
      taken.push(reply.body)
      assert.deepEqual(await findImageFaults(fixture, reply.body), [])
    } else assertRefused(fixture, reply)
    assert.deepEqual(await findDiskFaults(fixture, taken), [])
    if (reply.status !== 201) return { taken, refused: picture }
  }
  throw new Error('The disk was never full.')
}

/** Writes what is left of the disk full; answers what the system says of it. */
const writeByHand = async ({ disk }: Fixture): Promise<string> => {
  const { ended } = disk.start('sh', ['-c', 'head -c 64000000 /dev/zero > "$KALENDS_DATA/filler"'])
  const { stderr } = await ended
  return stderr
}

/** Fills the disk, and makes room again. */
const proveFull = async (test: TestContext, fixture: Fixture): Promise<void> => {
  const { server, site, disk } = fixture
  const { taken, refused } = await fill(fixture)
  const said = await writeByHand(fixture)
  test.diagnostic(`${taken.length} images were taken; then: ${said.trim()}`)
  assert.match(said, /No space left on device|File too large/)
  assertRefused(fixture, await upload(site, refused))
  assert.match((await findDiskFaults(fixture, taken, 1)).join(), /^filler is of no image$/)
  rmSync(join(disk.view, 'filler'))
  assert.deepEqual(await findDiskFaults(fixture, taken), [])

  for (const { id } of taken.splice(-2)) {
    const { status, text } = await server.ask('DELETE', `//wp-json/wp/v2/media/${id}?force=true`, { as: site.secret })
    assert.equal(status, 200, text)
  }
  const again = await upload(site, pictures[0] ?? Buffer.alloc(0))
  assert.equal(again.status, 201, JSON.stringify(again.body))
  taken.push(again.body)
  assert.deepEqual(await findDiskFaults(fixture, taken), [])
  for (const record of taken) assert.deepEqual(await findImageFaults(fixture, record), [])
}

/** Reads the events all the while that something else is done; answers the lengths of the lists. */
const readMeanwhile = async ({ server }: Fixture, work: Promise<void>): Promise<number[]> => {
  const lengths: number[] = []
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  while (!isOver) lengths.push((await server.ask('GET', '/events')).body.events?.length)
  await done
  return lengths
}

for (const [kind, openDisk] of Object.entries(smallDisks)) {
  for (const store of ['files', 'database']) {
    describe(`${kind}, images in ${store}`, () => {
      let disk: SmallDisk | undefined
      before(async () => {
        disk = await openDisk()
      })
      after(() => disk?.close())

      it('refuses what does not fit, keeps what it accepted, and works again when there is space', async (test) => {
        if (!disk) return test.skip('this system does not let this user have one')
        const fixture = await open(disk, store)
        const lengths = await readMeanwhile(fixture, proveFull(test, fixture))
        assert.deepEqual([...new Set(lengths)], [3])
        assert.equal((await fixture.server.stop()).code, 0)
        const check = disk.start(process.execPath, [program, 'check'], { KALENDS_MEDIA_STORE: store })
        const { code, stdout, stderr } = await check.ended
        assert.deepEqual([code, stdout, stderr], [0, 'The database is intact.\n', ''])
      })
    })
  }
}
