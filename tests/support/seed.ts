import process from 'node:process'

/**
 * What every random test begins with, so that the same number in `SEED` does the same again. `npm test` takes it from the
 * content of the sources: one state of them is tested in the same way everywhere, and each change tries other values. A
 * file that is run by itself takes a new one.
 */
export const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
