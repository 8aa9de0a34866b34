import type { Format } from './formats/list.ts'
import type { ReadRecords } from './import-source.ts'

/** Something that can be read as bytes. */
type Readable = { readonly read: () => AsyncIterable<Uint8Array>; readonly isFile: boolean }

/**
 * Makes the reader of the records of bytes. Of a format whose records may stand before those that they refer to, a file is read twice: first for
 * all but events, then for events.
 */
export const recordsOf = ({ read, isUnordered = false }: Format, source: Readable): ReadRecords =>
  async function* (options, onBytes) {
    const once = (share: number) =>
      read(
        counted(source.read(), (bytes) => onBytes(bytes * share)),
        options,
      )
    if (!isUnordered || !source.isFile) return yield* once(1)
    for await (const record of once(0.5)) if ('fault' in record || record.kind !== 'event') yield record
    for await (const record of once(0.5)) if ('kind' in record && record.kind === 'event') yield record
  }

async function* counted(
  source: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    onBytes(piece.byteLength)
    yield piece
  }
}
