/**
 * The length of a proof that is better the longer it runs: `short` in a file that `npm test` runs, `full` in one named
 * `*.long.test.ts`. Such a file need hold no more than an import of the short one.
 */
export const lengthOf = (short: number, full: number): number =>
  process.argv[1]?.endsWith('.long.test.ts') ? full : short

/** Rounds of a proof in a long file: few by themselves, many with `npm run test:long`, which takes hours. */
export const rounds = (few: number, many: number): number => (process.env['TEST_LONG'] ? many : few)
