/** What is counted of an answer. */
export type Counted = { readonly method: string; readonly route: string; readonly status: number }

/** Counts answers at next to no cost; whoever reads the numbers takes them away. */
export type Counter = {
  readonly count: (answer: Counted) => void
  readonly take: () => readonly (Counted & { readonly number: number })[]
}

export const createCounter = (): Counter => {
  const numbers = new Map<string, Counted & { number: number }>()
  return {
    count: (answer) => {
      const key = `${answer.status}${answer.method}${answer.route}`
      const known = numbers.get(key)
      if (known) known.number++
      else numbers.set(key, { ...answer, number: 1 })
    },
    take: () => {
      const taken = [...numbers.values()]
      numbers.clear()
      return taken
    },
  }
}
