import type { Format } from './formats/list.ts'
import type { ReadRecords } from './record.ts'

/** Something that can be read as bytes. */
type Readable = { readonly read: () => AsyncIterable<Uint8Array>; readonly isFile: boolean }

/**
 * Makes the reader of the records of bytes. A file whose records may stand before those that they refer to is read several times, each time for
 * some kinds; what an address answers is read once.
 */
export const readRecords = ({ read, passes }: Format, source: Readable): ReadRecords =>
  async function* (options, onBytes) {
    const all = passes && source.isFile ? passes : [undefined]
    for (const [at, kinds] of all.entries()) {
      const bytes = counted(source.read(), (count) => onBytes(count / all.length))
      for await (const record of read(bytes, options)) {
        const isWanted = 'fault' in record ? at === 0 : !kinds || kinds.includes(record.kind)
        if (isWanted) yield record
      }
    }
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
