/** Returns how many of some ascending values are less than a value, by binary search. */
export const rank = <T extends string | number>(ascending: readonly T[], value: T): number => {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const found = ascending[middle]
    if (found !== undefined && found < value) low = middle + 1
    else high = middle
  }
  return low
}
