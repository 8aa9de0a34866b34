import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { type FontFace, type FontFile, fontFaces } from '../config.ts'
import { type Invalid, invalid, isInvalid } from './params.ts'

/** Most bytes of a file of a font: every visitor loads it. */
export const mostFontBytes = 500_000

/** Why a longer one is refused. */
export const fontTooLarge = `The font has more than ${mostFontBytes} bytes. Leave out the characters that your languages do not need: pyftsubset makes a smaller file.`

/** Most bytes that it unpacks to. */
const mostUnpackedBytes = 16_000_000

/** The name under which the file of a face is stored. */
export type FontName = `font_${'regular' | 'bold' | 'italic' | 'bold_italic'}`

/** The name under which the file of a face is stored. */
export const fontName = (face: FontFace): FontName => fontNames[face]

const fontNames = {
  regular: 'font_regular',
  bold: 'font_bold',
  italic: 'font_italic',
  'bold-italic': 'font_bold_italic',
} as const satisfies Record<FontFace, FontName>

const faceOf = (name: string): FontFace | undefined => fontFaces.find((face) => fontNames[face] === name)

/** Whether a text is the name under which the file of a face is stored. */
export const isFontName = (name: string): name is FontName => faceOf(name) !== undefined

/** Whether a text is the name of a face. */
export const isFontFace = (text: string): text is FontFace => fontFaces.some((face) => face === text)

/** The file of a face, as it was stored in base64. */
export const parseFont = (name: FontName, stored: unknown): FontFile => {
  const bytes = Buffer.from(String(stored), 'base64')
  const found = readDirectory(bytes)
  return {
    face: faceOf(name) ?? 'regular',
    bytes,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 12),
    isVariable: !isInvalid(found) && found.tables.some(({ tag }) => tag === 'fvar'),
  }
}

/** The path of a file of the site's own font. */
export const fontPath = ({ face, hash }: FontFile): string => `/assets/font-${face}.${hash}.woff2`

/** A stored file, checked like one that is uploaded. */
export const readFontText = (value: unknown): string | Invalid => {
  if (typeof value !== 'string') return invalid('It must be a WOFF2 file in base64.')
  const bytes = Buffer.from(value, 'base64')
  const fault = findFontFault(bytes)
  return fault === undefined ? bytes.toString('base64') : invalid(fault)
}

/** Why some bytes are not the WOFF2 file of one font; undefined where they are. */
export const findFontFault = (bytes: Buffer): string | undefined => {
  if (bytes.length > mostFontBytes) return fontTooLarge
  const other = others.find(([begin]) => bytes.subarray(0, begin.length).toString('latin1') === begin)?.[1]
  if (other !== undefined)
    return `This is a font in the format ${other}. Browsers load WOFF2 fastest: make such a file with "woff2_compress Brand.ttf" or "fonttools ttLib.woff2 compress Brand.ttf", or ask who made the font.`
  const found = readDirectory(bytes)
  return isInvalid(found) ? found.invalid : findBodyFault(bytes, found)
}

/** How files of other formats begin. */
const others: readonly (readonly [begin: string, format: string])[] = [
  ['\0\x01\0\0', 'TrueType'],
  ['true', 'TrueType'],
  ['OTTO', 'OpenType'],
  ['ttcf', 'TrueType Collection'],
  ['wOFF', 'WOFF'],
]

/** A table of a font, with its bytes once the file is unpacked. */
type Table = { readonly tag: string; readonly length: number }

const headerLength = 48

const damaged = invalid('The file is no WOFF2 font, or it is damaged.')

/** The tables of a file, and where their bytes begin. */
type Directory = { readonly tables: readonly Table[]; readonly end: number }

/** Reads the header and the directory of tables (WOFF 2.0, 4.1 and 4.2). */
const readDirectory = (bytes: Buffer): Directory | Invalid => {
  if (bytes.length < headerLength || bytes.toString('latin1', 0, 4) !== 'wOF2') return damaged
  const flavor = bytes.toString('latin1', 4, 8)
  if (flavor === 'ttcf') return invalid('The file has several fonts: send each by itself.')
  const count = bytes.readUInt16BE(12)
  if (bytes.readUInt32BE(8) !== bytes.length || count === 0) return damaged
  const tables: Table[] = []
  let at = headerLength
  const readLength = (): number => {
    // UIntBase128: seven bits in each byte, at most five bytes.
    let value = 0
    for (let n = 0; n < 5; n++) {
      const byte = bytes[at++] ?? 0
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
    return Number.POSITIVE_INFINITY
  }
  for (let n = 0; n < count; n++) {
    const flags = bytes[at++] ?? 0
    const known = flags & 63
    const tag = known === 63 ? bytes.toString('latin1', at, at + 4) : (tags.get(known) ?? '')
    if (known === 63) at += 4
    const length = readLength()
    const isOutline = tag === 'glyf' || tag === 'loca'
    const isTransformed = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0
    tables.push({ tag, length: isTransformed ? readLength() : length })
  }
  return at > bytes.length ? damaged : { tables, end: at }
}

/** The numbers of the tables that are looked for (WOFF 2.0, 4.1). */
const tags: ReadonlyMap<number, string> = new Map([
  [0, 'cmap'],
  [1, 'head'],
  [3, 'hmtx'],
  [10, 'glyf'],
  [11, 'loca'],
  [13, 'CFF '],
  [47, 'fvar'],
])

/** Unpacks the tables; a browser would show nothing of a file that cannot be unpacked. */
const findBodyFault = (bytes: Buffer, { tables, end }: Directory): string | undefined => {
  const has = (tag: string): boolean => tables.some((table) => table.tag === tag)
  const isWhole = has('cmap') && has('head') && has('hmtx') && (has('glyf') || has('CFF ') || has('CFF2'))
  const length = tables.reduce((sum, table) => sum + table.length, 0)
  if (length > mostUnpackedBytes) return `The font has more than ${mostUnpackedBytes} bytes when it is unpacked.`
  const size = bytes.readUInt32BE(20)
  const head = tables.find(({ tag }) => tag === 'head')
  // The length of the header of a font is fixed (OpenType, head).
  if (
    end + size > bytes.length ||
    head?.length !== 54 ||
    tables.some((table) => table.length === 0 && table.tag !== 'loca')
  )
    return damaged.invalid
  const packed = bytes.subarray(end, end + size)
  try {
    const unpacked = brotliDecompressSync(packed, { maxOutputLength: length + 1 })
    return isWhole && unpacked.length === length ? undefined : damaged.invalid
  } catch {
    return damaged.invalid
  }
}
