import { errorText } from '../lib/error-text.ts'
import type { BadPart, Fault, Item, ReadItem } from './read/items.ts'
import type { Readers } from './read/readers.ts'

/** Items that share a transaction, and its flush; rows are inserted by as many at once. */
export const usualBatch = 512

/** Items that are imported together. */
type Batch = {
  readonly items: readonly Item[]
  readonly bad: readonly BadPart[]
  /** The number of the last item. */
  readonly last: number
  /** What ended the source before its end. */
  readonly fault?: string
}

/** A batch whose items were read. */
export type ReadBatch = Batch & { readonly read: readonly (ReadItem | Fault)[] }

/** The items of a source in batches, with the number of the last item before them if an import goes on. */
export async function* splitBatches({
  items: source,
  batchSize = usualBatch,
  after = 0,
}: {
  readonly items: AsyncIterable<Item | BadPart>
  readonly batchSize?: number
  readonly after?: number
}): AsyncGenerator<Batch> {
  let [items, bad, last]: [Item[], BadPart[], number] = [[], [], after]
  try {
    for await (const item of source) {
      if (item.number <= after) continue
      // Images are fetched after their batch: a record that has one comes in the next.
      if (items.at(-1)?.kind === 'image' && !('fault' in item) && item.kind !== 'image') {
        yield { items, bad, last }
        ;[items, bad] = [[], []]
      }
      last = item.number
      if ('fault' in item) bad.push(item)
      else items.push(item)
      if (items.length + bad.length < batchSize) continue
      yield { items, bad, last }
      ;[items, bad] = [[], []]
    }
    yield { items, bad, last }
  } catch (error) {
    yield { items, bad, last, fault: `the source broke off: ${errorText(error)}` }
  }
}

/** Batches in their order; while one is imported, others are read. */
export async function* readAhead(batches: AsyncGenerator<Batch>, { read, count }: Readers): AsyncGenerator<ReadBatch> {
  const waiting: Promise<ReadBatch>[] = []
  for await (const batch of batches) {
    waiting.push(read(batch.items).then((read) => ({ ...batch, read })))
    const next = waiting.length > count + 1 ? await waiting.shift() : undefined
    if (next) yield next
  }
  yield* waiting
}
