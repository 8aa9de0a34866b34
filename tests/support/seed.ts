import process from 'node:process'

/** The same sources are always tested in the same way. */
export const fixedSeed = 20_261_126

/**
 * What every random test begins with. `npm run test:explore` tries new seeds and adds those that fail to `tests/regressions.json`, which
 * every run repeats.
 */
export const seed = Number(process.env['SEED'] ?? fixedSeed)
