import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { imageLimit } from '../../src/core/image-file.ts'
import { forgePng, forgeSides, makeFrames, pngChunk } from './bombs.ts'
import { makeAnimation, makePicture } from './pictures.ts'

/** What must be in no file that is served. */
export const marker = 'kalends-payload'

/** A file that is sent as an image; `isTaken` where that is certain. */
export type HostileImage = { readonly title: string; readonly bytes: Buffer; readonly isTaken?: boolean }

const php = `<?php echo '${marker}'; ?>`
const script = `<script>alert('${marker}')</script>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${marker}')">${script}</svg>`
const small = { width: 24, height: 16 }

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const join = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin(part) : part)))

/** One harmless picture of each format. */
export const pictures = {
  jpeg: await makePicture('jpeg', small),
  png: await makePicture('png', small),
  gif: await makePicture('gif', small),
  webp: await makePicture('webp', small),
  avif: await makePicture('avif', small),
}

type Format = keyof typeof pictures

/** Puts bytes between the parts of a file. */
const insertAt = (file: Buffer, at: number, piece: Buffer): Buffer =>
  join(file.subarray(0, at), piece, file.subarray(at))

const withPngChunk = (name: string, content: Buffer): Buffer =>
  insertAt(pictures.png, pictures.png.indexOf('IDAT') - 4, pngChunk(name, content))

/** A segment directly after the start of a JPEG. */
const withSegment = (code: number, content: string): Buffer => {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return insertAt(pictures.jpeg, 2, join(head, content))
}

/** An extension before the trailer of a GIF. */
const withGifComment = (text: string): Buffer =>
  insertAt(pictures.gif, pictures.gif.length - 1, join(Buffer.from([0x21, 0xfe, text.length]), text, '\0'))

/** A GIF that is a script as well: its width is the beginning of a comment. */
const gifScript = (): Buffer => {
  const gif = withGifComment(`*/=1;alert('${marker}');//`)
  gif.write('/*', 6, 'latin1')
  return gif
}

/** Many colours, some of whose bytes spell the payload. */
const gifPalette = async (): Promise<Buffer> => {
  const gif = await makePicture('gif', { ...small, isGrainy: true })
  gif.write(php, 13, 'latin1')
  return gif
}

const withRiffChunk = (name: string, text: string): Buffer => {
  const content = text.length % 2 === 0 ? text : `${text} `
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  const webp = join(pictures.webp, name, size, content)
  webp.writeUInt32LE(webp.length - 8, 4)
  return webp
}

/** Pixels whose bytes spell the payload. */
const spelling = (): Sharp => sharp(latin(php.padEnd(36).repeat(8)), { raw: { width: 12, height: 8, channels: 3 } })

/** A picture of twelve colours whose bytes spell the payload. */
const palette = (): Buffer => {
  const colours = latin(php.padEnd(36))
  const header = Buffer.from([0, 0, 0, 12, 0, 0, 0, 1, 8, 3, 0, 0, 0])
  return join(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', header),
    pngChunk('PLTE', colours),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]))),
    pngChunk('IEND', Buffer.alloc(0)),
  )
}

const taken: readonly [title: string, bytes: Buffer][] = [
  ...Object.entries(pictures).map(([format, bytes]): [string, Buffer] => [`a harmless ${format}`, bytes]),
  ['a moving GIF', await makeAnimation('gif', ['red', 'green', 'blue'], small)],
  ['a JPEG with a zip archive behind it', join(pictures.jpeg, 'PK\x03\x04', marker, 'PK\x05\x06', Buffer.alloc(18))],
  ['a JPEG with HTML behind it', join(pictures.jpeg, script)],
  ['a JPEG with HTML in a comment', withSegment(0xfe, script)],
  ['a JPEG with PHP in Exif', withSegment(0xe1, `Exif\0\0${php}`)],
  ['a JPEG with script in XMP', withSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${script}`)],
  ['a JPEG with PHP in a made-up segment', withSegment(0xef, php)],
  ['a PNG with PHP in tEXt', withPngChunk('tEXt', latin(`Comment\0${php}`))],
  ['a PNG with PHP in iTXt', withPngChunk('iTXt', latin(`XML:com.adobe.xmp\0\0\0\0\0${php}`))],
  ['a PNG with PHP in a chunk of its own', withPngChunk('phPx', latin(php))],
  ['a PNG with PHP behind its end', join(pictures.png, php)],
  ['a PNG with a program behind its end', join(pictures.png, '\x7fELF', marker)],
  ['a PNG whose pixels spell PHP', await spelling().png({ compressionLevel: 0 }).toBuffer()],
  ['a PNG whose palette spells PHP', palette()],
  ['a GIF whose palette spells PHP', await gifPalette()],
  ['a GIF with script in a comment', withGifComment(script)],
  ['a GIF with script behind its end', join(pictures.gif, script)],
  ['a WebP with PHP in EXIF', withRiffChunk('EXIF', php)],
  ['a WebP with script in a made-up chunk', withRiffChunk('hack', script)],
  ['an AVIF with HTML behind it', join(pictures.avif, script)],
  ['a JPEG of exactly 10 MiB', join(pictures.jpeg, Buffer.alloc(imageLimit - pictures.jpeg.length))],
]

const refused: readonly [title: string, bytes: Buffer | string][] = [
  ['nothing', ''],
  ['one byte', '\xff'],
  ['a JPEG and one byte more than 10 MiB', join(pictures.jpeg, Buffer.alloc(imageLimit + 1 - pictures.jpeg.length))],
  ['SVG', svg],
  ['SVG with a declaration', `<?xml version="1.0"?>${svg}`],
  ['SVG with entities', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;${marker}</svg>`],
  ['compressed SVG', gzipSync(svg)],
  ['SVG behind blanks', `\n\n   ${svg}`],
  ['HTML', `<!doctype html><title>x</title>${script}`],
  ['HTML in UTF-16', Buffer.from(`\ufeff${script}`, 'utf16le')],
  ['JavaScript', `alert('${marker}')`],
  ['PHP', php],
  ['a shell script', `#!/bin/sh\necho ${marker}\n`],
  ['an ELF program', join('\x7fELF\x02\x01\x01', Buffer.alloc(64), marker)],
  ['a Windows program', join('MZ\x90\0', Buffer.alloc(64), marker)],
  ['WebAssembly', join('\0asm\x01\0\0\0', marker)],
  ['a zip archive', join('PK\x03\x04', Buffer.alloc(26), marker)],
  ['gzip of a picture', gzipSync(pictures.jpeg)],
  ['PDF', `%PDF-1.7\n${marker}`],
  ['PostScript', `%!PS-Adobe-3.0 EPSF-3.0\n(${marker}) run`],
  ['MVG', `push graphic-context\nimage over 0,0 0,0 'https://127.0.0.1/${marker}'\npop graphic-context`],
  ['JSON', JSON.stringify({ marker })],
  ['BMP', join('BM', Buffer.alloc(60), marker)],
  ['TIFF', await sharp(pictures.png).tiff().toBuffer()],
  ['an icon', Buffer.from('00000100010001010000010020003000000016000000', 'hex')],
  ['PPM', join('P6 1 1 255\n', Buffer.alloc(3))],
  ['a film', join('\0\0\0\x18ftypisom\0\0\0\0isomiso2', marker)],
  ['a HEIC picture', join('\0\0\0\x18ftypheic\0\0\0\0mif1heic', marker)],
  ['JPEG 2000', join('\0\0\0\x0cjP  \r\n\x87\n', marker)],
  ['a sound in RIFF', join('RIFF\x24\0\0\0WAVEfmt ', marker)],
  ['HTML behind the signature of GIF', `GIF89a${script}`],
  ['PHP behind the signature of JPEG', `\xff\xd8\xff\xe0${php}`],
  ['a PNG of 3,600 megapixels by its header', forgePng(60_000, 60_000)],
  ['a PNG without pixels by its header', forgePng(0, 0)],
  ['a PNG of the most pixels that there are', forgePng(0x7fffffff, 0x7fffffff)],
  ['a GIF of 44 megapixels in frames', makeFrames(2000, 2000, 11)],
  ['a GIF of 10,000 frames', makeFrames(1000, 1000, 10_000)],
  ['a real PNG of 40.1 megapixels', await makeFlat(6340, 6330)],
  ...formatsOf(forgeSides).map((format): [string, Buffer] => [
    `a ${format} with forged sides`,
    forgeSides[format](pictures[format]),
  ]),
]

/** What may be taken or not, as the decoder pleases: what counts is what is left of it. */
const undecided: readonly [title: string, bytes: Buffer][] = [
  ['a GIF that is a script', gifScript()],
  [
    'a PNG with 50 MB of compressed text',
    withPngChunk('zTXt', join('Comment\0\0', deflateSync(Buffer.alloc(5e7, 65)))),
  ],
  ['a PNG with a profile of 50 MB', withPngChunk('iCCP', join('icc\0\0', deflateSync(Buffer.alloc(5e7, 65))))],
  ['a PNG of few pixels in 50 MB', withPngChunk('IDAT', deflateSync(Buffer.alloc(5e7)))],
  ...formatsOf(pictures).flatMap((format) =>
    [0.2, 0.5, 0.8, 0.95, 1].map((share): [string, Buffer] => {
      const bytes = pictures[format]
      const end = Math.min(Math.floor(bytes.length * share), bytes.length - 1)
      return [`a ${format} that ends after ${end} of ${bytes.length} bytes`, bytes.subarray(0, end)]
    }),
  ),
  ...formatsOf(pictures).flatMap((format) =>
    [16, 5000].map((size): [string, Buffer] => [
      `${size} random bytes behind the signature of ${format}`,
      join(pictures[format].subarray(0, format === 'avif' ? 32 : 12), randomBytes(size)),
    ]),
  ),
  ...formatsOf(pictures).map((format): [string, Buffer] => {
    const bytes = Buffer.from(pictures[format])
    for (let at = Math.floor(bytes.length / 2); at < bytes.length; at += 7) bytes[at] = 0x3c
    return [`a ${format} with holes`, bytes]
  }),
]

/** Every file that no library should be hurt by. */
export const hostileImages: readonly HostileImage[] = [
  ...taken.map(([title, bytes]) => ({ title, bytes, isTaken: true })),
  ...refused.map(([title, bytes]) => ({ title, bytes: join(bytes), isTaken: false })),
  ...undecided.map(([title, bytes]) => ({ title, bytes })),
]

function formatsOf<T extends Partial<Record<Format, unknown>>>(table: T): (keyof T & Format)[] {
  return Object.keys(table) as (keyof T & Format)[]
}

function makeFlat(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
}
