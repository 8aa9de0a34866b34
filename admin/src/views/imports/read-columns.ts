/** Bytes in which the titles of all columns are. */
const enough = 64 * 1024

const separators = [',', ';', '\t', '|'] as const

/** The titles of the columns of a CSV file, by its name; none for a file of another kind. */
export const readColumns = async (file: File): Promise<readonly string[]> => {
  if (!/\.(?:csv|tsv|txt)$/i.test(file.name)) return []
  const line = firstLine(decode(new Uint8Array(await file.slice(0, enough).arrayBuffer())))
  const count = (separator: string): number => cellsOf(line, separator).length
  const [separator] = [...separators].sort((one, other) => count(other) - count(one))
  const titles = cellsOf(line, separator ?? ',').map((title) => title.trim())
  // The server takes pairs of field and column between commas.
  return [...new Set(titles)].filter((title) => title !== '' && !title.includes(','))
}

/** Programs that write tables use one of these encodings. */
const decode = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // The end may have cut a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const firstLine = (text: string): string => text.split(/\r\n?|\n/).find((line) => line.trim() !== '') ?? ''

/** The cells of a line; one in quotation marks may contain the separator. */
const cellsOf = (line: string, separator: string): readonly string[] => {
  const cells: string[] = ['']
  let isQuoted = false
  for (const [at, character] of [...line].entries()) {
    const last = cells.length - 1
    if (character === '"') {
      // Two within quotation marks are one.
      if (!isQuoted && line[at - 1] === '"') cells[last] += '"'
      isQuoted = !isQuoted
    } else if (character === separator && !isQuoted) cells.push('')
    else cells[last] += character
  }
  return cells
}
