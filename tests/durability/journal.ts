import { readFileSync } from 'node:fs'

/** The page of a journal that comes before its records. */
export const headSize = 4096

const kinds = ['none', 'flushed', 'written', 'truncated', 'made', 'removed', 'moved'] as const

/** A record of the journal that `volatile-disk.c` keeps. */
export type Change = {
  /** The call that made it, counted from 1. */
  readonly call: number
  readonly kind: (typeof kinds)[number]
  /** The inode of the file or directory whose flush makes the change last. */
  readonly owner: number
  /** The file; of a removed directory, and of a move that replaced nothing, 0. */
  readonly inode: number
  /** The part of a file that is written, or cut off. */
  readonly offset: number
  readonly count: number
  /** The size of the file before. */
  readonly size: number
  /** The bytes of that part before, up to the end of the file. */
  readonly bytes: Buffer
  /** The name that was made, removed or moved, below the root, and the one `to` which it was moved. */
  readonly path: string
  readonly to: string
}

/** All that was noted of a root, in its order. */
export const readJournal = (journal: string, root: string): Change[] => {
  const bytes = readFileSync(journal)
  const changes: Change[] = []
  for (let at = headSize; at < bytes.length; ) {
    const field = (index: number): number => Number(bytes.readBigUInt64LE(at + index * 8))
    const [start, end] = [at + 64, at + 64 + field(7)]
    const kind = kinds[field(1)] ?? 'none'
    const isName = kind === 'made' || kind === 'removed' || kind === 'moved'
    const names = isName ? bytes.toString('utf8', start, end).split('\0') : []
    const [path = '', to = ''] = names.map((name) => name.slice(root.length))
    changes.push({
      call: field(0),
      kind,
      owner: field(2),
      inode: field(3),
      offset: field(4),
      count: field(5),
      size: field(6),
      bytes: bytes.subarray(start, end),
      path,
      to,
    })
    at = end
  }
  return changes
}

/** The changes that no flush has followed, in their order. */
export const findUnflushed = (changes: readonly Change[]): Change[] => {
  const flushed = new Set<number>()
  return changes
    .toReversed()
    .filter(({ kind, owner }) => {
      if (kind === 'flushed') flushed.add(owner)
      return !flushed.has(owner)
    })
    .reverse()
}
