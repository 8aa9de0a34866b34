import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a file holds; bytes beyond its size mean nothing. */
export type Content = { bytes: Buffer; size: number }

/** What is below a directory, by paths without it; files have their content by their inode. */
export type FileTree = {
  readonly contents: Map<number, Content>
  readonly files: Map<string, number>
  readonly directories: Set<string>
}

/** Reads a directory, except SQLite's shared memory, and files without a name in it from `kept`, where they are named by inode. */
export const readTree = (root: string, kept: string): FileTree => {
  const tree: FileTree = { contents: new Map(), files: new Map(), directories: new Set() }
  const readContent = (file: string): number => {
    const bytes = readFileSync(file)
    const { ino } = statSync(file)
    tree.contents.set(ino, { bytes, size: bytes.length })
    return ino
  }
  for (const name of readdirSync(kept)) if (/^\d+$/.test(name)) readContent(join(kept, name))
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(root.length)
    if (entry.isDirectory()) tree.directories.add(path)
    else if (!path.endsWith('-shm')) tree.files.set(path, readContent(file))
  }
  return tree
}

/** Makes a directory hold a tree, and nothing else. */
export const writeTree = ({ contents, files, directories }: FileTree, root: string): void => {
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true })
  for (const path of directories) mkdirSync(join(root, path), { recursive: true })
  for (const [path, inode] of files) {
    const content = contents.get(inode)
    if (!content) throw new Error(`${path} has no content.`)
    reserve(content, content.size)
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content.bytes.subarray(0, content.size))
  }
}

/** Gives a content as many bytes: new ones are zeros, as in a file. */
export const reserve = (content: Content, size: number): void => {
  const missing = size - content.bytes.length
  if (missing > 0) content.bytes = Buffer.concat([content.bytes, Buffer.alloc(missing)])
}
