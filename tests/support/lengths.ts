/**
 * Whether tests run at full length: in a file named `*.long.test.ts`, which `npm test` leaves out. One that runs another
 * file at full length, `x.long.test.ts` beside `x.test.ts`, need hold no more than an import of it.
 */
export const isLong = process.argv[1]?.endsWith('.long.test.ts') ?? false

/** The number of steps of a random test. */
export const lengthOf = (short: number, full: number): number => (isLong ? full : short)

/** All cases at full length, otherwise the first ones. */
export const someOf = <T>(cases: readonly T[], count: number): readonly T[] => (isLong ? cases : cases.slice(0, count))

/** Rounds of a proof in a long file: few by themselves, many with `npm run test:long`, which takes hours. */
export const rounds = (few: number, many: number): number => (process.env['TEST_LONG'] ? many : few)
