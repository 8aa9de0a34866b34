import type { ImportRecord, JsonRecord } from './record.ts'

/** Most ids whose sequences are kept: readers pass records on one by one, and there may be any number of them. */
const mostKept = 20_000

type Sequenced = Pick<ImportRecord | JsonRecord, 'externalId' | 'sequence'>

/** Makes a function that tells of each record of a source whether its SEQUENCE is higher than that of the first one with its id; without one it is 0. */
export const createSequences = (): ((record: Sequenced) => boolean) => {
  const firsts = new Map<string, number>()
  return ({ externalId, sequence }) => {
    if (externalId === undefined || sequence === undefined) return false
    const first = firsts.get(externalId)
    if (first !== undefined) return sequence > first
    const isKept = firsts.size < mostKept
    if (isKept) firsts.set(externalId, sequence)
    return isKept
  }
}

/** Puts the records that were revised most often first: of several with one id the first is imported. */
export const byRevision = <T extends Sequenced>(records: readonly T[]): T[] =>
  records.toSorted((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0))
