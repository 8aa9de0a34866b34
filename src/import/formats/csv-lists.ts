/** Characters between the parts of a list in a cell. */
const separators = ',;|\n'

/**
 * The parts of a list in a cell, with separators between them: commas, semicolons, bars and line ends, or only some of these. A part with a separator
 * stands between quotation marks, as {@link writeList} writes it.
 */
export const readList = (text: string, own = separators): readonly string[] => {
  const isEnd = (character: string | undefined): boolean => character === undefined || own.includes(character)
  const parts: string[] = []
  for (let at = 0; at <= text.length; at++) {
    const quoted = /^[^\S\n]*"((?:[^"]|"")*)"[^\S\n]*/.exec(
      text[at] === '"' || /\s/.test(text[at] ?? '') ? text.slice(at) : '',
    )
    if (quoted && isEnd(text[at + quoted[0].length])) {
      parts.push((quoted[1] ?? '').replaceAll('""', '"').trim())
      at += quoted[0].length
      continue
    }
    const from = at
    while (!isEnd(text[at])) at++
    parts.push(text.slice(from, at).trim())
  }
  return parts
}

/** Writes a list into a cell, so that {@link readList} reads the same parts. */
export const writeList = (parts: readonly string[]): string =>
  parts.map((part) => (/[,;|\n]|^"/.test(part) ? `"${part.replaceAll('"', '""')}"` : part)).join('; ')
