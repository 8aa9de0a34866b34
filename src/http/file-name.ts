import { isUtf8 } from 'node:buffer'
import { parse } from 'content-disposition'

/** The file name of a `Content-Disposition: attachment`; undefined where the header has none, or cannot be parsed. */
export const readFileName = (header: string): string | undefined => {
  try {
    const { type, parameters } = parse(header)
    const name = parameters['filename']
    if (type.toLowerCase() === 'attachment' && name) return 'filename*' in parameters ? name : readBytes(name)
  } catch {
    // It is taken as a header without a file name.
  }
  return undefined
}

/** Decodes a file name as UTF-8, which most clients send although headers are read as Latin-1. */
const readBytes = (name: string): string => {
  const bytes = Buffer.from(name, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : name
}
