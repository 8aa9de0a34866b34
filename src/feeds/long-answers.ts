/** Answers that take long, of which a few are in progress at the same time. */
export type LongAnswers = {
  /** Begins one for an address of a client: what is answered ends it. Undefined where there are too many already. */
  readonly begin: (address: string) => (() => void) | undefined
}

/** At most so many in all, and for one address. */
export const createLongAnswers = (most: number, mostOfOne: number): LongAnswers => {
  const numbers = new Map<string, number>()
  let all = 0
  return {
    begin: (address) => {
      const own = numbers.get(address) ?? 0
      if (all >= most || own >= mostOfOne) return undefined
      all++
      numbers.set(address, own + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        all--
        const left = (numbers.get(address) ?? 1) - 1
        if (left === 0) numbers.delete(address)
        else numbers.set(address, left)
      }
    },
  }
}
