import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

/** A tile of a file. */
export type Tile = { readonly zoom: number; readonly x: number; readonly y: number; readonly bytes: Buffer }

/** The types of tiles in the header of a file (PMTiles specification, version 3, section 3.3.2). */
export const tileTypes = { vector: 1, png: 2 } as const

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]

/** Writes a PMTiles file with one directory, as its specification describes it. */
export const writeTileFile = (
  path: string,
  {
    tiles,
    type = tileTypes.png,
    metadata = {},
  }: { readonly tiles: readonly Tile[]; readonly type?: number; readonly metadata?: object },
): void => {
  const entries = tiles
    .map(({ zoom, x, y, bytes }) => ({ id: zxyToTileId(zoom, x, y), bytes }))
    .sort((a, b) => a.id - b.id)
  const offsets = entries.map((_, at) => entries.slice(0, at).reduce((sum, { bytes }) => sum + bytes.length, 0))
  const directory = gzipSync(
    Buffer.from(
      [
        [entries.length],
        entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
        entries.map(() => 1),
        entries.map(({ bytes }) => bytes.length),
        offsets.map((offset) => offset + 1),
      ].flatMap((numbers) => numbers.flatMap(varint)),
    ),
  )
  const described = gzipSync(JSON.stringify(metadata))
  const header = Buffer.alloc(127)
  header.write('PMTiles\x03', 'latin1')
  const sections = [directory.length, described.length, 0, entries.reduce((sum, { bytes }) => sum + bytes.length, 0)]
  let position = header.length
  for (const [at, length] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(position), 8 + at * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + at * 16)
    position += length
  }
  const zooms = tiles.map(({ zoom }) => zoom)
  // Directories are compressed with gzip (2), tiles not at all (1).
  header.set([1, 2, 1, type, Math.min(...zooms), Math.max(...zooms)], 96)
  writeFileSync(path, Buffer.concat([header, directory, described, ...entries.map(({ bytes }) => bytes)]))
}
