import type { Format } from './formats/list.ts'
import type { ImportRecord, JsonRecord, ReadOptions, UnreadPart } from './record.ts'

/** Something that can be read as bytes. */
type Readable = { readonly read: () => AsyncIterable<Uint8Array>; readonly isFile: boolean }

/**
 * The records of a source. One whose records may stand before those that they refer to is read twice where that is possible: first for all but
 * events, then for events. `onBytes` gets the number of bytes that were read since its last call.
 */
export async function* recordsOf(
  { read, isUnordered = false }: Format,
  source: Readable,
  options: ReadOptions,
  onBytes: (bytes: number) => void,
): AsyncGenerator<ImportRecord | JsonRecord | UnreadPart> {
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
