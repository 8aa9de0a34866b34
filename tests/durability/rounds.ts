/** Repetitions of a proof: few by themselves, many in the long form (`npm run test:long`). */
export const rounds = (few: number, many: number): number => (process.env['TEST_LONG'] ? many : few)
