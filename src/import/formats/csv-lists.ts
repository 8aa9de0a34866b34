/** Characters between the parts of a list in a cell. */
const separators = ',;|\n'

/** A part between quotation marks, in which one is written twice, with the blanks around it. */
const quotedPart = /[^\S\n]*"((?:[^"]|"")*)"[^\S\n]*/y

/**
 * The parts of a list in a cell, with separators between them: commas, semicolons, bars and line ends, or only some of these. A part with a separator
 * stands between quotation marks, as {@link writeList} writes it.
 */
export const readList = (text: string, own = separators): readonly string[] => {
  const isEnd = (character: string | undefined): boolean => character === undefined || own.includes(character)
  const parts: string[] = []
  for (let at = 0; at <= text.length; at++) {
    quotedPart.lastIndex = at
    const quoted = quotedPart.exec(text)
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
