import { type Content, type FileTree, reserve } from './file-tree.ts'
import type { Change } from './journal.ts'

/** Bytes that a disk writes at once: they are there together, or not at all. */
const sectorSize = 512

/** What is decided of a file: the sectors, and the size, of which nothing earlier is taken back. */
type Settled = { readonly sectors: Set<number>; hasSize: boolean }

/**
 * Takes the latest changes of a tree, given in their order, back again. From the last one to the first, `keep` is asked for each
 * sector that was written, each new size and each name: where it says yes, all that came before it there stays as well.
 */
export const takeBack = (tree: FileTree, changes: readonly Change[], keep: () => boolean): void => {
  const decided = new Map<number, Settled>()
  for (const change of changes.toReversed()) {
    if (change.kind === 'written' || change.kind === 'truncated') {
      const content = tree.contents.get(change.inode)
      if (!content) throw new Error(`The file ${change.inode} was changed and not kept.`)
      const settled = decided.get(change.inode) ?? { sectors: new Set(), hasSize: false }
      decided.set(change.inode, settled)
      if (change.kind === 'written') takeBackWritten(content, change, settled, keep)
      else takeBackTruncated(content, change, settled, keep)
    } else if (change.kind !== 'flushed' && !keep()) takeBackName(tree, change)
  }
}

const takeBackWritten = (content: Content, change: Change, settled: Settled, keep: () => boolean): void => {
  const { offset, count, size } = change
  for (const sector of sectorsOf(change)) {
    if (settled.sectors.has(sector)) continue
    if (keep()) settled.sectors.add(sector)
    else {
      const from = Math.max(offset, sector * sectorSize)
      restore(content, change, from, Math.min(offset + count, (sector + 1) * sectorSize))
    }
  }
  if (offset + count <= size || settled.hasSize) return
  if (keep()) settled.hasSize = true
  else content.size = size
}

/** A size lasts together with what it cuts off. */
const takeBackTruncated = (content: Content, change: Change, settled: Settled, keep: () => boolean): void => {
  const { offset, count, size } = change
  if (settled.hasSize || keep()) {
    settled.hasSize = true
    for (const sector of sectorsOf(change)) settled.sectors.add(sector)
  } else {
    restore(content, change, offset, offset + count)
    content.size = size
  }
}

const sectorsOf = ({ offset, count }: Change): number[] => {
  const first = Math.floor(offset / sectorSize)
  return Array.from({ length: Math.ceil((offset + count) / sectorSize) - first }, (_, at) => first + at)
}

/** Beyond its end there was nothing, which reads as zeros. */
const restore = (content: Content, { offset, bytes }: Change, from: number, to: number): void => {
  reserve(content, to)
  content.bytes.fill(0, from, to).set(bytes.subarray(from - offset, to - offset), from)
}

/** A name may be gone already, with a directory that was made before it, or be another file's, which came later and stays. */
const takeBackName = ({ files, directories }: FileTree, { kind, inode, path, to }: Change): void => {
  if (kind === 'made') {
    const isGone = (name: string): boolean => name === path || name.startsWith(`${path}/`)
    for (const name of [...files.keys()].filter(isGone)) files.delete(name)
    for (const name of [...directories].filter(isGone)) directories.delete(name)
  } else if (kind === 'removed') {
    if (inode === 0) directories.add(path)
    else if (!files.has(path)) files.set(path, inode)
  } else {
    const moved = files.get(to)
    if (moved === undefined) return
    if (!files.has(path)) files.set(path, moved)
    files.delete(to)
    if (inode !== 0) files.set(to, inode)
  }
}
