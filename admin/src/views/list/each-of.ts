/** How many records are written at the same time. */
const atOnce = 4

/** Does the same with all, a few at a time. */
export const eachOf = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const queue = [...all]
  const runner = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
}
