import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')

/** A font of the DejaVu family, which may be used and passed on freely, such as `DejaVuSans-Bold`, as TrueType. */
export const readDejaVu = (name: string): Buffer => readFileSync(join(fonts, `${name}.ttf`))

/** The numbers of the tables whose names are not written out (WOFF 2.0, 4.1). */
const known: ReadonlyMap<string, number> = new Map([
  ...['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca', 'prep'].map(
    (tag, number) => [tag, number] as const,
  ),
  ['gasp', 17],
  ['fvar', 47],
])

/** Tables for ligatures, kerning and the like, which are large, and which letters are shown without. */
const left = new Set(['GPOS', 'GSUB', 'GDEF', 'kern', 'FFTM'])

/** A number in seven bits of each byte (UIntBase128). */
const writeLength = (length: number): Buffer => {
  const bytes = [length & 127]
  for (let rest = length >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 127) | 128)
  return Buffer.from(bytes)
}

/** A TrueType font as WOFF2, without the transformations that would make it a little smaller. `more` are further tables. */
export const toWoff2 = (font: Buffer, more: Readonly<Record<string, Buffer>> = {}): Buffer => {
  const tables = new Map(Object.entries(more))
  for (let n = 0; n < font.readUInt16BE(4); n++) {
    const at = 12 + 16 * n
    const tag = font.toString('latin1', at, at + 4)
    const start = font.readUInt32BE(at + 8)
    if (!left.has(tag)) tables.set(tag, font.subarray(start, start + font.readUInt32BE(at + 12)))
  }
  // The places of outlines come right after the outlines.
  const tags = [...tables.keys()].filter((tag) => tag !== 'loca').sort()
  if (tables.has('loca')) tags.splice(tags.indexOf('glyf') + 1, 0, 'loca')
  const directory = tags.map((tag) => {
    const number = known.get(tag) ?? 63
    const version = tag === 'glyf' || tag === 'loca' ? 3 : 0
    const name = number === 63 ? Buffer.from(tag, 'latin1') : Buffer.alloc(0)
    return Buffer.concat([Buffer.from([number | (version << 6)]), name, writeLength(tables.get(tag)?.length ?? 0)])
  })
  const body = Buffer.concat(tags.map((tag) => tables.get(tag) ?? Buffer.alloc(0)))
  const packed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  const header = Buffer.alloc(48)
  header.write('wOF2', 'latin1')
  font.copy(header, 4, 0, 4)
  header.writeUInt16BE(tags.length, 12)
  header.writeUInt32BE(
    12 + 16 * tags.length + tags.reduce((sum, tag) => sum + (((tables.get(tag)?.length ?? 0) + 3) & ~3), 0),
    16,
  )
  header.writeUInt32BE(packed.length, 20)
  header.writeUInt16BE(1, 24)
  const file = Buffer.concat([header, ...directory, packed])
  // Its length is a multiple of four.
  const whole = Buffer.concat([file, Buffer.alloc((4 - (file.length % 4)) % 4)])
  whole.writeUInt32BE(whole.length, 8)
  return whole
}
