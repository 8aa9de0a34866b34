import type { ImportRecord } from './record.ts'

/** Categories in an order in which each comes after its parent; where parents run in a circle, the one that the source names first is last. */
export function* parentsFirst(terms: readonly ImportRecord[]): Generator<ImportRecord> {
  const waiting = new Map(terms.map((term) => [term.externalId, term]))
  for (const term of terms) {
    const line: ImportRecord[] = []
    for (let one = waiting.get(term.externalId); one; one = waiting.get(one.links?.parent)) {
      waiting.delete(one.externalId)
      line.push(one)
    }
    yield* line.reverse()
  }
}
