/** How many requests are sent at the same time. */
const atOnce = 4

/** Does something with each of many, a few at the same time. */
export const eachOf = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const queue = [...all]
  const runner = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
}
