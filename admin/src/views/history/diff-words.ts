/** A part of a text: in both versions, only in the old, or only in the new one. */
export type Part = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }

/** Words that are compared with each other; longer texts are shown as a whole. */
const maxCompared = 3000

/** Words of an unchanged part that are shown beside a change. */
const around = 12

const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? []

/** The length of the longest common run of words from each pair of places on. */
const commonLengths = (one: readonly string[], other: readonly string[]): Uint16Array[] => {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1))
  for (let i = one.length - 1; i >= 0; i--) {
    const [row, below] = [lengths[i], lengths[i + 1]] as [Uint16Array, Uint16Array]
    for (let j = other.length - 1; j >= 0; j--)
      row[j] = one[i]?.trim() === other[j]?.trim() ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
  }
  return lengths
}

/** The differences of two texts in words. */
export const diffWords = (before: string, after: string): readonly Part[] => {
  const [one, other] = [wordsOf(before), wordsOf(after)]
  if (one.length > maxCompared || other.length > maxCompared) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  }
  const lengths = commonLengths(one, other)
  const parts: { kind: Part['kind']; words: string[] }[] = []
  const add = (kind: Part['kind'], word: string | undefined): void => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.words.push(word ?? '')
    else parts.push({ kind, words: [word ?? ''] })
  }
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i]?.trim() === other[j]?.trim()) {
      add('same', other[j++])
      i++
    } else if (j >= other.length || (i < one.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)))
      add('removed', one[i++])
    else add('added', other[j++])
  }
  return parts.map(({ kind, words }, at) => ({
    kind,
    text: kind === 'same' ? shorten(words, at === 0, at === parts.length - 1) : words.join(''),
  }))
}

const shorten = (words: readonly string[], isFirst: boolean, isLast: boolean): string => {
  const [head, tail] = [isFirst ? 0 : around, isLast ? 0 : around]
  if (words.length <= head + tail + 1) return words.join('')
  return [...words.slice(0, head), '… ', ...words.slice(words.length - tail)].join('')
}
