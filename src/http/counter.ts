/** What is counted of an answer. */
export type Counted = { readonly method: string; readonly route: string; readonly status: number }

/** Counts answers at next to no cost; whoever reads the numbers takes them away. */
export type Counter = {
  readonly count: (answer: Counted) => void
  readonly take: () => readonly (Counted & { readonly number: number })[]
}

export const createCounter = (): Counter => {
  /** By route; a route has few methods and statuses. */
  const numbers = new Map<string, (Counted & { number: number })[]>()
  return {
    count: (answer) => {
      const some = numbers.get(answer.route)
      const known = some?.find(({ method, status }) => method === answer.method && status === answer.status)
      if (known) known.number++
      else numbers.set(answer.route, [...(some ?? []), { ...answer, number: 1 }])
    },
    take: () => {
      const taken = [...numbers.values()].flat()
      numbers.clear()
      return taken
    },
  }
}
