/** A range of bytes; `end` is not part of it. */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * Reads a Range header for a representation of `size` bytes (RFC 9110, 14.2). Only a single range of bytes is supported; any other value
 * is ignored.
 */
export const readRange = (header: string | undefined, size: number): ByteRange | 'all' | 'unsatisfiable' => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? []
  if (first === '') return last === '' ? 'all' : readSuffix(Number(last), size)
  const [start, end] = [Number(first), last === '' ? size : Number(last) + 1]
  if (last !== '' && start >= end) return 'all'
  return start < size ? { start, end: Math.min(end, size) } : 'unsatisfiable'
}

/** The range of the last `length` bytes, or of all bytes when there are fewer. */
const readSuffix = (length: number, size: number): ByteRange | 'unsatisfiable' =>
  length > 0 && size > 0 ? { start: Math.max(0, size - length), end: size } : 'unsatisfiable'
