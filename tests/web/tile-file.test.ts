import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { readConfig } from '../../src/config.ts'
import { type Calendar, createCalendar, temporaryDirectory } from '../support/calendar.ts'
import { type Tile, tileTypes, writeTileFile } from '../support/tile-file.ts'

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer()

const world: Tile = { zoom: 0, x: 0, y: 0, bytes: await picture('#cde') }
/** The part of the world with Ghent, in Belgium. */
const ghent: Tile = { zoom: 6, x: 32, y: 21, bytes: await picture('#def') }

describe('map tiles from a file', () => {
  const directory = temporaryDirectory()
  const file = join(directory, 'region.pmtiles')
  const metadata = { attribution: '<a href="https://example.org/">© Mappers &amp; friends</a>' }
  let calendar: Calendar
  before(async () => {
    writeTileFile(file, { tiles: [world, ghent], metadata })
    calendar = await createCalendar({ environment: { KALENDS_TILE_FILE: file } })
    const venue = { venue: 'Castle', geo_lat: 51.05, geo_lng: 3.72 }
    const body = { title: 'Siege', start_date: '2027-01-10 10:00', end_date: '2027-01-10 11:00', venue }
    const { status, text } = await calendar.ask('POST', '/events', { as: 'admin', body })
    assert.equal(status, 201, text)
  })
  after(async () => {
    await calendar.close()
    rmSync(directory, { recursive: true })
  })

  const ask = (path: string, headers = {}) => calendar.ask('GET', `//tiles/${path}`, { headers })

  it('are those of the file, and are kept for a day', async () => {
    const { status, headers } = await ask('6/32/21')
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'image/png')
    assert.equal(headers['content-length'], String(ghent.bytes.length))
    assert.equal(headers['cache-control'], 'public, max-age=86400')
    assert.notEqual(headers['etag'], (await ask('0/0/0')).headers['etag'])
    assert.equal((await ask('6/32/21', { 'if-none-match': headers['etag'] })).status, 304)
  })

  it('are empty where the file has none, and not there where no map has one', async () => {
    for (const path of ['6/0/0', '1/0/0', '12/2000/1000']) assert.equal((await ask(path)).status, 204, path)
    for (const path of ['1/2/0', '0/0/1', '27/0/0', '6/-1/0', '6/1.5/0', '6/x/0', '6/9999999999/0', '6/32/21.png'])
      assert.equal((await ask(path)).status, 404, path)
  })

  it('make the map of a page, no closer than there are tiles', async () => {
    const { text, headers } = await calendar.ask('GET', '//events/map/', { headers: { accept: 'text/html' } })
    const sources = [...text.matchAll(/<img src="([^"]+\/tiles\/[^"]+)"/g)].map(([, source = '']) => source)
    assert.ok(sources.length > 0)
    assert.ok(
      sources.every((source) => /\/tiles\/6\/\d+\/\d+$/.test(source)),
      sources.join(' '),
    )
    assert.ok(sources.some((source) => source.endsWith('/tiles/6/32/21')))
    assert.match(text, /"maxZoom":6\b/)
    assert.match(text, /<figcaption>[^<]*© Mappers &amp; friends<\/figcaption>/)
    // Nothing is asked of another host.
    assert.ok(!sources.some((source) => !source.startsWith(calendar.config.publicUrl)), sources.join(' '))
    assert.ok(headers['content-security-policy'])
  })

  it('are told to the admin with their zoom', async () => {
    const { body } = await calendar.ask('GET', '//kalends/v1/site')
    const { tile_server: server, tile_zoom: zoom, tile_attribution: attribution } = body
    assert.deepEqual(
      [server, zoom, attribution],
      [`${calendar.config.publicUrl}/tiles/{z}/{x}/{y}`, 6, '© Mappers & friends'],
    )
  })

  it('are those of the file that took its place', async () => {
    const other = join(directory, 'replaced.pmtiles')
    writeTileFile(other, { tiles: [world, ghent] })
    const own = await createCalendar({ environment: { KALENDS_TILE_FILE: other } })
    try {
      const tile = () => own.ask('GET', '//tiles/6/32/21')
      assert.equal((await tile()).headers['content-length'], String(ghent.bytes.length))
      const bytes = Buffer.concat([ghent.bytes, Buffer.alloc(5)])
      writeTileFile(other, { tiles: [world, { ...ghent, bytes }] })
      assert.equal((await tile()).headers['content-length'], String(bytes.length))
    } finally {
      await own.close()
    }
  })

  it('are not there without a file', async () => {
    const plain = await createCalendar()
    assert.equal((await plain.ask('GET', '//tiles/0/0/0')).status, 404)
    await plain.close()
  })

  for (const [what, write, reason] of [
    [
      'vectors',
      (path: string) => writeTileFile(path, { tiles: [world], type: tileTypes.vector }),
      /no pictures.*not vectors/,
    ],
    ['another format', (path: string) => writeFileSync(path, Buffer.alloc(1000)), /is not a PMTiles file of version 3/],
    ['a cut header', (path: string) => writeFileSync(path, 'PMTiles\x03'), /is not a PMTiles file of version 3/],
    ['no file', () => {}, /is not a file/],
  ] as const) {
    it(`refuse ${what} when the server starts, with the reason`, () => {
      const path = join(directory, `${what.replaceAll(' ', '-')}.pmtiles`)
      write(path)
      assert.throws(() => readConfig({ KALENDS_TILE_FILE: path }), reason)
    })
  }

  it('stand for a server of tiles, and not beside one', () => {
    const environment = { KALENDS_TILE_FILE: file, KALENDS_TILE_SERVER: 'https://tiles.example.org/{z}/{x}/{y}.png' }
    assert.throws(() => readConfig(environment), /only one of them/)
    const named = readConfig({ KALENDS_TILE_FILE: file, KALENDS_TILE_ATTRIBUTION: 'Town archive' })
    assert.equal(named.tiles?.attribution, 'Town archive')
  })
})
