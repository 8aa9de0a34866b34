import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import type { MediaRecord } from '../../src/resources/media/record.ts'
import { makeAnimation, makePicture } from '../media/pictures.ts'
import { findBroken, makeNoise, pathsOf, readFiles, upload } from '../media/uploading.ts'
import { eventPayload, newCalendar, newDirectory, run, type Server, serve } from './program.ts'

const sound = 'The database is intact.\n'

/** Uploads pictures of several formats; answers what was taken. */
const uploadSome = async (server: Server, secret: string): Promise<MediaRecord[]> => {
  const taken: MediaRecord[] = []
  for (const picture of [
    await makePicture('jpeg', { width: 400, height: 300 }),
    await makePicture('png', { width: 320, height: 320, isTransparent: true }),
    await makeAnimation('gif', ['red', 'blue']),
    await makeNoise(700, 500),
  ]) {
    const { status, body } = await upload({ address: server.address, secret }, picture)
    assert.equal(status, 201)
    taken.push(body)
  }
  return taken
}

/** The bytes of all files of images, by their paths; each image is whole. */
const readAll = async (server: Server, records: readonly MediaRecord[]): Promise<Map<string, Buffer>> => {
  const all = new Map<string, Buffer>()
  for (const record of records) {
    const files = await readFiles(server.address, record)
    assert.deepEqual(await findBroken(record, files), [])
    for (const [path, bytes] of files) all.set(path, bytes)
  }
  return all
}

/** A calendar with images, whose server has ended. */
const makeLibrary = async () => {
  const { environment, directory, secret } = await newCalendar()
  const server = await serve(environment)
  const records = await uploadSome(server, secret)
  const files = await readAll(server, records)
  await server.stop()
  return { environment, directory, secret, records, files, media: join(directory, 'media') }
}

/** What is told of a move into a store. */
const movedTo = (store: string, count: number): string =>
  `${count} files were moved from the store "${store === 'files' ? 'database' : 'files'}" to "${store}".`

/** The files below a directory, by their paths in it. */
const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort()

describe('check of a library', () => {
  it('reports files without an image and images without a file, and removes only the former', async () => {
    const { environment, records, files, media } = await makeLibrary()
    const [path = ''] = files.keys()
    const orphan = join(dirname(path), 'left-behind-bcdfghjk.jpg')
    const notes = ['note.txt', join(dirname(path), 'note.txt'), join(dirname(path), 'Summer Fair.jpg')]
    for (const name of [orphan, ...notes]) writeFileSync(join(media, name), 'mine')
    const [gone = ''] = pathsOf(records[1] ?? assert.fail())
    const bytes = readFileSync(join(media, gone))
    rmSync(join(media, gone))

    const orphaned = `The file ${orphan} belongs to no image.`
    const lacking = `The image ${records[1]?.id} lacks its file ${gone}.`
    const found = await run(['check'], environment)
    assert.deepEqual([found.code, found.stdout, found.stderr], [1, `${orphaned}\n${lacking}\n`, ''])
    assert.ok(existsSync(join(media, orphan)))

    const repaired = await run(['check', '--repair'], environment)
    assert.deepEqual([repaired.code, repaired.stdout], [1, `${orphaned} It was removed.\n${lacking}\n`])
    writeFileSync(join(media, gone), bytes)
    assert.deepEqual(listFiles(media), [...files.keys(), ...notes].sort())
    for (const [name, content] of files) assert.ok(content.equals(readFileSync(join(media, name))), name)
    for (const name of notes) assert.equal(readFileSync(join(media, name), 'utf8'), 'mine')

    writeFileSync(join(media, orphan), 'mine')
    const last = await run(['check', '--repair'], environment)
    assert.deepEqual([last.code, last.stdout], [0, `${orphaned} It was removed.\n${sound}`])
    const clean = await run(['check'], environment)
    assert.deepEqual([clean.code, clean.stdout], [0, sound])
  })

  it('moves the library from one store to the other and back', async () => {
    const { environment, records, files, media } = await makeLibrary()
    for (const store of ['database', 'files']) {
      const changed = { ...environment, KALENDS_MEDIA_STORE: store }
      const server = await serve(changed)
      assert.deepEqual(await readAll(server, records), files)
      for (const command of [['check'], ['check', '--repair']]) {
        const { code, stdout } = await run(command, changed)
        assert.deepEqual([code, stdout.split('\n').length], [1, 2])
        assert.match(stdout, new RegExp(`^${files.size} files are in the store "\\w+", .*--move-images moves them`))
      }
      const moved = await run(['check', '--move-images'], changed)
      assert.deepEqual([moved.code, moved.stdout.split('\n')[0]], [0, movedTo(store, files.size)])
      assert.deepEqual(listFiles(media), store === 'files' ? [...files.keys()].sort() : [])
      assert.deepEqual(await readAll(server, records), files)
      const clean = await run(['check'], changed)
      assert.deepEqual([clean.code, clean.stdout], [0, sound])
      await server.stop()
    }
  })

  it('removes duplicates that are in both stores, as after a restored backup or a crash', async () => {
    const { environment, files, media } = await makeLibrary()
    const copy = newDirectory()
    cpSync(media, copy, { recursive: true })
    const changed = { ...environment, KALENDS_MEDIA_STORE: 'database' }
    assert.equal((await run(['check', '--move-images'], changed)).code, 0)
    cpSync(copy, media, { recursive: true })
    const found = await run(['check'], changed)
    assert.deepEqual([found.code, found.stdout.startsWith(`${files.size} files are in the store "files"`)], [1, true])
    assert.equal((await run(['check', '--move-images'], changed)).code, 0)
    assert.deepEqual(listFiles(media), [])
    assert.equal((await run(['check'], changed)).stdout, sound)
  })
})

describe('a server that is killed while it takes images', () => {
  it('has every acknowledged image whole, and a library that can be made sound', async (test) => {
    const { environment, secret, directory } = await newCalendar()
    const picture = await makeNoise(500, 400)
    const acknowledged: MediaRecord[] = []
    for (const store of ['files', 'files', 'files', 'database']) {
      const changed = { ...environment, KALENDS_MEDIA_STORE: store }
      const server = await serve(changed)
      const enough = acknowledged.length + 6
      const client = async (): Promise<void> => {
        for (;;) {
          const reply = await upload({ address: server.address, secret }, picture).catch(() => undefined)
          if (!reply) return
          assert.equal(reply.status, 201)
          acknowledged.push(reply.body)
          // Not at once: the next one is to be in the middle of it.
          if (acknowledged.length === enough) setTimeout(() => server.child.kill('SIGKILL'), 10 * acknowledged.length)
        }
      }
      await Promise.all(Array.from({ length: 4 }, client))
      assert.equal((await server.ended).signal, 'SIGKILL')

      const found = await run(['check'], changed)
      assert.doesNotMatch(found.stdout, /lacks/)
      assert.equal((await run(['check', '--repair', '--move-images'], changed)).code, 0)
      const clean = await run(['check'], changed)
      assert.deepEqual([clean.code, clean.stdout], [0, sound])
    }
    const left = readdirSync(join(directory, 'media/.spool')).length
    test.diagnostic(`${acknowledged.length} images; ${left} were on their way when the server was killed`)
    assert.ok(left > 0)
    const server = await serve({ ...environment, KALENDS_MEDIA_STORE: 'database' })
    await readAll(server, acknowledged)
    const [lost] = acknowledged
    await server.ask('DELETE', `//wp-json/wp/v2/media/${lost?.id}?force=true`, { as: secret })
    await assert.rejects(readAll(server, acknowledged), /cannot be decoded/)
    await server.stop()
  })
})

describe('a server that is asked to stop while it fetches an image', () => {
  it('gives it up, and ends as always', async () => {
    const { environment, secret } = await newCalendar()
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const server = await serve({
      ...environment,
      KALENDS_FETCH_NETWORKS: '127.0.0.1',
      KALENDS_FETCH_PORTS: String(port),
    })
    const body = { venue: 'Hall', image: `http://127.0.0.1:${port}/x.png` }
    const asked = once(silent, 'request')
    const answer = server.ask('POST', '/venues', { as: secret, body }).catch(() => 'cut off')
    await asked
    server.child.kill('SIGTERM')
    assert.equal((await server.ended).code, 0)
    assert.match(server.stderr(), /Nobody waits for the image any more/)
    assert.equal(await answer, 'cut off')
    silent.closeAllConnections()
    silent.close()
  })
})

describe('import of events with images', () => {
  it('fetches each address once, and names the lines whose image cannot be had', async (t) => {
    const { environment, directory } = await newCalendar()
    const picture = await makePicture('jpeg')
    const site = createServer((request, response) => {
      response.writeHead(request.url?.startsWith('/gone') ? 404 : 200).end(picture)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    t.after(() => site.close())
    const { port } = site.address() as AddressInfo
    const changed = { ...environment, KALENDS_FETCH_NETWORKS: '127.0.0.1', KALENDS_FETCH_PORTS: String(port) }
    const images = ['/a.jpg', '', '/gone.jpg', '/b.jpg', '/a.jpg']
    const lines = images.map((path, at) => {
      const image = path === '' ? null : `http://127.0.0.1:${port}${path}`
      return JSON.stringify({ ...eventPayload(`Concert ${at}`), image, venue: { venue: `Hall ${at}`, image } })
    })
    writeFileSync(join(directory, 'events.ndjson'), lines.join('\n'))
    const { code, stdout, stderr } = await run(['import', join(directory, 'events.ndjson')], changed)
    assert.deepEqual([code, stdout], [0, 'Imported 5 events; 0 lines failed.\n'])
    assert.match(
      stderr,
      /^line 3: Its image was left out\. .*\/gone\.jpg: The image cannot be fetched\. The answer has status 404\./m,
    )
    const server = await serve(changed)
    const { body } = await server.ask('GET', '/events')
    const shown = body.events as { title: string; image: { url: string } | false; venue: { image?: object } }[]
    const names = shown.map(
      ({ title, image }) => `${title} ${image === false ? 'none' : image.url.replace(/^.*\/(\w)-.*$/, '$1')}`,
    )
    assert.deepEqual(names.sort(), ['Concert 0 a', 'Concert 1 none', 'Concert 2 none', 'Concert 3 b', 'Concert 4 a'])
    for (const { image, venue } of shown) assert.deepEqual(venue.image ?? false, image)
    assert.equal((await server.ask('GET', '//wp-json/wp/v2/media')).body.length, 2)
    await server.stop()
  })
})

describe('backup of a library', () => {
  for (const store of ['files', 'database']) {
    it(`that is kept in ${store} restores every image`, async () => {
      const { environment: given, secret } = await newCalendar()
      const environment = { ...given, KALENDS_MEDIA_STORE: store }
      const server = await serve(environment)
      const records = await uploadSome(server, secret)
      const files = await readAll(server, records)
      const file = join(newDirectory(), 'copy.sqlite')
      const { code, stdout, stderr } = await run(['backup', file], environment)
      const hasDirectory = store === 'files'
      const wrote = hasDirectory ? `Wrote ${file} and ${file}.media.\n` : `Wrote ${file}.\n`
      assert.deepEqual([code, stdout, stderr], [0, wrote, ''])
      assert.deepEqual(
        readdirSync(dirname(file)),
        hasDirectory ? ['copy.sqlite', 'copy.sqlite.media'] : ['copy.sqlite'],
      )
      await server.stop()

      const data = newDirectory()
      cpSync(file, join(data, 'kalends.sqlite'))
      if (hasDirectory) cpSync(`${file}.media`, join(data, 'media'), { recursive: true })
      const moved = { ...environment, KALENDS_DATA: data }
      const restored = await serve(moved)
      assert.deepEqual(await readAll(restored, records), files)
      assert.equal((await upload({ address: restored.address, secret }, await makePicture('webp'))).status, 201)
      await restored.stop()
      const check = await run(['check'], moved)
      assert.deepEqual([check.code, check.stdout], [0, sound])
    })
  }

  it('holds every image, whatever store the settings name', async () => {
    const { environment, files } = await makeLibrary()
    const file = join(newDirectory(), 'copy.sqlite')
    const { code, stderr } = await run(['backup', file], { ...environment, KALENDS_MEDIA_STORE: 'database' })
    assert.deepEqual([code, stderr, listFiles(`${file}.media`)], [0, '', [...files.keys()].sort()])
  })

  it('never overwrites image files, and reports a missing one', async () => {
    const { environment, media, files } = await makeLibrary()
    const directory = newDirectory()
    const file = join(directory, 'copy.sqlite')
    mkdirSync(`${file}.media`)
    writeFileSync(join(`${file}.media`, 'mine'), 'mine')
    const { code, stdout, stderr } = await run(['backup', file], environment)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^kalends: .*copy\.sqlite\.media already exists; a backup never overwrites a file\.\n$/)
    assert.deepEqual(listFiles(directory), ['copy.sqlite.media/mine'])

    const [gone = ''] = files.keys()
    rmSync(join(media, gone))
    const other = join(newDirectory(), 'copy.sqlite')
    const lacking = await run(['backup', other], environment)
    assert.equal(lacking.code, 2)
    assert.match(lacking.stderr, new RegExp(`^The image \\d+ lacks its file ${gone}\\.\n$`))
    assert.deepEqual(listFiles(`${other}.media`), [...files.keys()].slice(1).sort())
    assert.ok(existsSync(other))

    const restored = await run(['restore', other], { KALENDS_DATA: newDirectory() })
    assert.equal(restored.code, 2)
    assert.match(restored.stderr, new RegExp(`^The image \\d+ lacks its file ${gone}\\.$`, 'm'))
    assert.match(restored.stdout, new RegExp(`^Restored \\d+ rows and ${files.size - 1} image files\\.\n$`))
  })
})

describe('the start of a server', () => {
  it('removes incomplete uploads of two hours ago, and nothing newer', async () => {
    const { environment, directory } = await newCalendar()
    const spool = join(directory, 'media/.spool')
    const now = Date.now() / 1000
    for (const [name, age] of [
      ['old', 7200],
      ['new', 60],
    ] as const) {
      mkdirSync(join(spool, name), { recursive: true })
      writeFileSync(join(spool, name, 'source'), 'half of a picture')
      utimesSync(join(spool, name), now - age, now - age)
    }
    const server = await serve(environment)
    assert.deepEqual(readdirSync(spool), ['new'])
    await server.stop()
  })
})
