/** The first item of each key, in their order; items without a key are all kept. */
export const firstOfEach = <T, K>(items: readonly T[], keyOf: (item: T) => K | undefined): readonly T[] => {
  const seen = new Set<K>()
  return items.filter((item) => {
    const key = keyOf(item)
    if (key === undefined) return true
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
  })
}
