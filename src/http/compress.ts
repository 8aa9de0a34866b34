import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './encoding.ts'

const [compressBr, compressGzip] = [promisify(brotliCompress), promisify(gzip)]

/** What is compressed is made anew often: the best form would take longer than it saves. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** A text in the form in which it is sent. */
export const compress = async (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? compressBr(text, quality) : encoding === 'gzip' ? compressGzip(text) : Buffer.from(text)
