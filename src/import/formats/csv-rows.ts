/** A row of a table; rows are counted from 1, as spreadsheets do. */
export type Row = { readonly number: number } & ({ readonly cells: readonly string[] } | { readonly fault: string })

/** Separators of cells, in the order in which one is preferred to the next. */
const separators = [',', ';', '\t', '|'] as const

/** Most characters of a row. */
const longestRow = 1024 * 1024

/** Most quotation marks that are not closed, after which none may contain a line end: otherwise a bad file would be read again for each. */
const mostUnclosed = 50

/**
 * Reads the rows of a CSV file (RFC 4180), in batches; the separator is the most frequent one of the first line outside of quotation marks, or the one
 * that Excel names in a line `sep=;`. A quotation mark within a cell without marks is a character like others. Where one is not closed, its row is a
 * fault, and the next line begins a row.
 */
export async function* splitRows(texts: AsyncIterable<string>): AsyncGenerator<readonly Row[]> {
  let rest = ''
  let separator: string | undefined
  let [number, unclosed] = [1, 0]
  let isSkipping = false
  const read = (isLast: boolean): Row[] => {
    const rows: Row[] = []
    let from = 0
    if (separator === undefined) {
      const [, named] = /^sep=(.)(?:\r\n?|\n)/.exec(rest) ?? []
      separator = named ?? separatorOf(rest)
      if (named !== undefined) from = endOfLine(rest, 0)
    }
    while (from < rest.length) {
      if (isSkipping) {
        const next = endOfLine(rest, from)
        isSkipping = next < 0
        from = next < 0 ? rest.length : next
        continue
      }
      const row = readRow(rest, from, separator, { isLast, isOneLine: unclosed >= mostUnclosed })
      const isLong = rest.length - from > longestRow
      if (row.state === 'read') {
        rows.push({ number: number++, cells: row.cells })
        from = row.next
      } else if (!isLast && !isLong) break
      else if (row.state === 'open') {
        unclosed++
        rows.push({ number: number++, fault: 'A quotation mark is not closed.' })
        const next = endOfLine(rest, from)
        from = next < 0 ? rest.length : next
      } else {
        rows.push({ number: number++, fault: `The row is longer than ${longestRow} characters.` })
        isSkipping = true
      }
    }
    rest = rest.slice(from)
    return rows
  }
  for await (const text of texts) {
    rest += text
    // Enough to find the separator.
    if (separator !== undefined || rest.length > 1000) yield read(false)
  }
  yield read(true)
}

/** The index after the end of a line, or -1 if it does not end. */
const endOfLine = (text: string, from: number): number => {
  const [feed, back] = [text.indexOf('\n', from), text.indexOf('\r', from)]
  if (back >= 0 && (feed < 0 || back < feed)) return text[back + 1] === '\n' ? back + 2 : back + 1
  return feed < 0 ? -1 : feed + 1
}

const separatorOf = (text: string): string => {
  const end = endOfLine(text, 0)
  const line = (end < 0 ? text : text.slice(0, end)).replaceAll(/"[^"]*"/g, '')
  const counts = separators.map((one) => line.split(one).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

type ReadRow =
  | { readonly state: 'read'; readonly cells: readonly string[]; readonly next: number }
  /** It does not end in the text; `open`: within quotation marks. */
  | { readonly state: 'cut' | 'open' }

const readRow = (
  text: string,
  from: number,
  separator: string,
  { isLast, isOneLine }: { readonly isLast: boolean; readonly isOneLine: boolean },
): ReadRow => {
  const cells: string[] = []
  const lineEnd = endOfLine(text, from)
  // Without quotation marks, as most rows are.
  const line = lineEnd < 0 ? text.slice(from) : text.slice(from, lineEnd)
  if (isOneLine || !line.includes('"')) {
    if (lineEnd < 0 && !isLast) return { state: 'cut' }
    return {
      state: 'read',
      cells: line.replace(/\r\n?$|\n$/, '').split(separator),
      next: lineEnd < 0 ? text.length : lineEnd,
    }
  }
  for (let at = from; ; ) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; ; ) {
        const mark = text.indexOf('"', at)
        if (mark < 0) return { state: 'open' }
        cell += text.slice(at, mark)
        at = mark + 1
        const after = text[at]
        if (after === '"') at++
        else if (after === separator || after === '\n' || after === '\r' || (after === undefined && isLast)) break
        else if (after === undefined) return { state: 'cut' }
        cell += '"'
      }
    } else {
      const start = at
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
      cell = text.slice(start, at)
    }
    cells.push(cell)
    const end = text[at]
    if (end === undefined) return isLast ? { state: 'read', cells, next: at } : { state: 'cut' }
    at++
    if (end === separator) continue
    // The line feed after it may still come.
    if (end === '\r' && at >= text.length && !isLast) return { state: 'cut' }
    return { state: 'read', cells, next: end === '\r' && text[at] === '\n' ? at + 1 : at }
  }
}
