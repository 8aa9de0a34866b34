import type { ImageFormat } from '../core/image-file.ts'

/** The number of bytes of a file that `sniffFormat` needs, or all bytes of a shorter file. */
export const sniffLength = 512

/** The format of a file by its first bytes, or undefined; name and type from the sender are ignored. */
export const sniffFormat = (head: Uint8Array): ImageFormat | undefined => {
  const text = Buffer.from(head).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  return readBrands(text).some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : undefined
}

/** The brands in the first box of an ISO base media file: the major one, then, after its version, the compatible ones. */
const readBrands = (text: string): readonly string[] => {
  if (text.slice(4, 8) !== 'ftyp') return []
  const size = Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE()
  return [text.slice(8, 12), ...(text.slice(16, size).match(/.{4}/gs) ?? [])]
}
