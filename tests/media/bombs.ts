import { crc32 } from 'node:zlib'

/** A piece of a PNG file. */
export const pngChunk = (name: string, content: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(content.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A PNG file of a few bytes whose header claims these sides. */
export const forgePng = (width: number, height: number): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A GIF of so many frames of one pixel each on a larger screen, 24 bytes a frame. */
export const makeFrames = (width: number, height: number, frames: number): Buffer => {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  header.writeUInt16LE(width, 6)
  header.writeUInt16LE(height, 8)
  const frame = Buffer.from('21f9040001000000' + '2c00000000010001000002024401' + '00', 'hex')
  return Buffer.concat([header, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

/** The same file with other sides in its header. */
export const forgeSides: { readonly [format in 'jpeg' | 'gif' | 'webp' | 'avif']: (file: Buffer) => Buffer } = {
  jpeg: (file) => overwrite(file, file.indexOf('ffc0', 'hex') + 5, 'fde8fde8'),
  gif: (file) => overwrite(file, file.indexOf('2c00000000', 'hex') + 5, 'ffffffff'),
  webp: (file) => overwrite(file, file.indexOf('9d012a', 'hex') + 3, 'ff3fff3f'),
  avif: (file) => overwrite(file, file.indexOf('ispe') + 8, '0000ea600000ea60'),
}

const overwrite = (file: Buffer, offset: number, hex: string): Buffer => {
  const bytes = Buffer.from(hex, 'hex')
  return Buffer.concat([file.subarray(0, offset), bytes, file.subarray(offset + bytes.length)])
}
