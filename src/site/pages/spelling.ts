import { foldText, searchWords } from '../../lib/text.ts'

/** Most words of a search that are corrected, and least letters of a word that is. */
const [mostWords, leastLetters] = [4, 4]

/**
 * A search with the words that titles have in place of those that none has: the nearest ones by letters that differ, one of up to five letters, two of more.
 * Undefined where a word has nothing near it. Words are folded, as the search does it: in lower case and without accents.
 */
export const correctSearch = (search: string, titles: readonly string[]): string | undefined => {
  const words = searchWords(search)
  if (words.length === 0 || words.length > mostWords) return undefined
  const known = new Set(titles.flatMap((title) => foldText(title).split(/[^\p{L}\p{N}\p{M}]+/u)))
  const corrected = words.map((word) => (known.has(word) ? word : findNearest(word, known)))
  const isChanged = corrected.some((word, at) => word !== words[at])
  return isChanged && corrected.every((word) => word !== undefined) ? corrected.join(' ') : undefined
}

const findNearest = (word: string, known: ReadonlySet<string>): string | undefined => {
  if (word.length < leastLetters) return undefined
  let most = word.length <= 5 ? 1 : 2
  let nearest: string | undefined
  for (const other of known) {
    if (other.length < leastLetters || Math.abs(other.length - word.length) > most) continue
    const distance = countDifferences(word, other)
    if (distance > most || (nearest !== undefined && distance === most)) continue
    most = distance
    nearest = other
  }
  return nearest
}

/** The least number of letters to add, leave out or replace (the distance of Levenshtein). */
const countDifferences = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
