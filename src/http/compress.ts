import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './encoding.ts'

const [compressBr, compressGzip] = [promisify(brotliCompress), promisify(gzip)]

/** A medium quality: responses change often, and the best quality would take longer than it saves. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Encodes a text with a content coding. */
export const compress = async (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? compressBr(text, quality) : encoding === 'gzip' ? compressGzip(text) : Buffer.from(text)
