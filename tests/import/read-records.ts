import { readFile } from 'node:fs/promises'
import type { ImportRecord, ReadFormat, ReadOptions, UnreadPart } from '../../src/import/read/record.ts'

/** What a reader gave. */
export type Reading = { readonly records: ImportRecord[]; readonly faults: UnreadPart[] }

const isUnread = (part: object): part is UnreadPart => 'fault' in part

/** Reads a text or bytes in pieces of `size` bytes. */
export const readRecords = async (
  read: ReadFormat,
  content: string | Uint8Array,
  options: Partial<ReadOptions> = {},
  size = 997,
): Promise<Reading> => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const [records, faults]: [ImportRecord[], UnreadPart[]] = [[], []]
  for await (const part of read(pieces(), { timezone: 'Europe/Berlin', ...options })) {
    if (isUnread(part)) faults.push(part)
    else if ('payload' in part) records.push(part)
  }
  return { records, faults }
}

/** A file of the corpus. */
export const corpusFile = (name: string): Promise<Buffer> => readFile(new URL(`corpus/${name}`, import.meta.url))

/** Memory of the process in MB. */
export const residentMegabytes = (): number => process.memoryUsage().rss / 1024 / 1024
