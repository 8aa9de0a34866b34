import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import {
  bytesToHeader,
  Compression,
  EtagMismatch,
  type Header,
  PMTiles,
  ResolvedValueCache,
  type Source,
  TileType,
} from 'pmtiles'
import { isJsonObject } from './json.ts'
import { readText } from './text.ts'

/** A file of map tiles in the format PMTiles, version 3, whose tiles are pictures. */
export type TileFile = {
  readonly path: string
  /** The media type of its tiles. */
  readonly type: string
  /** The zoom of its most detailed tiles. */
  readonly maxZoom: number
  /** The copyright notice that its metadata have, as plain text; '' where there is none. */
  readonly attribution: string
}

/** What is wrong with a file of tiles, as the end of a sentence about it. */
export class TileFileFault extends Error {}

const types: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}

/** Bytes of the header (PMTiles specification, version 3, section 3). */
const headerBytes = 127

/** Metadata are a few kilobytes of JSON: more is not read. */
const mostMetadataBytes = 1_000_000

/**
 * Reads the header and the metadata of a file of tiles, and nothing else of it.
 * @throws TileFileFault if it cannot be read, is no PMTiles of version 3, or has vector tiles.
 */
export const inspectTileFile = (path: string): TileFile => {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new TileFileFault('is not a file')
  const file = openSync(path, 'r')
  try {
    const read = (position: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, position))
    }
    const header = parseHeader(read(0, headerBytes))
    const type = types[header.tileType]
    if (type === undefined) {
      throw new TileFileFault('has tiles that are no pictures: maps need PNG, JPEG, WebP or AVIF, not vectors')
    }
    const { jsonMetadataOffset: offset, jsonMetadataLength: length } = header
    const metadata = length > mostMetadataBytes ? undefined : read(offset, length)
    return { path, type, maxZoom: header.maxZoom, attribution: metadata ? attributionOf(header, metadata) : '' }
  } finally {
    closeSync(file)
  }
}

const parseHeader = (bytes: Buffer): Header => {
  if (bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes.length < headerBytes || bytes[7] !== 3) {
    throw new TileFileFault('is not a PMTiles file of version 3')
  }
  return bytesToHeader(new Uint8Array(bytes).buffer)
}

const attributionOf = ({ internalCompression }: Header, bytes: Buffer): string => {
  try {
    const text =
      internalCompression === Compression.Gzip ? gunzipSync(bytes, { maxOutputLength: mostMetadataBytes }) : bytes
    const metadata = JSON.parse(text.toString())
    return isJsonObject(metadata) && typeof metadata['attribution'] === 'string'
      ? readText(metadata['attribution']).trim()
      : ''
  } catch {
    // The tiles are as good without it.
    return ''
  }
}

/** Reads a tile of the file; undefined where it has none. */
export type ReadTile = (zoom: number, x: number, y: number) => Promise<Buffer | undefined>

/**
 * Opens a file of tiles for reading. Its directories are kept in memory, at most a hundred of them. A file that was
 * replaced is read anew.
 */
export const openTiles = (path: string): ReadTile => {
  // The other cache of the library keeps what failed, and would give no tile ever after.
  const tiles = new PMTiles(sourceOf(path), new ResolvedValueCache(100))
  return async (zoom, x, y) => {
    const tile = await tiles.getZxy(zoom, x, y)
    return tile && Buffer.from(tile.data)
  }
}

const sourceOf = (path: string): Source => ({
  getKey: () => path,
  getBytes: async (offset, length, _signal, expected) => {
    const file = await open(path)
    try {
      const { mtimeMs, size } = await file.stat()
      const etag = `${mtimeMs}-${size}`
      if (expected !== undefined && expected !== etag) throw new EtagMismatch('the file of tiles was replaced')
      const bytes = new Uint8Array(Math.max(Math.min(length, size - offset), 0))
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
      return { data: bytes.buffer.slice(0, bytesRead), etag }
    } finally {
      await file.close()
    }
  },
})
