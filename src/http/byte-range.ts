/** Bytes from `start` to before `end`. */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * Reads a Range header for a representation of `size` bytes (RFC 9110, 14.2). Only one range of bytes is honoured; whatever
 * else the header says, it is ignored and everything is meant.
 */
export const readRange = (header: string | undefined, size: number): ByteRange | 'all' | 'unsatisfiable' => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? []
  if (first === '') return last === '' ? 'all' : readSuffix(Number(last), size)
  const [start, end] = [Number(first), last === '' ? size : Number(last) + 1]
  if (last !== '' && start >= end) return 'all'
  return start < size ? { start, end: Math.min(end, size) } : 'unsatisfiable'
}

/** The last `length` bytes, or all where there are fewer. */
const readSuffix = (length: number, size: number): ByteRange | 'unsatisfiable' =>
  length > 0 && size > 0 ? { start: Math.max(0, size - length), end: size } : 'unsatisfiable'
