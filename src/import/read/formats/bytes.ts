/** The encodings that a byte order mark names (Unicode, 23.8). */
const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const

type Encoding = (typeof marks)[number]['encoding']

/** Returns the encoding of a file by its first bytes, and the length of its byte order mark. UTF-16 without a mark has a zero in its first character. */
export const findEncoding = (first: Uint8Array): { readonly encoding: Encoding; readonly skipped: number } => {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => first[at] === byte))
  if (mark) return { encoding: mark.encoding, skipped: mark.bytes.length }
  const [one, two] = first
  if (one !== 0 && two === 0) return { encoding: 'utf-16le', skipped: 0 }
  return { encoding: one === 0 && two !== 0 ? 'utf-16be' : 'utf-8', skipped: 0 }
}

/** Longest byte order mark. */
const longestMark = 3

/** The bytes of a file without a byte order mark, and UTF-16 as UTF-8. Bytes of other encodings are not changed. */
export async function* withoutMark(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | undefined = new Uint8Array(0)
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const convert = (bytes: Uint8Array): Uint8Array =>
    decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes
  const begin = (bytes: Uint8Array): Uint8Array => {
    const { encoding, skipped } = findEncoding(bytes)
    if (encoding !== 'utf-8') decoder = new TextDecoder(encoding)
    return convert(bytes.subarray(skipped))
  }
  for await (const piece of source) {
    if (!first) {
      yield convert(piece)
      continue
    }
    first = first.length === 0 ? piece : Buffer.concat([first, piece])
    if (first.length < longestMark) continue
    yield begin(first)
    first = undefined
  }
  if (first && first.length > 0) yield begin(first)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const windows1252 = new TextDecoder('windows-1252')

/** The text of bytes that are UTF-8; otherwise they are Windows-1252, which contains ISO 8859-1, whatever the file declares. */
export const decode = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

const lineFeed = 10

/** Most bytes that are kept to find the end of a line; a longer line is cut into pieces. */
const longestPiece = 1024 * 1024

/**
 * The text of a file in pieces that end with a line. Each line is UTF-8 or else Windows-1252, so that a file that was put together from
 * both is read.
 */
export async function* decodeText(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array[] = []
  let length = 0
  for await (const piece of withoutMark(source)) {
    const end = piece.lastIndexOf(lineFeed) + 1
    if (end === 0 && length + piece.length <= longestPiece) {
      rest.push(piece)
      length += piece.length
      continue
    }
    const cut = end === 0 ? wholeCharacters(piece) : end
    yield decodeLines(Buffer.concat([...rest, piece.subarray(0, cut)]))
    rest = [piece.subarray(cut)]
    length = piece.length - cut
  }
  if (length > 0) yield decodeLines(Buffer.concat(rest))
}

/** The length of bytes without the beginning of a character of UTF-8 at their end. */
const wholeCharacters = (bytes: Uint8Array): number => {
  let end = bytes.length
  while (end > 0 && bytes.length - end < 3 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--
  return (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.length
}

const decodeLines = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    let text = ''
    for (let from = 0; from < bytes.length; ) {
      const at = bytes.indexOf(lineFeed, from)
      const end = at < 0 ? bytes.length : at + 1
      text += decode(bytes.subarray(from, end))
      from = end
    }
    return text
  }
}
